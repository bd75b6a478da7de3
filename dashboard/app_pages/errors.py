"""How models fail: what they choose instead, where, and what could not be read."""

from __future__ import annotations

from operator import itemgetter

import streamlit as st

from dashboard.components.choices import choosing, filters
from dashboard.components.choices.filters import Choice
from dashboard.components.figures import charts
from dashboard.components.questions import listing
from dashboard.components.results import tables
from dashboard.components.source import notices, provenance
from dashboard.components.source.snapshot import rows
from dashboard.views import disagreements as disputes
from engine.analysis.boards.effort import efforts
from engine.analysis.by_trait import series, wrong_answers
from engine.analysis.items import disagreements
from engine.analysis.items.questions import Wanted
from engine.analysis.scores.runs import outcome_counts
from engine.analysis.sources.query import Row
from engine.show.texts.escaping import plain
from engine.show.texts.names import MISTAKES, OUTCOMES, value_name

COLUMNS = {
    "type": "Question", "cell": "Answered", "name": "Model", "value": "Share of answers",
    "interval": None, "n_chosen": "Times given", "n": None, "thin": None,
}  # fmt: skip
DRAWN_COLUMNS = {
    "name": "Model", "value": "Chose it", "interval": None, "n": "Questions", "thin": None,
}  # fmt: skip
POSITION_COLUMNS = {
    "model": "Model", "probe": "Probe", "language": "Language", "position": "Position",
    "value": "Chosen", "interval": None,
    "share_right": "Right there", "found": "Accuracy there", "n_chosen": "Times chosen",
    "n_gold": "Times right", "n": "Answers", "thin": None, "prompt": "Prompt",
}  # fmt: skip
UNREAD_COLUMNS = {
    "name": "Model", "no_answer_text": None, "cut_off_text": None, "n_failed": "Failed",
    "strict_right_text": None,
}  # fmt: skip
UNREAD = ("no_answer", "cut_off", "declined", "contradictory")
ALL = "all kinds"
WRONG, POSITIONS = "Wrong answers", "Position bias"
UNREAD_VIEW, DISPUTED = "Unread and cut off", "Disagreements"


def place_of(row: Row) -> str:
    """A kind of wrong answer in a line, such as `right answer yes, answered no`."""
    between = ", answered " if row["type"].startswith("right answer") else ": "
    return f"{row['type']}{between}{row['cell']}"


def show_wrong(choice: Choice) -> None:
    """The shares of each kind of wrong answer."""
    found = wrong_answers.wrong_answers(rows, *choice.asked)
    if not found:
        st.info("The chosen models gave no wrong answers, or only aggregate figures are known.")
        return
    family = choice.dataset["family"]
    found = [{**row, "type": value_name("question_type", row["type"], family)} for row in found]
    kinds = sorted({row["type"] for row in found})
    if len(kinds) > 1:
        with filters.bar("kind"):
            kind = choosing.one_of("Kind of question", "kind", [ALL, *kinds])
        found = [row for row in found if kind in (ALL, row["type"])]
    found = [{**row, "cell": MISTAKES.get(row["cell"], row["cell"])} for row in found]
    drawn = [{**row, "place": place_of(row)} for row in found]
    places = {row["place"]: row["place"] for row in sorted(drawn, key=itemgetter("type"))}
    charts.show(
        charts.by_place(drawn, places, "Share of answers", "place"),
        key="distractors",
        alt="Share of each wrong answer with intervals; figures in the table below.",
        rows=found,
    )
    st.caption(
        "Whiskers: 95% Wilson intervals at the effective sample size. For single choice, shares are"
        " of the options of that kind that were shown; missing answers belong to none."
        " " + (charts.THIN_NOTE if any(row["thin"] for row in found) else "")
    )
    tables.show(found, COLUMNS, alt="Wrong answers", pinned="type")
    show_tied(choice)


def show_tied(choice: Choice) -> None:
    """How often the wrong option related to both sentences was chosen, where there is one."""
    tied = wrong_answers.drawn_to_tied(rows, *choice.asked)
    if not tied:
        return
    st.markdown("**Choice of an option tied to both sentences**")
    st.caption(
        "Some wrong options are related to both sentences. Answering by relatedness alone chooses"
        " them more than one time in four."
    )
    tables.show(
        tied,
        DRAWN_COLUMNS,
        alt="Share choosing the wrong option tied to both sentences",
        pinned="name",
    )


def show_positions(choice: Choice) -> None:
    """How often each position is chosen, and how often the right option is there."""
    st.markdown(
        "How often each position was chosen (marks) and how often the right option was there (grey"
        " bars). Without position bias they coincide. If all orders of the options are asked,"
        " every position is right equally often."
    )
    positions = wrong_answers.positions(rows, *choice.asked)
    charts.show(
        charts.by_position(positions),
        key="positions",
        alt="Share of each position among the choices; figures in the table below.",
        rows=positions,
    )
    tables.show(
        positions,
        POSITION_COLUMNS,
        alt="How often each position is chosen and right",
        pinned="model",
    )
    st.caption(
        "“Accuracy there” is over questions whose right option was at that position; the interval"
        " is of the share chosen. Missing answers belong to no position."
    )


def show_unread(choice: Choice) -> None:
    """Replies without a readable answer, by model, and the questions they are to."""
    own = series.series(rows, choice.name, choice.origin)
    runs = {one.run_id: one.name for one in own if one.run_id and one.name in choice.names}
    took = efforts(rows, list(runs))
    if not took:
        st.info("Only aggregate figures are known, not the replies.")
        return
    found = [{"name": runs[run], **row} for run, row in took.items()]
    tables.show(found, UNREAD_COLUMNS, alt="Replies without a readable answer", pinned="name")
    kinds: dict[int, list[int]] = {run: [] for run in took}
    for row in outcome_counts(rows, list(took)):
        if row["outcome"] in UNREAD:
            kinds[row["run_id"]].append(UNREAD.index(row["outcome"]))
    with filters.bar("unread"):
        of = {runs[run]: run for run in took}
        some = next((at for at, run in enumerate(took) if kinds[run]), 0)
        name = choosing.one_of("Model", "by", list(of), first=some)
        run = of[name]
        some = min(kinds[run], default=0)
        outcome = choosing.one_of("Outcome", "outcome", UNREAD, OUTCOMES.__getitem__, first=some)
    wanted = Wanted(choice.name, run, outcome)
    nothing = f"No reply of {plain(name)} is of that kind."
    listing.show_found(wanted, f"{name} ({choice.origin})", nothing=nothing)


st.title("Errors")
st.markdown("How models fail: what they chose instead, where, and which replies could not be read.")
snapshot = notices.open_or_stop()
disputed = disagreements.counts(rows)
views = {WRONG: show_wrong, POSITIONS: show_positions, UNREAD_VIEW: show_unread}
view = choosing.preset("View", "view", [*views, *([DISPUTED] if disputed else [])])
if view == DISPUTED:
    disputes.show(disputed, snapshot)
else:
    choice = filters.choose()
    if view == POSITIONS and not wrong_answers.lettered(rows, choice.name):
        st.info("The options of this data set have no positions: answers are labels or formal.")
    else:
        views[view](choice)
    provenance.show_line(choice.dataset, snapshot)
