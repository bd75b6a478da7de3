"""Bit-parallel truth tables: one big integer holds a formula's value under every valuation.

Row `r` of a table over n atoms is bit r of the integer; in it atom i is true if bit i of r is set.
Connectives are then single operations of Python's integers on all 2ⁿ rows at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from operator import and_

from engine.core.errors import InputError
from engine.logic.syntax import (
    And,
    Bottom,
    Equals,
    Formula,
    Implies,
    Not,
    Or,
    Predicate,
    Quantified,
    Top,
    Xor,
)
from engine.logic.verdicts import Entailment

MAX_ATOMS = 16

# An atom's key: its name, or the atom itself where it has arguments. Names hash faster.
Key = str | Predicate


@lru_cache(maxsize=MAX_ATOMS + 1)
def columns(n: int) -> tuple[int, ...]:
    """The columns of n atoms: in column i, runs of 2ⁱ zeros and 2ⁱ ones alternate."""
    rows = 1 << n
    made: list[int] = []
    for i in range(n):
        column, width = ((1 << (1 << i)) - 1) << (1 << i), 2 << i
        while width < rows:
            column |= column << width
            width *= 2
        made.append(column)
    return tuple(made)


def keys_of(formulas: Iterable[Formula]) -> list[Key]:
    """The keys of the atoms of quantifier-free formulas, in order of first occurrence.

    Raises:
        InputError: a formula holds a quantifier or identity.
    """
    found: dict[Key, None] = {}
    stack = list(formulas)[::-1]
    while stack:
        node = stack.pop()
        if type(node) is Predicate:
            found[node if node.args else node.name] = None
        elif isinstance(node, Quantified | Equals):
            raise InputError("this procedure takes no quantifier and no identity; use the solver")
        else:
            stack.extend(reversed(node.children))
    return list(found)


def table(formula: Formula, values: dict[Key, int], full: int) -> int:
    """The column of a quantifier-free formula, from those of its atoms (`full`: all rows true)."""
    done: list[int] = []
    stack: list[tuple[Formula, bool]] = [(formula, False)]
    while stack:
        node, ready = stack.pop()
        kind = type(node)
        if type(node) is Predicate:
            done.append(values[node if node.args else node.name])
        elif kind is Top or kind is Bottom:
            done.append(full if kind is Top else 0)
        elif not ready:
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(node.children))
        elif kind is Not:
            done.append(full ^ done.pop())
        else:
            right = done.pop()
            done.append(_combine(kind, done.pop(), right, full))
    return done[0]


def _combine(kind: type[Formula], left: int, right: int, full: int) -> int:
    if kind is And:
        return left & right
    if kind is Or:
        return left | right
    if kind is Implies:
        return (full ^ left) | right
    if kind is Xor:
        return left ^ right
    return full ^ left ^ right


def table_entailment(
    premises: Sequence[Formula], query: Formula, keys: Sequence[Key]
) -> Entailment:
    """The entailment status of the query, by the whole table over the atoms `keys`."""
    values = dict(zip(keys, columns(len(keys)), strict=True))
    full = rows = (1 << (1 << len(keys))) - 1
    for premise in premises:
        rows &= table(premise, values, full)
    holds = table(query, values, full)
    return Entailment.of(rows & holds != 0, rows & (full ^ holds) != 0)


def superfluous(formulas: Sequence[Formula], keys: Sequence[Key]) -> list[int]:
    """The places of the formulas without which the others cannot all be true, either.

    By the whole table over the atoms `keys`: what stands before and after each is joined once.
    """
    values = dict(zip(keys, columns(len(keys)), strict=True))
    full = (1 << (1 << len(keys))) - 1
    tables = [table(formula, values, full) for formula in formulas]
    after = list(accumulate(reversed(tables[1:]), and_, initial=full))
    before = accumulate(tables, and_, initial=full)
    together = zip(before, reversed(after), strict=False)
    return [place for place, (first, rest) in enumerate(together) if not first & rest]
