"""Questions on arguments: by structure and type, by the option chosen, and type against type."""

from __future__ import annotations

import streamlit as st

from dashboard import (
    argument_charts,
    argument_queries,
    breakdown_charts,
    charts,
    choosing,
    filters,
    notices,
    provenance,
    tables,
)
from dashboard.argument_queries import STRUCTURES, TYPES

TYPE_COLUMNS = {
    "part": "Type", "name": "Model", "value": None, "interval": None, "n": None, "thin": None,
}  # fmt: skip
MEAN_COLUMNS = {
    "name": "Model", "value": "Mean over types", "interval": None, "micro": "Over all questions",
    "n": None, "n_arguments": "Arguments",
}  # fmt: skip
ROLE_COLUMNS = {
    "question_type": "Type", "told": "Option", "value": "Chosen", "interval": None, "n": None,
    "tied": "Tied to both", "thin": None,
}  # fmt: skip
DRAWN_COLUMNS = {
    "name": "Model", "value": "Drawn to it", "interval": None, "n": "Questions", "thin": None,
}  # fmt: skip
PAIR_COLUMNS = {
    "types": "Types", "pair": "Pair", "name": "Model", "first_share": "First",
    "second_share": "Second", "difference": None, "low": None, "high": None, "n": "Arguments",
    "thin": None,
}  # fmt: skip

st.title("Arguments")
st.markdown(
    "Which sentence completes a structure of an argument? Types 1 are **linear** (one supports a"
    " second, which supports a third), types 2 **convergent** (two support a third), types 3"
    " **divergent** (one supports two others). Each wrong option stands in a relation of its own to"
    " what is shown, so that an error tells what was misread."
)
snapshot = notices.open_or_stop()
choice = filters.choose(filters.ARGUMENTS)
chosen = (choice.name, choice.origin, choice.names)

st.subheader("By structure and type")
cells = argument_queries.by_type(*chosen)
down = {"all": "all questions"}
for code, structure in STRUCTURES.items():
    down |= {structure: structure} | {one: one for one in TYPES if one.startswith(code)}
cells = [cell for cell in cells if cell["down_cell"] in down]
if not cells:
    st.info("Of these results only overall figures are known.")
    notices.end()
order = list(down)
cells.sort(key=lambda cell: (order.index(cell["down_cell"]), choice.names.index(cell["name"])))
st.plotly_chart(
    breakdown_charts.heat(
        cells,
        {cell["down_cell"]: down[cell["down_cell"]] for cell in cells},
        {name: name for name in choice.names if name in {cell["name"] for cell in cells}},
    ),
    config=charts.CONFIG,
    key="types",
    alt="Accuracy by structure and type as a heat table; the table below has the figures.",
)
tables.show(
    [{**cell, "part": down[cell["down_cell"]]} for cell in cells],
    TYPE_COLUMNS,
    alt="Accuracy by structure and type",
    pinned="part",
)
averages = argument_queries.averages(*chosen)
if averages:
    st.caption(
        "The mean over types lets each type count alike; its interval is over arguments, whose nine"
        " questions share something. That of the share over all questions stands in the table"
        " before."
    )
    tables.show(
        averages,
        MEAN_COLUMNS,
        alt="Mean over types",
        pinned="name",
        shares=("micro",),
    )

st.subheader("Which option was chosen")
roles = argument_queries.chosen(*chosen)
available = list(dict.fromkeys(row["name"] for row in roles))
if available:
    model = choosing.one_of("Model", "model", available)
    own = [row for row in roles if row["name"] == model]
    st.plotly_chart(
        argument_charts.stacked(own),
        config=charts.CONFIG,
        key="roles",
        alt="Shares of options chosen at each type, stacked; the table below has the figures.",
    )
    told = argument_charts.ROLES
    tied = {True: "yes", False: "no", None: None}
    tables.show(
        [{**row, "told": told[row["role"]], "tied": tied[row["is_tied_to_both"]]} for row in own],
        ROLE_COLUMNS,
        alt="Shares of options chosen at each type",
        pinned="question_type",
        pinned_px=70,
    )
    st.markdown("**Drawn to the option tied to both sentences**")
    st.caption(
        "One wrong option of each type but 1.2 supports, or is supported by, both sentences"
        " directly. Who answers by relatedness alone chooses it more often than one time in four."
    )
    tables.show(
        argument_queries.drawn(*chosen),
        DRAWN_COLUMNS,
        alt="How often the wrong option tied to both sentences was chosen",
        pinned="name",
    )

st.subheader("Type against type")
pairs = argument_queries.pairs(*chosen)
if pairs:
    st.markdown(
        "**Mirror** pairs ask for a claim and for a reason: 2.3 against 3.1, 1.1 against 1.3."
        " Pairs of the **same structure** ask one thing of two propositions: 2.1 and 2.2, 3.2 and"
        " 3.3. Each is compared within every argument."
    )
    st.plotly_chart(
        argument_charts.differences(pairs),
        config=charts.CONFIG,
        key="pairs",
        alt="First minus second type with intervals; the table below has the figures.",
    )
    tables.show(
        pairs,
        PAIR_COLUMNS,
        alt="Type against type",
        pinned="types",
        shares=("first_share", "second_share"),
    )
    st.caption("The interval is that of the difference; those of both shares stand by type above.")
else:
    st.text("None of the models chosen was asked both types of a pair.")
provenance.show_line(choice.dataset, snapshot)
