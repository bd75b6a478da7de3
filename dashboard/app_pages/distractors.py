"""Which wrong answer was given: by kind of question, kind of wrong answer, and model."""

from __future__ import annotations

import streamlit as st

from dashboard import (
    charts,
    choosing,
    distractor_queries,
    filters,
    notices,
    provenance,
    skill_charts,
    tables,
)

COLUMNS = {
    "type": "Question", "cell": "Answered", "name": "Model", "value": "Share of answers",
    "interval": None, "n_chosen": "Times", "n": "Of", "thin": None,
}  # fmt: skip
ALL = "all kinds"

st.title("Distractors")
st.markdown(
    "Which wrong answer was given? Of single choices, which kind of wrong option was chosen; of"
    " statements, which label in place of the right one; of formulas, structures and sets, what is"
    " wrong with them, a superset and a subset of the right options among it."
)
snapshot = notices.open_or_stop()
choice = filters.choose()
chosen = (choice.name, choice.origin, choice.names)
is_lettered, is_formal = distractor_queries.kinds(choice.name)
if is_formal:
    found = distractor_queries.mistakes(*chosen)
elif is_lettered:
    found = distractor_queries.roles(*chosen)
else:
    found = distractor_queries.labels(*chosen)
if not found:
    st.info("The models chosen gave no wrong answer, or only their finished figures are known.")
    notices.end()
kinds = sorted({row["type"] for row in found})
if len(kinds) > 1:
    kind = choosing.one_of("Kind of question", "kind", [ALL, *kinds])
    found = [row for row in found if kind in (ALL, row["type"])]
drawn = [{**row, "cell": f"{row['type']}: {row['cell']}"} for row in found]
st.plotly_chart(
    skill_charts.by_cell(drawn, None).update_xaxes(title="Share of answers"),
    config=charts.CONFIG,
    key="distractors",
    alt="Share of each wrong answer with intervals; the table below has the figures.",
)
st.caption(
    "Whiskers are 95% Wilson intervals, for as many trials as groups of items are worth. Of single"
    " choices the share is of the options of that kind that were shown; what is no answer belongs"
    " to none of them. " + (charts.THIN_NOTE if any(row["thin"] for row in found) else "")
)
tables.show(found, COLUMNS, alt="Which wrong answers were given", pinned="type")
if is_lettered:
    st.page_link(
        "app_pages/positions.py",
        label=":blue[Is a position of the options preferred?]",
        query_params={"data": choice.name},
        help="",
    )
provenance.show_line(choice.dataset, snapshot)
