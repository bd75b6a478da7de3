"""The balance of gold answers over every trait, in exact counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.core.items import Item

TRAITS = (
    "depth",
    "height",
    "root_form",
    "query_shape",
    "question_type",
    "rule",
    "skill",
    "logic",
    "language",
    "structure",
    "domain",
    "shown_accurate",
    "n_premises",
    "n_atoms",
)
"""Traits that items have whatever their answer. Traits of proofs are excluded, because an uncertain
item has no proof."""

Counts = dict[str, dict[str, int]]
"""Cell → label → number of items."""

Value = int | str | None


@dataclass(frozen=True, slots=True)
class TraitBalance:
    """The counts of gold answers by one trait.

    `largest_gap` is the largest difference, in items, between two labels within a cell, and
    `largest_cell` is that cell.
    """

    trait: str
    cells: Counts
    largest_gap: int
    largest_cell: str

    @property
    def is_exact(self) -> bool:
        """Whether every cell has equally many items of each label."""
        return self.largest_gap == 0


def trait_balances(items: Sequence[Item]) -> tuple[TraitBalance, ...]:
    """The balance of labels by split, by every trait of the items, and by two pairs of traits."""
    values: dict[str, Callable[[Item], Value]] = {"split": lambda item: item.split}
    for trait in TRAITS:
        values[trait] = lambda item, trait=trait: getattr(item.traits, trait)  # type: ignore[misc]
    values["depth × query_shape"] = _shape_at_depth
    values["question_type × split"] = _type_in_split
    found = (balance_by(trait, items, value) for trait, value in values.items())
    return tuple(balance for balance in found if balance.cells)


def balance_by(trait: str, items: Sequence[Item], value: Callable[[Item], Value]) -> TraitBalance:
    """The balance of labels by `value` of an item; items without a value do not count."""
    answers = sorted({option.key for item in items for option in item.options})
    counts: dict[Value, dict[str, int]] = {}
    for item in items:
        if (own := value(item)) is not None:
            cell = counts.setdefault(own, dict.fromkeys(answers, 0))
            cell[item.gold] = cell.get(item.gold, 0) + 1
    cells = {_named(own): counts[own] for own in sorted(counts, key=_order)}
    gaps = {cell: max(each.values()) - min(each.values()) for cell, each in cells.items()}
    worst = max(gaps, key=lambda cell: gaps[cell], default="")
    return TraitBalance(trait, cells, gaps.get(worst, 0), worst)


def _order(value: Value) -> tuple[float, str]:
    return (value, "") if isinstance(value, int) else (0, str(value))


def _named(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _shape_at_depth(item: Item) -> str | None:
    depth, shape = item.traits.depth, item.traits.query_shape
    return None if depth is None or shape is None else f"depth {depth}, {shape}"


def _type_in_split(item: Item) -> str | None:
    asked = item.traits.question_type
    return None if asked is None else f"{asked}, {item.split}"
