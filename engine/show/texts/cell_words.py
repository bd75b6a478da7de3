"""Labels of the cells of breakdowns, and the view of the dashboard that shows one."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from engine.analysis.by_trait import series
from engine.analysis.by_trait.traits import values
from engine.analysis.sources.query import Row, Rows
from engine.show.texts.names import TRAITS, value_names

OF_FORM = {"form_depth1": "root_form"}
"""Derived traits, by the stored traits that find their questions."""


def cell_words(rows: Rows, dataset: str, trait: str, cells: Iterable[str]) -> dict[str, str]:
    """Labels for a trait's values, the same on all pages of a data set and in addresses."""
    cells = list(cells)
    if trait == "dataset":
        parts = zip(*(cell.split("-") for cell in cells), strict=False)
        shared = takewhile(lambda part: len(set(part)) == 1, parts)
        start = sum(len(part[0]) + 1 for part in shared)
        return {cell: cell[start:] or cell for cell in cells}
    family = next((r["family"] for r in series.datasets(rows) if r["dataset"] == dataset), None)
    known = dict.fromkeys(values(rows, dataset).get(OF_FORM.get(trait, trait), ()))
    called = value_names(trait, {**known, **dict.fromkeys(cells)}, family)
    return {cell: called[cell] for cell in cells}


def cell_name(rows: Rows, cell: Row) -> str:
    """A cell's trait and value, such as `Depth: 3`."""
    return f"{TRAITS[cell['trait']]}: {_value_name(rows, cell)}"


def cell_view(rows: Rows, cell: Row) -> dict[str, str]:
    """The view of the page Breakdown that shows a cell of a run and its questions."""
    return {
        "data": cell["dataset"],
        "origin": cell["origin"],
        "shown": cell["name"],
        "down": TRAITS[cell["trait"]],
        "cell": f"{_value_name(rows, cell)} × {cell['name']}",
    }


def _value_name(rows: Rows, cell: Row) -> str:
    return cell_words(rows, cell["dataset"], cell["trait"], [cell["cell"]])[cell["cell"]]
