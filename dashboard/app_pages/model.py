"""One model: each data set, notable results, and every answer that is not right."""

from __future__ import annotations

import streamlit as st

from dashboard.components import (
    charts,
    choosing,
    effort_charts,
    listing,
    notices,
    standouts,
    tables,
)
from dashboard.components.snapshot import rows
from engine.analysis import questions, runs, skills
from engine.analysis.contamination import trained_until
from engine.analysis.questions import NOT_RIGHT, Wanted
from engine.show.escaping import plain
from engine.show.names import ORIGINS, OUTCOMES
from engine.show.places import site_model

PER_PAGE, MOST = 10, 10
COLUMNS = {
    "cell": "Data set", "family": "Family", "name": "Asked", "value": None, "interval": None,
    "n": None, "source": "Source",
}  # fmt: skip
OUTCOME_COLUMNS = {
    "dataset": "Data set", "name": "Run", "value": None, "interval": None, "n": None,
    "wrong_text": "Wrong", "no_answer_text": None, "n_failed": "Failed",
    "undecided_text": "Undecided", "cut_off_text": None, "tokens": "Tokens per answer",
    "tokens_interval": "95% interval of tokens",
}  # fmt: skip
EFFORT_COLUMNS = {
    "name": "Answers", "cell": "Depth", "tokens": "Mean tokens", "interval": None, "n": None,
    "thin": None,
}  # fmt: skip

st.title("Model")
snapshot = notices.open_or_stop()
models = runs.models(rows)
if not models:
    notices.stop("There are no answers yet.", notices.evaluate_command("DATASET"))
with st.container(horizontal=True):
    model = choosing.one_of("Model", "model", models)
    origin = choosing.one_of("Origin", "origin", runs.origins_of(rows, model))
scores = runs.scores(rows, model, origin)
trained = trained_until(model, scores[0]["kind"])
known = f" Training cut-off: {trained}." if trained else ""
st.caption(plain(f"{model}. {ORIGINS[origin]}.{known}"))

st.subheader("Results by data set")
charts.show(
    charts.by_place(scores, {row["cell"]: row["cell"] for row in scores}),
    key="profile",
    alt="Accuracy on each data set with intervals; figures in the table below.",
)
tables.show(scores, COLUMNS, alt="Accuracy on each data set", pinned="cell", pinned_px=160)
asked = runs.outcomes(rows, model, origin)
if not asked:
    st.text("Only aggregate figures are known, not the answers.")
    st.caption(plain(f"snapshot {snapshot.stamp}"))
    notices.end()
st.markdown(f"[Card on the public site]({site_model(model)})")

st.subheader("Notable results")
standouts.show(origin, "this model", MOST, model)

st.subheader("Outcomes")
tables.show(
    [
        {
            **row,
            "tokens": row["mean_completion_tokens"] and round(row["mean_completion_tokens"]),
            "tokens_interval": row["mean_completion_tokens"] and row["tokens_interval"],
        }
        for row in asked
    ],
    OUTCOME_COLUMNS,
    alt="Outcomes of each run as shares of its answers",
    pinned="dataset",
)

st.subheader("One run")
named = {f"{row['dataset']}, {row['name']}": row for row in asked}
run = named[choosing.one_of("Run", "run", list(named))]
view = {"data": run["dataset"], "origin": origin, "shown": run["name"]}
with st.container(horizontal=True):
    listing.to_page("breakdown", "Accuracy by trait", view)
    listing.to_page("errors", "Wrong answers by kind", view)
    if run["dataset"] in skills.datasets(rows):
        listing.to_page("skills", "Each skill", {**view, "model": run["name"]})
if steps := runs.effort_by_depth(rows, run["run_id"]):
    st.markdown("**Tokens by depth**")
    charts.show(
        effort_charts.by_depth(steps, model),
        key="effort",
        alt="Mean tokens per answer by depth with intervals; figures in the table below.",
    )
    tables.show(
        [{**row, "tokens": round(row["value"])} for row in steps],
        EFFORT_COLUMNS,
        alt="Mean tokens per answer by depth",
        pinned="name",
    )
    st.caption("A model that adapts its effort spends more tokens on questions with more steps.")

st.markdown("**Answers that are not right**")
kinds = [NOT_RIGHT, *(key for key in OUTCOMES if key != "right")]
outcome = choosing.one_of(
    "Outcome", "outcome", kinds, lambda kind: OUTCOMES.get(kind, "all not right")
)
wanted = Wanted(run["dataset"], run["run_id"], outcome)
n = questions.n_found(rows, wanted)
if not n:
    st.text("There are no such answers.")
else:
    st.markdown(f"**{n:,} question{'s' if n > 1 else ''}**")
    listed = st.container()
    page = choosing.page(n, PER_PAGE, wanted)
    with listed:
        by = f"{run['name']} ({origin})"
        listing.show(run["dataset"], questions.found(rows, wanted, page, PER_PAGE), by)
st.caption(plain(f"snapshot {snapshot.stamp}"))
