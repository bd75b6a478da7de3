"""Accuracy by argument form, the paper's way and over all depths."""

from __future__ import annotations

import streamlit as st

from dashboard import charts, choosing, filters, notices, provenance, queries, tables
from dashboard.words import form

AT_DEPTH_1, OVER_ALL = "depth 1 only, as in the paper", "all depths, by the last step"
COLUMNS = {
    "form": "Form", "name": "Model", "value": None, "interval": None, "n": None, "thin": None,
}  # fmt: skip

st.title("Accuracy by argument form")
snapshot = notices.open_or_stop()
choice = filters.choose()
way = choosing.one_of("Questions of", "over", [AT_DEPTH_1, OVER_ALL])
if way == AT_DEPTH_1:
    rows = queries.by_form_at_depth_1(choice.name, choice.origin, choice.names)
    st.caption("At depth 1 the form that concludes the statement is the only one in the proof.")
else:
    rows = queries.by_trait(choice.name, choice.origin, choice.names, "root_form")
    st.caption("Over all depths, the form is the one of the proof's last step.")
if not rows:
    st.info("The results chosen are not broken down this way.")
    notices.end()
human = queries.human(choice.name)
st.plotly_chart(
    charts.by_form(rows, queries.chance(choice.name), human),
    config=charts.CONFIG,
    key="forms",
    alt="Accuracy by argument form with intervals; the table below has the figures.",
)
st.caption(
    "Whiskers are 95% intervals by groups of items. "
    + (charts.THIN_NOTE if any(row["thin"] for row in rows) else "")
)
if human:
    st.caption("The human lines are of the data sets they name, over all forms.")
tables.show(
    [{**row, "form": form(row["cell"])} for row in rows],
    COLUMNS,
    alt="Accuracy by argument form",
    pinned="form",
    pinned_px=190,  # the longest name of a form
)
provenance.show_line(choice.dataset, snapshot)
