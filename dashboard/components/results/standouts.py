"""Cells that stand out, as a table with links to their breakdowns."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.components.questions import listing
from dashboard.components.results import tables
from dashboard.components.source.snapshot import rows
from engine.analysis.by_trait.cells import THIN
from engine.analysis.diagnosis import standouts
from engine.analysis.sources.query import Row
from engine.show.texts.cell_words import cell_name, cell_view
from engine.show.texts.escaping import plain

COLUMNS = {
    "where": "Where", "dataset": "Data set", "name": "Asked", "value": "Accuracy there",
    "rest": "Elsewhere", "difference": None, "low": None, "high": None, "n": None, "q": None,
}  # fmt: skip

_LINKED = 3
"""The column of cells fits the longest, such as a skill's, which differ at the end."""


def show(origin: str, model: str, most: int) -> None:
    """The greatest differences of a model's runs of one provenance, with links to the first."""
    found = standouts.stand_outs(rows, origin, model)
    for words, cells in (("Worse", found.worse), ("Better", found.better)):
        if cells:
            st.markdown(f"**{words} than overall**")
            _show(cells, most, f"Parts where the model does {words.lower()} than overall")
    if not found.nearest:
        st.text(f"No part of a run has {THIN} groups of questions, so none is tested.")
    elif not (found.worse or found.better):
        st.markdown("**No part stands out. The nearest to it, which may be chance**")
        _show(found.nearest, most, "Parts that differ most, without standing out")
    st.caption(plain(f"{standouts.METHOD}, of {found.n_tested:,} cells of this model."))


def _show(cells: Sequence[Row], most: int, alt: str) -> None:
    shown = [
        {
            **cell,
            "where": cell_name(rows, cell),
            "name": cell["name"].removeprefix(f"{cell['model']}, "),
        }
        for cell in cells[:most]
    ]
    tables.show(shown, COLUMNS, alt=alt, pinned="where", shares=("rest",))
    if len(cells) > most:
        st.caption(f"The {most} largest of {len(cells)}.")
    for cell, row in zip(cells[:_LINKED], shown, strict=False):
        words = f"{row['where']}, {row['dataset']}, {row['name']}"
        listing.to_page("breakdown", plain(words), cell_view(rows, cell))
