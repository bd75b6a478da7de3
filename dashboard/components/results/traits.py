"""Labels for the traits of a data set, and links to the questions of a cell."""

from __future__ import annotations

from collections.abc import Iterable

from dashboard.components.source.snapshot import rows
from engine.show.texts import cell_words as labels


def cell_words(dataset: str, trait: str, cells: Iterable[str]) -> dict[str, str]:
    """Labels for a trait's values."""
    return labels.cell_words(rows, dataset, trait, cells)


def link(dataset: str, cells: dict[str, str], by: str) -> dict[str, str]:
    """The address parameters that list the questions of a cell with a run's answers."""
    found = {trait: cell_words(dataset, trait, [cell])[cell] for trait, cell in cells.items()}
    return {"data": dataset, "by": by, **found}
