"""Sentences with the structures in which they are true, and one sentence in many letters."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from engine.families.logicskills.bank import EXCHANGES, PALETTE
from engine.families.logicskills.language import Palette, Tree, draw_tree, formula_of, relettered
from engine.families.logicskills.samples import Words, everywhere, in_other_letters, truth
from engine.logic import Formula
from engine.logic.occurrences import symbols_of


class Statement(NamedTuple):
    """A sentence as a tree, with its formula and the structures in which it is true."""

    tree: Tree
    formula: Formula
    bits: int
    symbols: frozenset[str]


class Lettered(NamedTuple):
    """One sentence in various letters, no two true in exactly the same structures.

    `at` are the `EXCHANGES` that give them, `words` and `symbols` a row for each.
    """

    type: str
    first: Tree
    at: tuple[int, ...]
    symbols: tuple[frozenset[str], ...]
    words: Words

    def tree(self, row: int) -> Tree:
        """The sentence in the letters of a row."""
        return relettered(self.first, EXCHANGES[self.at[row]])


def statement(name: str, depth: int, palette: Palette, rng: Random) -> Statement:
    """A sentence of that type."""
    return stated(draw_tree(name, depth, palette, rng))


def stated(tree: Tree) -> Statement:
    """The statement of a drawn tree."""
    formula = formula_of(tree)
    return Statement(tree, formula, truth(formula), frozenset(symbols_of(formula)))


def lettered(name: str, depth: int, rng: Random) -> Lettered:
    """A sentence of that type in all other letters that its own can be exchanged for."""
    first = statement(name, depth, PALETTE, rng)
    rows, found = in_other_letters(first.bits), dict[bytes, int]()
    for at, row in enumerate(rows):
        found.setdefault(row.tobytes(), at)
    kept = tuple(found.values()) if first.bits not in (0, everywhere()) else ()
    symbols = (frozenset(map(EXCHANGES[at].__getitem__, first.symbols)) for at in kept)
    return Lettered(name, first.tree, kept, tuple(symbols), rows[list(kept)])


def together(statements: Sequence[Statement]) -> int:
    """The structures in which all of the statements are true."""
    bits = everywhere()
    for one in statements:
        bits &= one.bits
    return bits
