"""The traits of items that results are broken down by."""

from __future__ import annotations

from engine.analysis.by_trait.cells import row
from engine.analysis.sources.query import Rows

TRAITS = (
    "depth", "height", "root_form", "question_type", "rule", "skill", "gold", "query_shape",
    "structure", "domain", "language", "logic", "n_premises", "n_atoms", "n_distractors",
    "distractors", "shown_accurate", "split", "role",
)  # fmt: skip
"""Columns of `items` that are traits."""

COMPUTED = {
    "form_depth1": "CASE WHEN i.depth = 1 THEN i.root_form END",
    "category": "split_part(i.skill, '.', 2)",
    "overall": "'all'",
}
"""Derived traits: the argument form at depth 1 only, the category of a skill, no trait."""


def column(trait: str) -> str:
    """SQL for the value of a trait of item `i`, as text.

    Raises:
        ValueError: it is no trait.
    """
    if trait in COMPUTED:
        return COMPUTED[trait]
    if trait not in TRAITS:
        raise ValueError(trait)
    return f"i.{trait}::VARCHAR"


def values(rows: Rows, dataset: str) -> dict[str, list[str]]:
    """The values of each trait that occur in a data set, as text, in their order."""
    listed = ", ".join(
        f"list_sort(list(DISTINCT {trait}) FILTER ({trait} IS NOT NULL))::VARCHAR[] AS {trait}"
        for trait in TRAITS
    )
    found = row(
        rows,
        f"SELECT {listed} FROM items JOIN datasets d USING (dataset_id) WHERE d.name = $dataset",
        dataset=dataset,
    )
    return {trait: known for trait, known in found.items() if known}


def varying(rows: Rows, dataset: str) -> list[str]:
    """The traits with more than one value in a data set, in the order of `TRAITS`.

    A role that only repeats another trait, such as the gold answer, is left out.
    """
    alike = ", ".join(
        f"count(DISTINCT (role, {trait})) = count(DISTINCT {trait}) AS repeats_{trait}"
        for trait in ("gold", "language", "question_type")
    )
    repeats = row(
        rows,
        f"SELECT {alike} FROM items JOIN datasets d USING (dataset_id) WHERE d.name = $dataset",
        dataset=dataset,
    )
    found = values(rows, dataset)
    is_one = {"role": any(repeats.values())}
    return [t for t in TRAITS if len(found.get(t, ())) > 1 and not is_one.get(t)]
