"""Accuracy on skills by the length of the argument, by category, and between the two logics."""

from __future__ import annotations

import streamlit as st

from dashboard import (
    charts,
    choosing,
    filters,
    notices,
    provenance,
    queries,
    reported_views,
    skill_charts,
    skill_queries,
    skill_words,
    tables,
)
from dashboard.skill_queries import METRICS

COLUMNS = {
    "name": "Model", "kind": "Kind", "cell": "Length", "value": None, "interval": None, "n": None,
    "thin": None,
}  # fmt: skip
CATEGORY_COLUMNS = {
    "cell": "Category", "name": "Model", "value": None, "interval": None, "n": None, "thin": None,
}  # fmt: skip
GAP_COLUMNS = {
    "name": "Model", "propositional": "Propositional", "predicate": "Predicate",
    "difference": None, "low": None, "high": None, "n_propositional": "n propositional",
    "n_predicate": "n predicate", "thin": None,
}  # fmt: skip

st.title("Length, category and logic")
st.markdown(
    "The length of a question is the number of steps by which its conclusion follows: of one that"
    " does not follow, the steps of the sound argument from which it differs by an edit."
)
snapshot = notices.open_or_stop()
choice = filters.choose_on_skills()
metric = choosing.one_of(
    "Measure",
    "measure",
    list(METRICS),
    METRICS.__getitem__,
    help="Accuracy is over all answers, response accuracy over those that could be read.",
)
title = METRICS[metric]
chance = queries.chance(choice.name)
asked = (choice.name, choice.origin, choice.names, metric)

rows = skill_queries.by_part(*asked, "length")
st.subheader("By length")
if not rows:
    st.info("None of the models chosen gave an answer that could be read.")
    notices.end()
st.plotly_chart(
    charts.by_steps(rows, "Length", chance, ()).update_yaxes(title=title),
    config=charts.CONFIG,
    key="length",
    alt=f"{title} by length as lines with interval bands; the table below has the figures.",
)
kinds = skill_queries.by_kind_and_length(*asked)
places = st.columns(2)
for number, (kind, cells) in enumerate(kinds.items()):
    with places[number % 2]:
        st.markdown(f"**{skill_words.KINDS[kind].capitalize()}**")
        st.plotly_chart(
            charts.by_steps(cells, "Length", chance, ())
            .update_yaxes(title=title)
            .update_layout(showlegend=False, height=280),
            config=charts.CONFIG,
            key=f"length-{number}",
            alt=f"{title} by length where the conclusion is of the kind {kind}; see the table.",
        )
is_thin = any(row["thin"] for cells in (rows, *kinds.values()) for row in cells)
st.caption(
    "Bands are 95% intervals by groups of items; the looks are those of the first chart. Chance is"
    " that of a blind guess over all questions; among those of one kind, who always gives the same"
    " answer is right throughout or never. " + (charts.THIN_NOTE if is_thin else "")
)
tables.show(
    [
        *({**row, "kind": "all"} for row in rows),
        *(
            {**row, "kind": skill_words.KINDS[kind]}
            for kind, cells in kinds.items()
            for row in cells
        ),
    ],
    COLUMNS,
    alt=f"{title} by length and kind",
    pinned="name",
)

st.subheader("By category")
rows = skill_queries.by_part(*asked, "logic and category")
st.plotly_chart(
    skill_charts.by_cell(rows, chance).update_xaxes(title=title),
    config=charts.CONFIG,
    key="category",
    alt=f"{title} by logic and category with intervals; the table below has the figures.",
)
tables.show(rows, CATEGORY_COLUMNS, alt=f"{title} by category", pinned="cell", pinned_px=170)

st.subheader("Propositional minus predicate logic")
gaps = skill_queries.gaps(*asked)
if gaps:
    st.plotly_chart(
        skill_charts.gaps(gaps),
        config=charts.CONFIG,
        key="gaps",
        alt="Propositional minus predicate with intervals; the table below has the figures.",
    )
    tables.show(gaps, GAP_COLUMNS, alt="Propositional minus predicate", pinned="name")
    st.caption("The interval is that of the difference; those of both shares stand by category.")
else:
    st.text("None of the models chosen was asked questions of both logics.")
reported_views.show("length", "Length")
provenance.show_line(choice.dataset, snapshot)
