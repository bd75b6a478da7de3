"""Stratified samples: a representative part of a data set."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from engine.core.items import Item

STRATA = ("split", "language", "question_type", "logic", "depth", "gold")
"""The traits that samples are stratified by, if items differ in them."""


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


def draw(known: Sequence[Sampled], n: int, seed: int = 0) -> frozenset[str]:
    """The hashes of `n` items (or all, if fewer), each stratum in proportion.

    Depends only on the items, `n` and `seed`. Within a stratum, groups without an item in the
    sample come first, so that the sample covers as many groups as possible.
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
    """`n` of the items, drawn by `draw`, in their original order."""
    drawn = draw([sampled(item) for item in items], n, seed)
    return tuple(item for item in items if item.hash in drawn)


def quotas(sizes: Mapping[Hashable, int], n: int) -> dict[Hashable, int]:
    """How many items to draw from each stratum: in proportion, by largest remainder."""
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
