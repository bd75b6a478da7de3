"""Which questions a reader gets: a stratified sample in an order that tells nothing."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from random import Random

from engine.core.errors import InputError
from engine.core.items import Item
from engine.core.sampling import quotas
from engine.io.validity.sheet import question_id


def draw_sample(items: Sequence[Item], share: float, seed: int) -> tuple[Item, ...]:
    """A share (0 to 1) of the items, by kind of question, logic and length in proportion.

    Within these, leaves take turns. Twins are taken together only where there is no other choice,
    for side by side they would give each other away. The order is that of the questions' ids.

    Raises:
        InputError: the share is not above 0 and at most 1, or there is nothing to draw from.
    """
    if not 0 < share <= 1:
        raise InputError(f"a share of {share:g} cannot be drawn; give one above 0 and at most 1")
    distinct = {question_id(item): item for item in items}
    if not distinct:
        raise InputError("there are no questions to draw from")
    rng = Random(hashlib.sha256(f"validity {share!r} {seed}".encode()).digest())
    found = [distinct[key] for key in sorted(distinct)]
    rng.shuffle(found)
    by_stratum: dict[Hashable, list[Item]] = {}
    for item in found:
        by_stratum.setdefault(_stratum(item), []).append(item)
    wanted = quotas(
        {key: len(own) for key, own in by_stratum.items()}, max(1, round(share * len(found)))
    )
    used: set[int] = set()
    drawn: list[Item] = []
    for key in sorted(by_stratum, key=str):
        chosen = _chosen(_leaves_in_turn(by_stratum[key]), wanted[key], used)
        used |= {item.group for item in chosen}
        drawn += chosen
    return tuple(sorted(drawn, key=question_id))


def _stratum(item: Item) -> Hashable:
    return item.role, item.traits.logic, item.traits.depth


def _leaves_in_turn(items: Iterable[Item]) -> list[Item]:
    """The items so ordered that each leaf comes once before any comes twice."""
    seen: Counter[str | None] = Counter()
    turns = []
    for place, item in enumerate(items):
        turns.append((seen[item.traits.leaf], place, item))
        seen[item.traits.leaf] += 1
    return [item for _, _, item in sorted(turns, key=lambda turn: turn[:2])]


def _chosen(items: Sequence[Item], n: int, used: set[int]) -> list[Item]:
    """The first `n` items, those of groups that are used already last."""
    groups = set(used)
    first: list[Item] = []
    later: list[Item] = []
    for item in items:
        (later if item.group in groups else first).append(item)
        groups.add(item.group)
    return [*first, *later][:n]
