"""Wrong answers by kind of question, kind of wrong answer, position and model."""

from __future__ import annotations

import streamlit as st

from dashboard.components import charts, choosing, filters, listing, notices, provenance, tables
from dashboard.components.snapshot import rows
from engine.analysis import wrong_answers
from engine.show.names import MISTAKES

COLUMNS = {
    "type": "Question", "cell": "Answered", "name": "Model", "value": "Share of answers",
    "interval": None, "n_chosen": "Answers", "n": "of", "thin": None,
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
ALL = "all kinds"

st.title("Errors")
st.markdown(
    "Which wrong answers models give: for single choice, the kind of wrong option; for statements,"
    " the wrong label; for formulas, structures and sets, the kind of mistake, such as a superset"
    " or subset of the right options."
)
snapshot = notices.open_or_stop()
choice = filters.choose()
found = wrong_answers.wrong_answers(rows, *choice.asked)
if not found:
    st.info("The chosen models gave no wrong answers, or only aggregate figures are known.")
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
    alt="Share of each wrong answer with intervals; figures in the table below.",
)
st.caption(
    "Whiskers: 95% Wilson intervals at the effective sample size. For single choice, shares are of"
    " the options of that kind that were shown; missing answers belong to none."
    " " + (charts.THIN_NOTE if any(row["thin"] for row in found) else "")
)
tables.show(found, COLUMNS, alt="Wrong answers", pinned="type")

if tied := wrong_answers.drawn_to_tied(rows, *choice.asked):
    st.markdown("**Choice of the option tied to both sentences**")
    st.caption(
        "One wrong option supports, or is supported by, both sentences directly. Answering by"
        " relatedness alone chooses it more than one time in four."
    )
    tables.show(
        tied,
        DRAWN_COLUMNS,
        alt="Share choosing the wrong option tied to both sentences",
        pinned="name",
    )

if wrong_answers.lettered(rows, choice.name):
    st.subheader("Position bias")
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
listing.to_page("disagreements", "Replies on which a published verdict differs from ours", {})
provenance.show_line(choice.dataset, snapshot)
