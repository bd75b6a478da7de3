"""Two traits crossed, or a trait and the models: a heat table, and the questions of a cell."""

from __future__ import annotations

import streamlit as st

from dashboard import (
    breakdown_charts,
    charts,
    choosing,
    filters,
    finding,
    listing,
    notices,
    provenance,
    queries,
    tables,
    traits,
)
from dashboard.breakdown_queries import SERIES_AXIS, crossed
from dashboard.words import plain

LARGEST = 30  # more rows or columns are not drawn
SHOWN = 5  # so many wrong answers of a cell stand here; the list of its questions has all

st.title("Breakdown")
st.markdown(
    "Accuracy within each value of a trait, for each model; or within each pair of values of two"
    " traits, for one of them. Prompts and probes are told apart with the models."
)
snapshot = notices.open_or_stop()
choice = filters.choose()
available = traits.varying(choice.name)
if not available:
    st.info("The questions of this data set do not differ in any trait.")
    st.stop()
words = {SERIES_AXIS: "Model, prompt and probe", **traits.TRAITS}
with st.container(horizontal=True):
    down = choosing.one_of("Down", "down", available, words.__getitem__)
    others = [SERIES_AXIS, *(trait for trait in available if trait != down)]
    across = choosing.one_of("Across", "across", others, words.__getitem__)
    names = choice.names
    if across != SERIES_AXIS:
        names = [choosing.one_of("Of", "of", choice.names)]
cells = crossed(choice.name, choice.origin, names, down, across)
if not cells:
    st.info("Of these results only finished figures are known, or none has these traits.")
    st.stop()


def sides(trait: str, column: str) -> dict[str, str]:
    """The values of one side in order, with their words."""
    found = list(dict.fromkeys(cell[column] for cell in cells))
    if trait == SERIES_AXIS:
        return {name: name for name in names if name in found}
    called = traits.cell_words(trait, found)
    found.sort(key=lambda cell: (not cell.isdecimal(), int(cell) if cell.isdecimal() else 0))
    return {cell: called[cell] for cell in found}


down_cells, across_cells = sides(down, "down_cell"), sides(across, "across_cell")
title = f"{words[down]} by {words[across].lower()}"
if len(down_cells) <= LARGEST and len(across_cells) <= LARGEST:
    st.plotly_chart(
        breakdown_charts.heat(cells, down_cells, across_cells),
        config=charts.CONFIG,
        key="heat",
        alt=f"Accuracy, {title.lower()}, as a heat table; the table below has the figures.",
    )
    st.caption(
        "Orange is low, blue is high; each field says its accuracy and number of answers. Grey"
        " fields rest on too few different questions to compare."
    )
else:
    st.text(f"More than {LARGEST} rows or columns are not drawn; the table has them all.")

named = {
    f"{down_cells[cell['down_cell']]} × {across_cells[cell['across_cell']]}": cell for cell in cells
}
chosen = choosing.any_or("Questions of", "cell", list(named))
if chosen:
    cell = named[chosen]
    wanted = {down: cell["down_cell"]}
    if across != SERIES_AXIS:
        wanted[across] = cell["across_cell"]
    to = traits.link(choice.name, wanted, f"{cell['name']} ({choice.origin})")
    st.page_link(
        "app_pages/questions.py",
        label=f":blue[**The {cell['n_items']:,} questions of {plain(chosen)}**]",
        query_params=to,
        help="",
    )
    runs = {one.name: one.run_id for one in queries.series(choice.name, choice.origin)}
    missed = finding.found(finding.missed(choice.name, wanted, runs[cell["name"]]), 1, SHOWN)
    if missed:
        st.markdown(f"**The first {len(missed)} not answered right**")
        by = f"{cell['name']} ({choice.origin})"
        listing.show(choice.name, missed, {"answer": by})
    else:
        st.text("All of them were answered right.")
tables.show(
    [
        {
            **cell,
            "down": down_cells[cell["down_cell"]],
            "across": across_cells[cell["across_cell"]],
        }
        for cell in cells
    ],
    {"down": words[down], "across": words[across], "value": None, "interval": None, "n": None,
     "thin": None},
    alt=f"Accuracy: {title.lower()}",
    pinned="down",
)  # fmt: skip
st.caption("Intervals are 95% Wilson intervals, for as many trials as groups of items are worth.")
provenance.show_line(choice.dataset, snapshot)
