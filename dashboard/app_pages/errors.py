"""Which wrong answer was given: by kind of question, kind of wrong answer, position, and model."""

from __future__ import annotations

import streamlit as st

from dashboard.components import charts, choosing, filters, listing, notices, provenance, tables
from dashboard.components.snapshot import rows
from engine.analysis import wrong_answers
from engine.show.names import MISTAKES

COLUMNS = {
    "type": "Question", "cell": "Answered", "name": "Model", "value": "Share of answers",
    "interval": None, "n_chosen": "Times", "n": "Of", "thin": None,
}  # fmt: skip
DRAWN_COLUMNS = {
    "name": "Model", "value": "Drawn to it", "interval": None, "n": "Questions", "thin": None,
}  # fmt: skip
POSITION_COLUMNS = {
    "model": "Model", "probe": "Probe", "language": "Language", "position": "Position",
    "value": "Chosen", "interval": None,
    "share_right": "Right there", "found": "Found there", "n_chosen": "Times chosen",
    "n_gold": "Times right", "n": "Answers", "thin": None, "prompt": "Prompt",
}  # fmt: skip
ALL = "all kinds"

st.title("Errors")
st.markdown(
    "Which wrong answer was given? Of single choices, which kind of wrong option was chosen; of"
    " statements, which label in place of the right one; of formulas, structures and sets, what is"
    " wrong with them, a superset and a subset of the right options among it."
)
snapshot = notices.open_or_stop()
choice = filters.choose()
found = wrong_answers.wrong_answers(rows, *choice.asked)
if not found:
    st.info("The models chosen gave no wrong answer, or only their finished figures are known.")
    notices.end()
kinds = sorted({row["type"] for row in found})
if len(kinds) > 1:
    kind = choosing.one_of("Kind of question", "kind", [ALL, *kinds])
    found = [row for row in found if kind in (ALL, row["type"])]
found = [{**row, "cell": MISTAKES.get(row["cell"], row["cell"])} for row in found]
drawn = [{**row, "place": f"{row['type']}: {row['cell']}"} for row in found]
charts.show(
    charts.by_place(
        drawn, {row["place"]: row["place"] for row in drawn}, "Share of answers", "place"
    ),
    key="distractors",
    alt="Share of each wrong answer with intervals; the table below has the figures.",
)
st.caption(
    "Whiskers are 95% Wilson intervals, for as many trials as groups of items are worth. Of single"
    " choices the share is of the options of that kind that were shown; what is no answer belongs"
    " to none of them. " + (charts.THIN_NOTE if any(row["thin"] for row in found) else "")
)
tables.show(found, COLUMNS, alt="Which wrong answers were given", pinned="type")

if tied := wrong_answers.drawn_to_tied(rows, *choice.asked):
    st.markdown("**Drawn to the option tied to both sentences**")
    st.caption(
        "One wrong option supports, or is supported by, both sentences directly. Who answers by"
        " relatedness alone chooses it more often than one time in four."
    )
    tables.show(
        tied,
        DRAWN_COLUMNS,
        alt="How often the wrong option tied to both sentences was chosen",
        pinned="name",
    )

if wrong_answers.lettered(rows, choice.name):
    st.subheader("Position bias")
    st.markdown(
        "How often was the option at each position chosen, and how often did the right one stand"
        " there? A model without a preference has its marks on the grey bars. Where all orders of"
        " the options are asked, every position is right equally often."
    )
    positions = wrong_answers.positions(rows, *choice.asked)
    charts.show(
        charts.by_position(positions),
        key="positions",
        alt="Share of each position among the choices; the table below has the figures.",
    )
    tables.show(
        positions,
        POSITION_COLUMNS,
        alt="How often each position is chosen and right",
        pinned="model",
    )
    st.caption(
        "“Found there” is the share of the questions with the right option at the position that"
        " were answered rightly; the interval is that of the share chosen. What is no answer"
        " belongs to no position."
    )
listing.to_page("disagreements", "Replies on which a published verdict and ours differ", {})
provenance.show_line(choice.dataset, snapshot)
