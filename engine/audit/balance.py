"""Is the gold answer spread evenly over every trait? Exact counts, straight from the items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from duckdb import DuckDBPyConnection

TRAITS = (
    "split",
    "depth",
    "height",
    "root_form",
    "query_shape",
    "question_type",
    "rule",
    "leaf",
    "logic",
    "language",
    "structure",
    "domain",
    "shown_accurate",
    "n_premises",
    "n_atoms",
)
"""Traits that an item has whatever its answer. The forms of its proof and the premises outside it
are none of these: an uncertain item has no proof."""

_TOGETHER = {
    "depth × query_shape": "'depth ' || depth || ', ' || query_shape",
    "question_type × split": "question_type || ', ' || split",
}

Counts = dict[str, dict[str, int]]
"""Cell → label → number of items."""


@dataclass(frozen=True, slots=True)
class TraitBalance:
    """How one trait and the gold answer go together.

    `largest_gap` is the largest difference, in items, between two labels within one cell, and
    `largest_cell` that cell.
    """

    trait: str
    cells: Counts
    largest_gap: int
    largest_cell: str

    @property
    def is_exact(self) -> bool:
        """Whether each cell has as many items of each label as of any other."""
        return self.largest_gap == 0


def trait_balances(con: DuckDBPyConnection, dataset_id: int) -> tuple[TraitBalance, ...]:
    """Label by every trait that the items have, and by two pairs of traits together."""
    labels = _labels(con, dataset_id)
    cells = {trait: f'"{trait}"' for trait in TRAITS} | _TOGETHER
    balances = [
        _balance(con, dataset_id, trait, expression, labels) for trait, expression in cells.items()
    ]
    return tuple(balance for balance in balances if balance.cells)


def _labels(con: DuckDBPyConnection, dataset_id: int) -> list[str]:
    """All labels that the items offer."""
    rows = con.execute(
        "SELECT DISTINCT o.option.key FROM"
        " (SELECT unnest(options) AS option FROM items WHERE dataset_id = $dataset) o ORDER BY 1",
        {"dataset": dataset_id},
    ).fetchall()
    return [label for (label,) in rows]


def _balance(
    con: DuckDBPyConnection, dataset_id: int, trait: str, expression: str, labels: Sequence[str]
) -> TraitBalance:
    rows = con.execute(
        f"SELECT ({expression})::VARCHAR, gold, count(*) FROM items WHERE dataset_id = $dataset"
        f" AND ({expression}) IS NOT NULL GROUP BY {expression}, gold ORDER BY {expression}, gold",
        {"dataset": dataset_id},
    ).fetchall()
    cells: Counts = {}
    for cell, gold, n in rows:
        cells.setdefault(cell, dict.fromkeys(labels, 0))[gold] = n
    gaps = {cell: max(counts.values()) - min(counts.values()) for cell, counts in cells.items()}
    worst = max(gaps, key=lambda cell: gaps[cell], default="")
    return TraitBalance(trait, cells, gaps.get(worst, 0), worst)
