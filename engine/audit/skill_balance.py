"""Are the answers to questions on skills spread evenly over what was asked?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.audit.balance import Counts, TraitBalance
from engine.core.items import Item
from engine.decide.skill import CORRECT


def skill_balances(items: Sequence[Item]) -> tuple[TraitBalance, ...]:
    """Answer by kind, by group of leaves, and by that and length together.

    An item belongs to the leaf that its group was made for: that of the group's contradiction,
    unrelated conclusion or fallacy, beside which stands the inference that does follow; an item
    that is alone in its group, to its own.
    """
    made_for: dict[tuple[int, int], str] = {}
    for item in sorted(items, key=lambda one: one.role != CORRECT):
        made_for[_group(item)] = item.traits.leaf or ""

    def leaf(item: Item) -> str:
        return made_for[_group(item)]

    return (
        _balance("kind", items, lambda item: item.role),
        _balance("leaf group", items, leaf),
        _balance("leaf group × length", items, lambda item: f"{leaf(item)}, {item.traits.depth}"),
    )


def _group(item: Item) -> tuple[int, int]:
    return item.seed, item.group


def _balance(trait: str, items: Sequence[Item], cell: Callable[[Item], str]) -> TraitBalance:
    answers = sorted({option.key for item in items for option in item.options})
    cells: Counts = {}
    for item in items:
        cells.setdefault(cell(item), dict.fromkeys(answers, 0))[item.gold] += 1
    gaps = {name: max(counts.values()) - min(counts.values()) for name, counts in cells.items()}
    worst = max(gaps, key=lambda name: gaps[name], default="")
    return TraitBalance(trait, cells, gaps.get(worst, 0), worst)
