"""Accuracy by the number of argument steps, or by the longest chain of them."""

from __future__ import annotations

import streamlit as st

from dashboard import charts, choosing, filters, notices, provenance, queries, tables

COLUMNS = {
    "name": "Model", "cell": "Steps", "value": None, "interval": None, "n": None, "thin": None,
}  # fmt: skip

st.title("Accuracy by depth")
snapshot = notices.open_or_stop()
choice = filters.choose()
trait = choosing.one_of(
    "Along",
    "along",
    ["depth", "height"],
    help="Depth counts the argument steps of the shortest proof, height its longest chain.",
)
rows = queries.by_trait(choice.name, choice.origin, choice.names, trait)
if not rows:
    st.info("The results chosen are not broken down by this trait.")
    notices.end()
human = queries.human(choice.name)
st.plotly_chart(
    charts.by_steps(rows, trait.capitalize(), queries.chance(choice.name), human),
    config=charts.CONFIG,
    key="steps",
    alt=f"Accuracy by {trait} as lines with interval bands; the table below has the figures.",
)
st.caption(
    "Bands are 95% intervals by groups of items. "
    "An uncertain question has the depth of the proofs of its group. "
    + (charts.THIN_NOTE if any(row["thin"] for row in rows) else "")
)
if human:
    st.caption("The human lines are of the data sets they name, as their paper reports them.")
tables.show(rows, COLUMNS, alt=f"Accuracy by {trait}", pinned="name")
provenance.show_line(choice.dataset, snapshot)
