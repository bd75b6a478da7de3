"""Does a model prefer a position? How often each is chosen, and how often it is right."""

from __future__ import annotations

import streamlit as st

from dashboard import charts, choice_charts, choice_queries, filters, notices, provenance, tables

COLUMNS = {
    "model": "Model", "probe": "Probe", "language": "Language", "position": "Position",
    "value": "Chosen", "interval": None,
    "share_right": "Right there", "found": "Found there", "n_chosen": "Times chosen",
    "n_gold": "Times right", "n": "Answers", "thin": None, "prompt": "Prompt",
}  # fmt: skip

st.title("Position bias")
st.markdown(
    "How often was the option at each position chosen, and how often did the right one stand there?"
    " A model without a preference has its marks on the grey bars. Where all orders of the options"
    " are asked, every position is right equally often."
)
snapshot = notices.open_or_stop()
choice = filters.choose_positions()
rows = choice_queries.positions(choice.name, choice.origin, choice.names)
st.plotly_chart(
    choice_charts.by_position(rows),
    config=charts.CONFIG,
    key="positions",
    alt="Share of each position among the choices; the table below has the figures.",
)
st.caption(
    "Whiskers are 95% Wilson intervals, for as many trials as groups of items are worth. “Found"
    " there” is the share of the questions with the right option at the position that were answered"
    " rightly; the interval is that of the share chosen. What is no answer belongs to no position. "
    + (charts.THIN_NOTE if any(row["thin"] for row in rows) else "")
)
tables.show(rows, COLUMNS, alt="How often each position is chosen and right", pinned="model")
provenance.show_line(choice.dataset, snapshot)
