"""Are the answers to questions on skills spread evenly over what was asked?"""

from __future__ import annotations

from collections.abc import Sequence

from engine.audit.balance import TraitBalance, balance_by
from engine.core.items import Item
from engine.families.logicasker.kinds import CORRECT


def balances(items: Sequence[Item]) -> tuple[TraitBalance, ...]:
    """Balance of answers by kind, by group of skills, and by skill group and length.

    An item counts under the skill its group was made for: that of the group's contradiction,
    unrelated conclusion or fallacy. An item alone in its group counts under its own skill.
    """
    made_for: dict[tuple[int, int], str] = {}
    for item in sorted(items, key=lambda one: one.role != CORRECT):
        made_for[item.seed, item.group] = item.traits.skill or ""

    def skill_group(item: Item) -> str:
        return made_for[item.seed, item.group]

    return (
        balance_by("kind", items, lambda item: item.role),
        balance_by("skill group", items, skill_group),
        balance_by(
            "skill group × length", items, lambda item: f"{skill_group(item)}, {item.traits.depth}"
        ),
    )
