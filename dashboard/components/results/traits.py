"""Labels for the traits of a data set, and links to the questions of a cell."""

from __future__ import annotations

from collections.abc import Iterable

from dashboard.components.source.snapshot import rows
from engine.analysis.by_trait import series
from engine.analysis.by_trait.traits import values
from engine.show.texts.names import value_names

OF_FORM = {"form_depth1": "root_form"}
"""Derived traits, by the stored traits that find their questions."""


def family_of(dataset: str) -> str | None:
    """The family of a data set, if known."""
    found = {row["dataset"]: row["family"] for row in series.datasets(rows)}
    return found.get(dataset)


def cell_words(dataset: str, trait: str, cells: Iterable[str]) -> dict[str, str]:
    """Labels for a trait's values, the same on all pages of a data set and in addresses."""
    known = dict.fromkeys(values(rows, dataset).get(OF_FORM.get(trait, trait), ()))
    cells = list(cells)
    called = value_names(trait, {**known, **dict.fromkeys(cells)}, family_of(dataset))
    return {cell: called[cell] for cell in cells}


def link(dataset: str, cells: dict[str, str], by: str) -> dict[str, str]:
    """The address parameters that list the questions of a cell with a run's answers."""
    found = {trait: cell_words(dataset, trait, [cell])[cell] for trait, cell in cells.items()}
    return {"data": dataset, "by": by, **found}
