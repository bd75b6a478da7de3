"""The traits that results are broken down by: what they are called, and how questions are found."""

from __future__ import annotations

from collections.abc import Iterable

from dashboard.snapshot import rows
from dashboard.words import forms

TRAITS = {
    "depth": "Depth",
    "height": "Height",
    "root_form": "Argument form",
    "question_type": "Question type",
    "rule": "Rule",
    "leaf": "Skill",
    "gold": "Right answer",
    "query_shape": "Shape of the statement",
    "structure": "Structure",
    "domain": "Domain",
    "language": "Language",
    "logic": "Logic",
    "n_premises": "Premises",
    "n_atoms": "Letters",
    "n_distractors": "Premises outside the proof",
    "shown_accurate": "Statement true in the world",
    "split": "Split",
}
"""Columns of `items` that are traits. The role in a group is none: the gold says as much."""

FILTERS = {
    "depth": "depth",
    "root_form": "form",
    "question_type": "type",
    "rule": "rule",
    "leaf": "leaf",
    "gold": "gold",
    "query_shape": "shape",
    "language": "language",
    "split": "split",
    "height": "height",
    "structure": "structure",
    "domain": "domain",
    "logic": "logic",
    "n_premises": "premises",
    "n_atoms": "letters",
    "n_distractors": "outside",
    "shown_accurate": "world",
}
"""The filters of the page of questions, one for each trait."""


def varying(dataset: str) -> list[str]:
    """The traits of which a data set has more than one value, in the order of `TRAITS`."""
    counts = ", ".join(f"count(DISTINCT {trait}) AS {trait}" for trait in TRAITS)
    [found] = rows(
        f"SELECT {counts} FROM items JOIN datasets d USING (dataset_id) WHERE d.name = $dataset",
        dataset=dataset,
    )
    return [trait for trait in TRAITS if found[trait] > 1]


def values(dataset: str, trait: str) -> list[str]:
    """The values of one of `TRAITS` that occur in a data set, as text, in their order."""
    if trait not in TRAITS:
        raise ValueError(trait)
    listed = rows(
        f"SELECT {trait}::VARCHAR AS value FROM items JOIN datasets d USING (dataset_id)"
        f" WHERE d.name = $dataset AND {trait} IS NOT NULL GROUP BY {trait} ORDER BY {trait}",
        dataset=dataset,
    )
    return [row["value"] for row in listed]


def cell_words(dataset: str, trait: str, cells: Iterable[str]) -> dict[str, str]:
    """What values of a trait are called, in addresses too: on all pages of a data set the same."""
    if trait == "root_form":
        called = forms(values(dataset, trait))
        return {cell: called[cell] for cell in cells}
    if trait == "shown_accurate":
        return {"true": "yes", "false": "no"}
    return {cell: cell for cell in cells}


def link(dataset: str, cells: dict[str, str], by: str) -> dict[str, str]:
    """The parameters that list the questions of a cell with a run's answers."""
    found = {
        FILTERS[trait]: cell_words(dataset, trait, [cell])[cell] for trait, cell in cells.items()
    }
    return {"data": dataset, "by": by, **found}
