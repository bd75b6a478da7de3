"""Sentences with the structures in which they are true, and one sentence in many letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

import numpy as np

from engine.families.logicskills.bank import EXCHANGES, PALETTE
from engine.families.logicskills.language import Palette, Tree, draw_tree, formula_of, relettered
from engine.families.logicskills.language.awkward import is_sensible, reads_well
from engine.families.logicskills.samples import (
    Words,
    as_words,
    everywhere,
    in_other_letters,
    places_of,
    truth,
)
from engine.families.logicskills.vacuity import outright
from engine.logic import Formula
from engine.logic.occurrences import symbols_of

_SCATTERED = 5  # sentences with other letters repeated, drawn for each
_SORTS = (PALETTE.names, PALETTE.properties, PALETTE.nouns, PALETTE.relations)


class Statement(NamedTuple):
    """A sentence as a tree, with its formula and the structures in which it is true."""

    tree: Tree
    formula: Formula
    bits: int
    symbols: frozenset[str]


class Lettered(NamedTuple):
    """One sentence in various letters, no two true in exactly the same structures.

    A row is one of the `firsts`, which differ in which letters are repeated, after one of the
    `EXCHANGES`; `words` and `symbols` have one for each row.
    """

    type: str
    firsts: tuple[Tree, ...]
    rows: tuple[tuple[int, int], ...]
    symbols: tuple[frozenset[str], ...]
    words: Words

    def tree(self, row: int) -> Tree:
        """The sentence in the letters of a row."""
        first, at = self.rows[row]
        return relettered(self.firsts[first], EXCHANGES[at])

    def is_earned(self, row: int, models: Words) -> bool:
        """Whether what it says in the letters of a row, true in all models, has no idle part."""
        first, at = self.rows[row]
        places = places_of(at)
        return all(
            bool((models & ~as_words(truth(one))[places]).any())
            for one in _outright(self.firsts[first])
        )


@lru_cache(maxsize=1 << 10)
def _outright(tree: Tree) -> tuple[Formula, ...]:
    """The stronger statements of which none may follow with the sentence."""
    return tuple(outright(formula_of(tree)))


def statement(name: str, depth: int, palette: Palette, rng: Random) -> Statement:
    """A sentence of that type."""
    return stated(draw_tree(name, depth, palette, rng))


def plain_statement(name: str, depth: int, palette: Palette, rng: Random) -> Statement:
    """A sentence of that type that is not hard to read for its words alone."""
    while True:
        tree = draw_tree(name, depth, palette, rng)
        if reads_well(tree):
            return stated(tree)


def stated(tree: Tree) -> Statement:
    """The statement of a drawn tree."""
    formula = formula_of(tree)
    return Statement(tree, formula, truth(formula), frozenset(symbols_of(formula)))


def lettered(name: str, depth: int, rng: Random) -> Lettered:
    """A sentence of that type in other letters, some repeated in other places than in its own."""
    first = plain_statement(name, depth, PALETTE, rng)
    firsts = [first, *(stated(tree) for tree in _scattered(first.tree, rng))]
    found = dict[bytes, tuple[int, int]]()
    kept: list[Words] = []
    for number, one in enumerate(firsts):
        if one.bits not in (0, everywhere()):
            for at, row in enumerate(in_other_letters(one.bits)):
                if found.setdefault(row.tobytes(), (number, at)) == (number, at):
                    kept.append(row)
    rows = tuple(found.values())
    symbols = (frozenset(map(EXCHANGES[at].__getitem__, firsts[one].symbols)) for one, at in rows)
    trees = tuple(one.tree for one in firsts)
    return Lettered(name, trees, rows, tuple(symbols), np.array(kept, np.uint64))


class _Scattering(dict[str, str]):
    """Gives any letter of the same sort, drawn anew wherever one stands."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def __missing__(self, letter: str) -> str:
        [sort] = [sort for sort in _SORTS if letter in sort]
        return self._rng.choice(sort)


def _scattered(tree: Tree, rng: Random) -> Iterator[Tree]:
    """The sentence with letters drawn anew at each of its places."""
    letters = _Scattering(rng)
    drawn = (relettered(tree, letters) for _ in range(_SCATTERED))
    yield from (one for one in drawn if is_sensible(one))


def together(statements: Sequence[Statement]) -> int:
    """The structures in which all of the statements are true."""
    bits = everywhere()
    for one in statements:
        bits &= one.bits
    return bits
