"""A part of a data set that looks like the whole: a stratified sample."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from engine.core.items import Item

STRATA = ("split", "language", "question_type", "logic", "depth", "gold")
"""What samples are drawn in proportion by, where items differ in it."""


class Sampled(NamedTuple):
    """What drawing an item rests on: its hash, its group, and the values of `STRATA`."""

    hash: str
    group: int
    values: tuple[object, ...]


def sampled(item: Item) -> Sampled:
    """What drawing this item rests on."""
    return Sampled(item.hash, item.group, tuple(_value(item, name) for name in STRATA))


def strata_of(known: Sequence[Sampled]) -> tuple[str, ...]:
    """The traits by which a sample is drawn: those in which the items differ, but for long lists.

    What has more values than a tenth of the items, such as formulas, would leave a stratum each.
    """
    return tuple(
        name
        for place, name in enumerate(STRATA)
        if 1 < len({one.values[place] for one in known}) <= max(2, len(known) // 10)
    )


def strata_in_words(strata: Sequence[str]) -> str:
    """What a sample was drawn in proportion by, in words."""
    return ", ".join(strata).replace("_", " ") or "nothing, for they are few or of one sort"


def draw(known: Sequence[Sampled], n: int, seed: int = 0) -> frozenset[str]:
    """The hashes of `n` items (all, if there are no more), each stratum in proportion.

    A function of the items, `n` and `seed` alone. Within a stratum groups that have no item in the
    sample yet come first, so that it tells of as many different ones as it can.
    """
    places = [STRATA.index(name) for name in strata_of(known)]
    by_stratum: dict[Hashable, dict[str, Sampled]] = {}
    for one in known:
        stratum = tuple(one.values[place] for place in places)
        by_stratum.setdefault(stratum, {})[one.hash] = one
    wanted = quotas({key: len(own) for key, own in by_stratum.items()}, n)
    random, used, drawn = Random(f"sample {n} {seed}"), set[int](), set[str]()
    for key in sorted(by_stratum, key=str):
        own = sorted(by_stratum[key].values())
        random.shuffle(own)
        own.sort(key=lambda one: one.group in used)
        chosen = own[: wanted[key]]
        used |= {one.group for one in chosen}
        drawn |= {one.hash for one in chosen}
    return frozenset(drawn)


def stratified(items: Sequence[Item], n: int, seed: int = 0) -> tuple[Item, ...]:
    """`n` of the items, as `draw` draws them, in their order."""
    drawn = draw([sampled(item) for item in items], n, seed)
    return tuple(item for item in items if item.hash in drawn)


def quotas(sizes: Mapping[Hashable, int], n: int) -> dict[Hashable, int]:
    """How many to draw of each stratum: in proportion, by largest remainder; at most all."""
    total = sum(sizes.values())
    n = min(n, total)
    exact = {key: n * size / total for key, size in sizes.items()}
    found = {key: int(value) for key, value in exact.items()}
    rest = sorted(exact, key=lambda key: (found[key] - exact[key], str(key)))
    for key in rest[: n - sum(found.values())]:
        found[key] += 1
    return found


def _value(item: Item, name: str) -> object:
    return getattr(item, name) if name in ("split", "gold") else getattr(item.traits, name)
