"""Draws the propositions of an item, no two with the same subject."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from engine.core.errors import InputError
from engine.language.bank import Proposition
from engine.language.sources import source as propositions_of


def draw_propositions(
    source: str, count: int, rng: Random, n_alike: int = 0
) -> tuple[Proposition, ...]:
    """`count` propositions of the source, no two with the same subject.

    The first `n_alike` are of one domain, and all true in the world or all false.

    Raises:
        InputError: the source has too few.
    """
    pool = propositions_of(source)
    kinds = _kinds(source, n_alike)
    if count > len(pool) or not kinds:
        alike = f", {n_alike} of them of one domain" if n_alike else ""
        raise InputError(
            f"{source}: an item of this depth needs {count} propositions{alike}, but there are"
            f" only {len(pool)}; give a larger file or a smaller max_depth"
        )
    drawn: dict[str, Proposition] = {}
    _add(drawn, n_alike, kinds[int(rng.random() * len(kinds))], rng)
    _add(drawn, count, pool, rng)
    return tuple(drawn.values())


def n_propositions(source: str) -> int:
    """The number of propositions in a source.

    Raises:
        InputError: it cannot be read.
    """
    return len(propositions_of(source))


def _add(
    drawn: dict[str, Proposition], count: int, pool: Sequence[Proposition], rng: Random
) -> None:
    """Draw from the pool until there are `count` with different subjects."""
    while len(drawn) < count:
        proposition = pool[int(rng.random() * len(pool))]
        drawn.setdefault(proposition.subject.casefold(), proposition)


@lru_cache(maxsize=32)
def _kinds(source: str, at_least: int) -> tuple[tuple[Proposition, ...], ...]:
    """Propositions grouped by domain and truth in the world, if a group has enough of them."""
    kinds: dict[tuple[str | None, bool | None], list[Proposition]] = {}
    for proposition in propositions_of(source):
        kinds.setdefault((proposition.domain, proposition.world), []).append(proposition)
    return tuple(tuple(kind) for kind in kinds.values() if len(kind) >= at_least)
