"""Stratified samples: a representative part of a data set."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Sequence, Set
from functools import cache
from heapq import heapify, heappop, heapreplace
from math import gcd
from random import Random
from typing import NamedTuple

from engine.core.items import Item

STRATA = ("split", "language", "question_type", "logic", "depth", "gold")
"""The traits that samples are stratified by, if items differ in them."""

_SMALL = 60
"""So many items are drawn as when samples were first measured, even if there are more strata."""


class Sampled(NamedTuple):
    """What the draw needs to know of an item: its hash, its group and its values of `STRATA`."""

    hash: str
    group: int
    values: tuple[object, ...]


def sampled(item: Item) -> Sampled:
    """What the draw needs to know of this item."""
    return Sampled(item.hash, item.group, tuple(_value(item, name) for name in STRATA))


def strata_of(known: Sequence[Sampled]) -> tuple[str, ...]:
    """The traits to stratify by: those in which the items differ, without too many values.

    A trait with more values than a tenth of the items, such as formulas, would make nearly every
    item a stratum.
    """
    return tuple(
        name
        for place, name in enumerate(STRATA)
        if 1 < len({one.values[place] for one in known}) <= max(2, len(known) // 10)
    )


def strata_in_words(strata: Sequence[str]) -> str:
    """The stratification of a sample, in words."""
    return ", ".join(strata).replace("_", " ") or "nothing, for they are few or of one sort"


def draw(known: Sequence[Sampled], n: int, seed: int = 0, *, spread: bool = True) -> frozenset[str]:
    """The hashes of `n` items (or all, if fewer), each stratum in proportion.

    They are the first `n` of one order, which depends only on the items and `seed`, so a larger
    sample contains a smaller one. In this order each stratum's items are evenly spaced. Within a
    stratum, items whose group has none in the sample yet come first. Fewer items than strata could
    all be alike, so the first of the order, as many as there are strata, are put in another order
    that spreads them over the values of each trait; without `spread` they stay in the first order,
    in which samples were drawn until November 2026.
    """
    places = [STRATA.index(name) for name in strata_of(known)]
    by_stratum: dict[Hashable, dict[str, Sampled]] = {}
    for one in known:
        stratum = tuple(one.values[place] for place in places)
        by_stratum.setdefault(stratum, {})[one.hash] = one
    random, used, drawn = Random(f"sample {seed}"), set[int](), list[Sampled]()
    slots: list[tuple[float, float, _Stratum]] = []
    for key in sorted(by_stratum, key=str):
        own = sorted(by_stratum[key].values())
        random.shuffle(own)
        stratum_left = _Stratum(own)
        slots += [((at + 0.5) / len(own), random.random(), stratum_left) for at in range(len(own))]
    first = min(len(by_stratum), _SMALL)
    for _, _, left in sorted(slots, key=lambda slot: slot[:2])[: max(n, first)]:
        drawn.append(left.next(used))
        used.add(drawn[-1].group)
    if n < first and spread:
        drawn = _spread(drawn, places, n)
    return frozenset(one.hash for one in drawn[:n])


def _spread(drawn: Sequence[Sampled], places: Sequence[int], n: int) -> list[Sampled]:
    """`n` of the items, each time the first of those whose values are rarest so far."""
    seen = Counter[tuple[int, object]]()
    waiting = [(0, at) for at in range(len(drawn))]
    heapify(waiting)
    spread: list[Sampled] = []
    while len(spread) < n:
        known, at = waiting[0]
        own = [(place, drawn[at].values[place]) for place in places]
        if (now := sum(seen[one] for one in own)) > known:  # it only grows
            heapreplace(waiting, (now, at))
        else:
            heappop(waiting)
            spread.append(drawn[at])
            seen.update(own)
    return spread


class _Stratum:
    """The items of a stratum that are not drawn yet."""

    def __init__(self, shuffled: Sequence[Sampled]) -> None:
        self._ahead = deque(shuffled)
        self._behind = deque[Sampled]()

    def next(self, used: Set[int]) -> Sampled:
        """The next item of a group that is not used, or else the next one."""
        while self._ahead:
            one = self._ahead.popleft()
            if one.group not in used:
                return one
            self._behind.append(one)
        return self._behind.popleft()


def stratified(items: Sequence[Item], n: int, seed: int = 0) -> tuple[Item, ...]:
    """`n` of the items, drawn by `draw`, in their original order."""
    drawn = draw([sampled(item) for item in items], n, seed)
    return tuple(item for item in items if item.hash in drawn)


def _value(item: Item, name: str) -> object:
    return getattr(item, name) if name in ("split", "gold") else getattr(item.traits, name)


@cache
def stride(n: int) -> int:
    """The step by which to go through all of `n` things in a circle so that neighbours differ."""
    return next(step for step in range(n * 5 // 8 + 1, 0, -1) if gcd(step, n) == 1)
