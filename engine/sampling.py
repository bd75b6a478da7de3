"""A part of a data set that looks like the whole: a stratified sample."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from random import Random

from engine.items import Item

_STRATA = ("split", "language", "question_type", "logic", "depth", "gold")


def strata_of(items: Iterable[Item]) -> tuple[str, ...]:
    """The traits by which a sample is drawn: those in which the items differ, but for long lists.

    What has more values than a tenth of the items, such as formulas, would leave a stratum each.
    """
    known = tuple(items)
    return tuple(
        name
        for name in _STRATA
        if 1 < len({_value(item, name) for item in known}) <= max(2, len(known) // 10)
    )


def stratified(items: Sequence[Item], n: int, seed: int = 0) -> tuple[Item, ...]:
    """`n` of the items (all, if there are no more), each stratum in proportion, in their order.

    A function of the items, `n` and `seed` alone. Within a stratum groups that have no item in the
    sample yet come first, so that it tells of as many different ones as it can.
    """
    if n >= len(items):
        return tuple(items)
    named = strata_of(items)
    by_stratum: dict[Hashable, list[Item]] = {}
    for item in items:
        by_stratum.setdefault(tuple(_value(item, name) for name in named), []).append(item)
    wanted = quotas({key: len(own) for key, own in by_stratum.items()}, n)
    random, used, drawn = Random(f"sample {n} {seed}"), set[int](), set[str]()
    for key in sorted(by_stratum, key=str):
        own = sorted(by_stratum[key], key=lambda item: item.hash)
        random.shuffle(own)
        own.sort(key=lambda item: item.group in used)
        chosen = own[: wanted[key]]
        used |= {item.group for item in chosen}
        drawn |= {item.hash for item in chosen}
    return tuple(item for item in items if item.hash in drawn)[:n]


def quotas(sizes: Mapping[Hashable, int], n: int) -> dict[Hashable, int]:
    """How many to draw of each stratum: in proportion, by largest remainder."""
    total = sum(sizes.values())
    exact = {key: n * size / total for key, size in sizes.items()}
    found = {key: int(value) for key, value in exact.items()}
    rest = sorted(exact, key=lambda key: (found[key] - exact[key], str(key)))
    for key in rest[: n - sum(found.values())]:
        found[key] += 1
    return found


def _value(item: Item, name: str) -> object:
    return getattr(item, name) if name in ("split", "gold") else getattr(item.traits, name)
