"""One model: how it does on each data set, where it stands out, and every answer not right."""

from __future__ import annotations

import streamlit as st

from dashboard import (
    charts,
    choosing,
    effort_charts,
    finding,
    listing,
    model_queries,
    notices,
    skill_charts,
    skill_queries,
    standout_views,
    standouts,
    tables,
)
from dashboard.finding import NOT_RIGHT, Wanted
from dashboard.formal_words import MISTAKES
from dashboard.words import ORIGINS, OUTCOMES, plain
from engine.analysis.contamination import trained_until
from engine.show.places import site_model

PER_PAGE, MOST, LINKED = 10, 10, 3
COLUMNS = {
    "cell": "Data set", "family": "Family", "name": "Asked", "value": None, "interval": None,
    "n": None, "source": "Source",
}  # fmt: skip
SKILL_FAMILIES = ("logicasker", "logicskills")
SKILL_COLUMNS = {
    "skill": "Category or task", "dataset": "Data set", "name": "Asked", "value": None,
    "interval": None, "n": None,
}  # fmt: skip
OUTCOME_COLUMNS = {
    "dataset": "Data set", "name": "Run", "value": None, "interval": None, "n": None,
    "wrong_told": "Wrong", "no_answer_told": None, "error_told": None,
    "undecided_told": "Undecided", "cut_off_told": None, "tokens": "Tokens an answer",
    "tokens_interval": "Their interval",
}  # fmt: skip
MISTAKE_COLUMNS = {
    "words": "What is wrong", "question_type": "Task", "language": "Language", "n": "Answers",
    "share": "Of all answers", "interval": None, "share_of_faulty": "Of those not right",
}  # fmt: skip

st.title("Model")
snapshot = notices.open_or_stop()
models = model_queries.models()
if not models:
    notices.stop("Nobody has answered a data set.", notices.evaluate_command("DATASET"))
with st.container(horizontal=True):
    model = choosing.one_of("Model", "model", models)
    origins = model_queries.origins(model)
    origin = choosing.one_of("Origin", "origin", origins)
rows = model_queries.profile(model, origin)
trained = trained_until(model, rows[0]["kind"])
known = f" Trained on data up to: {trained}." if trained else ""
st.caption(plain(f"{model}. {ORIGINS[origin]}.{known}"))

st.subheader("On each data set")
st.plotly_chart(
    skill_charts.by_cell([{**row, "model": model} for row in rows], None),
    config=charts.CONFIG,
    key="profile",
    alt="Accuracy on each data set with intervals; the table below has the figures.",
)
tables.show(rows, COLUMNS, alt="Accuracy on each data set", pinned="cell", pinned_px=160)
runs = model_queries.outcomes(model, origin)
if not runs:
    st.text("Of these results only finished figures are known, not the answers.")
    st.caption(plain(f"snapshot {snapshot.stamp}"))
    notices.end()
st.markdown(f"[Its card on the public site]({site_model(model)})")

st.subheader("Where it stands out")
found = standouts.stand_outs(origin, model)
st.caption(plain(f"{standouts.METHOD}, of {found.n_tested:,} cells of this model."))
st.markdown("**Worse than elsewhere**")
standout_views.show(found.worse, MOST, LINKED, "Cells at which the model is worse")
st.markdown("**Better than elsewhere**")
standout_views.show(found.better, MOST, LINKED, "Cells at which the model is better")

on_skills = set(skill_queries.datasets())
for run in [run for run in runs if run["dataset"] in on_skills][:LINKED]:
    st.page_link(
        "app_pages/skills.py",
        label=f":blue[Each skill: {plain(run['name'])}, {plain(run['dataset'])}]",
        query_params={"data": run["dataset"], "origin": origin, "model": run["name"]},
        help="",
    )

families = {row["cell"]: row["family"] for row in rows}
tested = [run["run_id"] for run in runs if families.get(run["dataset"]) in SKILL_FAMILIES]
skills = model_queries.skills(tested) if tested else []
if skills:
    st.subheader("By skill")
    tables.show(
        skills, SKILL_COLUMNS, alt="Accuracy by category and task", pinned="skill", pinned_px=200
    )

st.subheader("What became of the questions")
tables.show(
    [
        {
            **row,
            "tokens": row["mean_completion_tokens"] and round(row["mean_completion_tokens"]),
            "tokens_interval": row["mean_completion_tokens"] and row["tokens_interval"],
        }
        for row in runs
    ],
    OUTCOME_COLUMNS,
    alt="Outcomes of each run as shares of its answers",
    pinned="dataset",
)

st.subheader("One run")
named = {f"{row['dataset']}, {row['name']}": row for row in runs}
run = named[choosing.one_of("Run", "run", list(named))]
steps = model_queries.effort_by_depth(run["run_id"])
if steps:
    st.markdown("**Tokens by depth**")
    st.plotly_chart(
        effort_charts.by_depth(steps, model),
        config=charts.CONFIG,
        key="effort",
        alt="Mean tokens of an answer by depth with intervals; the table below has the figures.",
    )
    tables.show(
        [{**row, "tokens": round(row["value"])} for row in steps],
        {"name": "Answers", "cell": "Depth", "tokens": "Mean tokens", "interval": None, "n": None,
         "thin": None},
        alt="Mean tokens of an answer by depth",
        pinned="name",
    )  # fmt: skip
    st.caption("A model that weighs its effort spends more where a question takes more steps.")
mistakes = model_queries.mistakes(run["run_id"])
if mistakes:
    st.markdown("**What is wrong**")
    tables.show(
        [{**row, "words": MISTAKES.get(row["mistake"], row["mistake"])} for row in mistakes],
        MISTAKE_COLUMNS,
        alt="What is wrong with the answers",
        pinned="words",
        pinned_px=200,
    )
    st.caption("The interval is that of the share of all answers.")

st.markdown("**Every answer that is not right**")
kinds = [NOT_RIGHT, *(key for key in OUTCOMES if key != "right")]
outcome = choosing.one_of(
    "Outcome", "outcome", kinds, lambda kind: OUTCOMES.get(kind, "all that is not right")
)
wanted = Wanted(run["dataset"], run_id=run["run_id"], outcome=outcome)
n = finding.n_found(wanted)
if not n:
    st.text("No answer is of this kind.")
else:
    st.markdown(f"**{n:,} question{'s' if n > 1 else ''}**")
    listed = st.container()
    page = choosing.page(n, PER_PAGE, wanted)
    with listed:
        by = f"{run['name']} ({origin})"
        listing.show(run["dataset"], finding.found(wanted, page, PER_PAGE), by)
st.caption(plain(f"snapshot {snapshot.stamp}"))
