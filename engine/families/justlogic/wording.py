"""Draws the propositions that atoms stand for, and words the formulas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random

from engine.core.errors import InputError
from engine.core.items import Symbol
from engine.language import Proposition, fill, worded
from engine.language.sources import source as propositions_of
from engine.logic import Formula, Predicate
from engine.logic.propositional.shapes import shaped


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


def name_atoms(atoms: Sequence[Predicate], drawn: Sequence[Proposition]) -> dict[str, Proposition]:
    """The proposition of each atom, by the atom's name."""
    return {atom.name: proposition for atom, proposition in zip(atoms, drawn, strict=True)}


def symbols_of(
    atoms: Sequence[Predicate], meaning: Mapping[str, Proposition]
) -> tuple[Symbol, ...]:
    """The symbol key of an item."""
    return tuple([meaning[atom.name].symbol(atom.name) for atom in atoms])


def sentence(formula: Formula, meaning: Mapping[str, Proposition], rng: Random) -> str:
    """A formula in English."""
    names: list[str] = []
    wording = worded(shaped(formula, names), rng)
    return fill(wording, [meaning[name] for name in names])
