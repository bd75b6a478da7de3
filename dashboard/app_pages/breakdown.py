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
from dashboard.breakdown_queries import (
    SERIES_AXIS,
    SETTINGS,
    by_settings,
    crossed,
    varying_settings,
)
from dashboard.words import plain

MOST_COLUMNS, MOST_ROWS = 30, 150  # more are not drawn
SHOWN = 5  # so many wrong answers of a cell stand here; the list of its questions has all

st.title("Breakdown")
st.markdown(
    "Accuracy within each value of a trait, for each model; or within each pair of values of two"
    " traits, for one of them. Prompts and probes are told apart with the models, or are axes of"
    " their own for one model."
)
snapshot = notices.open_or_stop()
choice = filters.choose()
varying = traits.varying(choice.name)
settings = varying_settings(choice.name, choice.origin)
available = [*varying, *settings]
if not varying and len(settings) < len(SETTINGS):
    st.info("The questions of this data set do not differ in any trait.")
    notices.end()
words = {SERIES_AXIS: "Model, prompt and probe", **traits.TRAITS, **SETTINGS}
with st.container(horizontal=True):
    down = choosing.one_of("Down", "down", available, words.__getitem__)
    others = [trait for trait in available if trait != down]
    if down not in SETTINGS:
        others.insert(0, SERIES_AXIS)
    across = choosing.one_of("Across", "across", others, words.__getitem__)
    names = choice.names
    if axes := {down, across} & SETTINGS.keys():
        lines = by_settings(choice.name, choice.origin, axes)
        names = lines[choosing.one_of("Of", "of", list(lines))]
    elif across != SERIES_AXIS:
        names = [choosing.one_of("Of", "of", choice.names)]
cells = crossed(choice.name, choice.origin, names, down, across)
if not cells:
    st.info("Of these results only finished figures are known, or none has these traits.")
    notices.end()


def sides(trait: str, column: str) -> dict[str, str]:
    """The values of one side in order, with their words."""
    found = list(dict.fromkeys(cell[column] for cell in cells))
    if trait == SERIES_AXIS:
        return {name: name for name in names if name in found}
    called = traits.cell_words(choice.name, trait, found)
    found.sort(key=lambda cell: (not cell.isdecimal(), int(cell) if cell.isdecimal() else 0))
    return {cell: called[cell] for cell in found}


down_cells, across_cells = sides(down, "down_cell"), sides(across, "across_cell")
title = f"{words[down]} by {words[across].lower()}"
if len(down_cells) <= MOST_ROWS and len(across_cells) <= MOST_COLUMNS:
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
    st.text(
        f"More than {MOST_ROWS} rows or {MOST_COLUMNS} columns are not drawn; the table has all."
    )

named = {
    f"{down_cells[cell['down_cell']]} × {across_cells[cell['across_cell']]}": cell for cell in cells
}
chosen = choosing.any_or("Questions of", "cell", list(named))
if chosen:
    cell = named[chosen]
    sides_of_cell = {down: cell["down_cell"], across: cell["across_cell"]}
    wanted = {trait: value for trait, value in sides_of_cell.items() if trait in traits.TRAITS}
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
        listing.show(choice.name, missed, by)
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
