"""Cells that stand out, as a table with links to where they can be looked at."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard import tables, traits
from dashboard.snapshot import Row
from dashboard.words import plain

COLUMNS = {
    "where": "Where", "name": "Model", "dataset": "Data set", "value": "Accuracy there",
    "rest": "Elsewhere", "difference": None, "low": None, "high": None, "n": None, "q": None,
}  # fmt: skip

_LEAST_PX, _SIGN_PX = 200, 8
"""The column of cells is as wide as its longest, such as a skill's, whose end tells it apart."""


def show(cells: Sequence[Row], most: int, linked: int, alt: str) -> None:
    """The `most` greatest differences, and links to the first ones."""
    shown = cells[:most]
    if not shown:
        st.text("None.")
        return
    named = [{**cell, "where": where(cell)} for cell in shown]
    tables.show(
        named,
        COLUMNS,
        alt=alt,
        pinned="where",
        pinned_px=max(_LEAST_PX, _SIGN_PX * max(len(cell["where"]) for cell in named)),
        shares=("rest",),
    )
    if len(cells) > most:
        st.caption(f"The {most} greatest of {len(cells)}.")
    for cell in shown[:linked]:
        st.page_link(
            "app_pages/breakdown.py",
            label=f":blue[{plain(where(cell))}, {plain(cell['name'])}, {plain(cell['dataset'])}]",
            query_params={
                "data": cell["dataset"],
                "origin": cell["origin"],
                "shown": cell["name"],
                "down": traits.TRAITS[cell["trait"]],
                "cell": f"{_called(cell)} × {cell['name']}",
            },
            help="",
        )


def where(cell: Row) -> str:
    """A cell in words, such as `Depth 3`."""
    return f"{traits.TRAITS[cell['trait']]}: {_called(cell)}"


def _called(cell: Row) -> str:
    words = traits.cell_words(cell["dataset"], cell["trait"], [cell["cell"]])
    return words[cell["cell"]]
