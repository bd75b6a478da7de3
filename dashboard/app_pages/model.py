"""One model: each data set, notable results, and every answer that is not right."""

from __future__ import annotations

from operator import attrgetter

import streamlit as st

from dashboard.components.choices import choosing, filters
from dashboard.components.figures import charts, effort_charts, profiles
from dashboard.components.questions import listing
from dashboard.components.results import standouts, tables
from dashboard.components.source import notices
from dashboard.components.source.snapshot import rows
from dashboard.views import weaknesses
from engine.analysis.by_trait import series
from engine.analysis.datasets.contamination import trained_until
from engine.analysis.diagnosis import findings, skills
from engine.analysis.items.questions import NOT_RIGHT, Wanted
from engine.analysis.scores import runs
from engine.analysis.sources.query import Row
from engine.show.links.places import site_model
from engine.show.texts.escaping import plain
from engine.show.texts.names import ORIGINS, OUTCOMES

PROFILE, SKILLS = "Profile", "Weakest skills"
MOST = 10
COLUMNS = {
    "cell": "Data set", "name": "Asked", "value": None, "interval": None,
    "n": None, "source": "Source",
}  # fmt: skip
OUTCOME_COLUMNS = {
    "cell": "Data set", "name": "Asked", "value": None, "interval": None, "n": None,
    "wrong_text": "Wrong", "no_answer_text": None, "n_failed": "Failed",
    "undecided_text": "Undecided", "cut_off_text": None, "tokens": "Tokens per answer",
    "tokens_interval": "95% interval of tokens",
}  # fmt: skip
EFFORT_COLUMNS = {
    "name": "Answers", "cell": "Depth", "tokens": "Mean tokens", "interval": None, "n": None,
    "thin": None,
}  # fmt: skip


def show_scores(scores: list[Row]) -> None:
    """The model's accuracy on each data set."""
    st.header("Accuracy on each data set")
    chances = {row["cell"]: series.chance(rows, row["cell"]).get("accuracy") for row in scores}
    known = {name: chance for name, chance in chances.items() if chance is not None}
    charts.show(
        profiles.accuracy(scores, profiles.called(scores), known),
        key="profile",
        alt="Accuracy on each data set with intervals; figures in the table below.",
        rows=scores,
    )


def show_findings() -> None:
    """What its runs bear out: of each kind of finding the one on the most questions."""
    for number, (topic, found) in enumerate(findings.findings(rows, model)):
        more = f" And {len(found) - 1} more." if len(found) > 1 else ""
        with st.container(gap=None, key=f"finding-{number}"):
            st.markdown(plain(topic.title))
            st.caption(plain(_of_it(max(found, key=attrgetter("n")).sentence) + more))


def _of_it(sentence: str) -> str:
    """The sentence without the model's name, which the page names above."""
    short = sentence.replace(model, "the model")
    return short[:1].upper() + short[1:]


def show_outcomes(asked: list[Row]) -> None:
    """The outcomes of each run."""
    st.header("Errors, length and cost")
    names = dict(zip([row["run_id"] for row in asked], profiles.called(asked), strict=True))
    counted = runs.outcome_counts(rows, list(names))
    charts.show(
        profiles.outcomes(counted, names, model),
        key="outcomes",
        alt="Outcomes of each run as shares of its answers; figures in the table below.",
        rows=counted,
    )
    shown = []
    for row in asked:
        mean = row["mean_completion_tokens"]
        known = {
            "name": row["name"].removeprefix(f"{model}, "),
            "tokens": mean and round(mean),
            "tokens_interval": mean and row["tokens_interval"],
        }
        shown.append({**row, **known})
    tables.show(
        shown,
        OUTCOME_COLUMNS,
        alt="Outcomes of each run as shares of its answers",
        pinned="cell",
    )


def show_effort(run: Row) -> None:
    """Tokens by depth, where known."""
    steps = runs.effort_by_depth(rows, run["run_id"])
    if not steps:
        return
    st.markdown("**Tokens by depth**")
    charts.show(
        effort_charts.by_depth(steps, model),
        key="effort",
        alt="Mean tokens per answer by depth with intervals; figures in the table below.",
        rows=steps,
    )
    tables.show(
        [{**row, "tokens": round(row["value"])} for row in steps],
        EFFORT_COLUMNS,
        alt="Mean tokens per answer by depth",
        pinned="name",
    )
    st.caption("A model that adapts its effort spends more tokens on questions with more steps.")


def show_run(asked: list[Row]) -> None:
    """One run: links to its breakdowns, its effort, and every answer that is not right."""
    st.header("One run")
    named = {f"{row['cell']}, {row['name']}": row for row in asked}
    with filters.bar("run"):
        run = named[choosing.one_of("Run", "run", list(named))]
    view = {"data": run["cell"], "origin": origin, "shown": run["name"]}
    with st.container(horizontal=True):
        listing.to_page("breakdown", "Accuracy by trait", view)
        listing.to_page("errors", "Wrong answers by kind", view)
    show_effort(run)
    st.markdown("**Answers that are not right**")
    kinds = [NOT_RIGHT, *(key for key in OUTCOMES if key != "right")]
    with filters.bar("outcome"):
        outcome = choosing.one_of(
            "Outcome", "outcome", kinds, lambda kind: OUTCOMES.get(kind, "all not right")
        )
    wanted = Wanted(run["cell"], run["run_id"], outcome)
    listing.show_found(wanted, f"{run['name']} ({origin})", nothing="There are no such answers.")


def show_profile() -> None:
    """What the model scores, where it differs from itself, and how it fails."""
    drawn, found = st.columns([3, 2], gap="large")
    with drawn:
        show_scores(scores)
    asked = runs.outcomes(rows, model, origin)
    with found:
        st.header("What was found")
        if origin == "measured":
            show_findings()
        st.markdown(f"[Card on the public site]({site_model(model)})")
    own = {key: title for key, title in COLUMNS.items() if key != "source" or not asked}
    tables.show(scores, own, alt="Accuracy on each data set", pinned="cell")
    if not asked:
        st.text("Only aggregate figures are known, not the answers.")
        return
    st.header("Strengths and weaknesses")
    standouts.show(origin, model, MOST)
    show_outcomes(asked)
    show_run(asked)


def asked_on_skills() -> dict[str, list[str]]:
    """The prompts with which the model was asked about skills, by data set."""
    prompts = {
        name: [
            row["prompt"]
            for row in skills.asked(rows, name)
            if (row["model"], row["origin"]) == (model, origin)
        ]
        for name in skills.datasets(rows)
    }
    return {name: own for name, own in prompts.items() if own}


st.title("Model")
st.markdown("One model: its scores, strengths and weaknesses, and every answer that is not right.")
snapshot = notices.open_or_stop()
models = runs.models(rows)
if not models:
    notices.stop("There are no answers yet.", notices.evaluate_command("DATASET"))
with filters.bar():
    model = choosing.one_of("Model", "model", models)
    origin = filters.choose_origin(runs.origins_of(rows, model))
scores = runs.scores(rows, model, origin)
trained = trained_until(model, scores[0]["kind"])
known = f" Training cut-off: {trained}." if trained else ""
st.caption(plain(f"{model}. {ORIGINS[origin]}.{known}"))
on_skills = asked_on_skills()
if on_skills and choosing.preset("View", "view", [PROFILE, SKILLS]) == SKILLS:
    weaknesses.show(model, origin, on_skills, snapshot)
else:
    show_profile()
    st.caption(plain(f"snapshot {snapshot.stamp}"))
