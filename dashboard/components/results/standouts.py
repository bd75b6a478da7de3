"""Cells that stand out, as a table with links to their breakdowns."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.components.questions import listing
from dashboard.components.results import tables
from dashboard.components.source.snapshot import rows
from engine.analysis.diagnosis import standouts
from engine.analysis.sources.query import Row
from engine.show.texts.cell_words import cell_name, cell_view
from engine.show.texts.escaping import plain

COLUMNS = {
    "where": "Where", "name": "Model", "dataset": "Data set", "value": "Accuracy there",
    "rest": "Elsewhere", "difference": None, "low": None, "high": None, "n": None, "q": None,
}  # fmt: skip

_LINKED = 3
"""The column of cells fits the longest, such as a skill's, which differ at the end."""


def show(origin: str, of: str, most: int, model: str | None = None) -> None:
    """The greatest differences of one provenance, for one model or all, with links to the first."""
    found = standouts.stand_outs(rows, origin, model)
    st.caption(plain(f"{standouts.METHOD}, of {found.n_tested:,} cells of {of}."))
    for words, cells in (("Worse", found.worse), ("Better", found.better)):
        st.markdown(f"**{words} than overall**")
        _show(cells, most, f"Cells where models do {words.lower()} than overall")


def _show(cells: Sequence[Row], most: int, alt: str) -> None:
    shown = cells[:most]
    if not shown:
        st.text("None.")
        return
    named = [{**cell, "where": cell_name(rows, cell)} for cell in shown]
    tables.show(
        named,
        COLUMNS,
        alt=alt,
        pinned="where",
        shares=("rest",),
    )
    if len(cells) > most:
        st.caption(f"The {most} largest of {len(cells)}.")
    for cell in shown[:_LINKED]:
        words = f"{cell_name(rows, cell)}, {cell['name']}, {cell['dataset']}"
        listing.to_page("breakdown", plain(words), cell_view(rows, cell))
