"""JustLogic's Appendix C: does it help or harm that the statement shown is true in the world?"""

from __future__ import annotations

import streamlit as st

from dashboard import charts, filters, notices, provenance, queries, tables
from dashboard.words import plain

COLUMNS = {
    "name": "Model", "gold": "Right answer", "world": "Statement in the world", "value": None,
    "interval": None, "n": None, "thin": None,
}  # fmt: skip

st.title("Factual accuracy")
st.markdown(
    "A question asks what follows from its passage, whatever is so in the world. A model that"
    " answers from what it knows does better where the two agree: among the questions with the"
    " right answer *true*, where the statement is true in the world as well."
)
snapshot = notices.open_or_stop()
choice = filters.choose()
rows = queries.by_world(choice.name, choice.origin, choice.names)
if not rows:
    st.info("For these results it is not known which statements are true in the world.")
    notices.end()
for gold in dict.fromkeys(row["gold"] for row in rows):
    st.subheader(plain(f"Right answer: {gold}"))
    st.plotly_chart(
        charts.by_world([row for row in rows if row["gold"] == gold], queries.chance(choice.name)),
        config=charts.CONFIG,
        key=f"world-{gold}",
        alt=f"Accuracy by truth in the world, right answer {gold}; the table has the figures.",
    )
st.caption(
    "Whiskers are 95% intervals by groups of items. "
    + (charts.THIN_NOTE if any(row["thin"] for row in rows) else "")
)
tables.show(
    [{**row, "world": "true" if row["shown_accurate"] else "false"} for row in rows],
    COLUMNS,
    alt="Accuracy by right answer and by truth of the statement in the world",
    pinned="name",
)
provenance.show_line(choice.dataset, snapshot)
