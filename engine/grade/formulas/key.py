"""The symbols that an item's answer may use."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.core.items import Item
from engine.grade.formulas.worlds import Vocabulary
from engine.logic import Formula, Predicate, constants, parse
from engine.logic.first_order.structures import signature

parse_kept = lru_cache(maxsize=8192)(parse)
"""A cached `parse` for the formulas of items, each of which grades many answers."""


def key_of(item: Item) -> Vocabulary:
    """The symbols of an item's key: `R(x, y)` is a binary predicate, `a` is a name."""
    return vocabulary_of(tuple(symbol.atom for symbol in item.symbols))


@lru_cache(maxsize=4096)
def vocabulary_of(atoms: tuple[str, ...]) -> Vocabulary:
    """The symbols of a key given by its atoms."""
    known = [atom for atom in map(parse, atoms) if isinstance(atom, Predicate)]
    return Vocabulary(
        tuple((atom.name, len(atom.args)) for atom in known if atom.args),
        tuple(atom.name for atom in known if not atom.args),
    )


def symbols_of(formulas: Sequence[Formula]) -> Vocabulary:
    """The symbols of formulas, in order of first occurrence."""
    names = dict.fromkeys(term.name for formula in formulas for term in constants(formula))
    return Vocabulary(signature(formulas), tuple(names))
