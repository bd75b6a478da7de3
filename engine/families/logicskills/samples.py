"""A fixed sample of structures, and in which of them a formula is true: one bit per structure.

Candidates are filtered by them before any prover runs: where a formula is true is known after a few
operations on long integers. In each structure everything is of exactly one of the kinds M, N and O,
none of them empty, as the domain constraint demands. The filter proves only what a structure shows:
that something does not follow.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from random import Random
from typing import NamedTuple

from engine.families.logicskills.language import LETTERS
from engine.logic import (
    And,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Quantified,
    Variable,
)

_COUNTS = {3: 1536, 4: 1536, 5: 512}
"""The number of structures of each size."""
_SEED = 20261122


@dataclass(frozen=True, slots=True)
class _Block:
    """The structures of one size; `atoms` has a bit for each structure in which an atom is true.

    Atoms are about elements (numbers) and names (letters).
    """

    size: int
    full: int
    atoms: dict[tuple[object, ...], int]


@lru_cache(maxsize=1 << 16)
def truth(formula: Formula) -> int:
    """The structures in which a closed formula is true, as bits."""
    match formula:
        case Not(operand=operand):
            return everywhere() ^ truth(operand)
        case And() | Or() | Implies() | Iff():
            return _joined(formula, truth(formula.left), truth(formula.right), everywhere())
        case _:
            bits = 0
            for block in _blocks():
                [of_block] = _column(formula, block.size).bits
                bits = bits << _COUNTS[block.size] | of_block
            return bits


@lru_cache(maxsize=1)
def everywhere() -> int:
    """The bits of all structures."""
    return int((1 << sum(_COUNTS.values())) - 1)


@lru_cache(maxsize=len(_COUNTS))
def of_size(size: int) -> int:
    """The bits of the structures of one size."""
    below = sum(count for other, count in _COUNTS.items() if other > size)
    return int((1 << _COUNTS[size]) - 1) << below


class _Column(NamedTuple):
    """Where a formula is true among structures of a size, for each row of elements.

    A row gives values to the free `variables`, in order; rows are in lexicographic order.
    """

    variables: tuple[Variable, ...]
    bits: tuple[int, ...]


@lru_cache(maxsize=1 << 13)
def _column(node: Formula, size: int) -> _Column:
    """The column of a formula; cached, as formulas share many parts."""
    block = next(block for block in _blocks() if block.size == size)
    match node:
        case Predicate(name=name, args=args):
            variables = tuple(sorted({t for t in args if isinstance(t, Variable)}, key=_name_of))
            rows = product(range(size), repeat=len(variables))
            places = [variables.index(t) if isinstance(t, Variable) else t.name for t in args]
            return _Column(
                variables,
                tuple(
                    block.atoms[(name, *[row[p] if isinstance(p, int) else p for p in places])]
                    for row in rows
                ),
            )
        case Not(operand=operand):
            inner = _column(operand, size)
            return _Column(inner.variables, tuple(block.full ^ bits for bits in inner.bits))
        case And() | Or() | Implies() | Iff():
            left, right = _column(node.left, size), _column(node.right, size)
            variables = tuple(sorted({*left.variables, *right.variables}, key=_name_of))
            pairs = zip(
                _spread(left, variables, size), _spread(right, variables, size), strict=True
            )
            return _Column(variables, tuple(_joined(node, *pair, block.full) for pair in pairs))
        case Quantified(variable=variable, body=body):
            return _bound(_column(body, size), variable, isinstance(node, Forall), size)
    raise ValueError(f"no sentence of ours is {node}")


def _name_of(variable: Variable) -> str:
    return variable.name


def _spread(column: _Column, variables: tuple[Variable, ...], size: int) -> Iterable[int]:
    """A column expanded to more variables."""
    if column.variables == variables:
        return column.bits
    kept = [variables.index(variable) for variable in column.variables]
    rows = product(range(size), repeat=len(variables))
    return [column.bits[_number([row[at] for at in kept], size)] for row in rows]


def _bound(column: _Column, variable: Variable, is_universal: bool, size: int) -> _Column:
    """The column of a quantified formula."""
    if variable not in column.variables:
        return column
    at = column.variables.index(variable)
    found: dict[tuple[int, ...], int] = {}
    rows = product(range(size), repeat=len(column.variables))
    for row, bits in zip(rows, column.bits, strict=True):
        rest = (*row[:at], *row[at + 1 :])
        if rest in found:
            found[rest] = found[rest] & bits if is_universal else found[rest] | bits
        else:
            found[rest] = bits
    others = (*column.variables[:at], *column.variables[at + 1 :])
    return _Column(others, tuple(found.values()))


def _number(row: Iterable[int], size: int) -> int:
    """The index of a row among all rows of its length."""
    number = 0
    for element in row:
        number = number * size + element
    return number


def _joined(node: Formula, left: int, right: int, full: int) -> int:
    match node:
        case And():
            return left & right
        case Or():
            return left | right
        case Implies():
            return full ^ left | right
        case _:
            return full ^ left ^ right


@lru_cache(maxsize=1)
def _blocks() -> tuple[_Block, ...]:
    rng = Random(_SEED)
    return tuple(_block(size, count, rng) for size, count in _COUNTS.items())


def _block(size: int, count: int, rng: Random) -> _Block:
    atoms: dict[tuple[object, ...], int] = {}
    elements = range(size)
    for element in elements:
        _draw_kind(element, count, atoms, rng)
    for letter in LETTERS["verb"] + LETTERS["adjective"]:
        shares = _shares(count, rng)
        atoms.update({(letter, element): _row(shares, count, rng) for element in elements})
    for letter in LETTERS["relation"]:
        shares = _shares(count, rng)
        for one in elements:
            atoms.update({(letter, one, other): _row(shares, count, rng) for other in elements})
    for name in LETTERS["name"]:
        _name(name, size, count, atoms, rng)
    return _Block(size, (1 << count) - 1, atoms)


def _draw_kind(element: int, count: int, atoms: dict[tuple[object, ...], int], rng: Random) -> None:
    """Give an element a kind: the first three have one each, any other a random one."""
    kinds = LETTERS["noun"]
    chosen = [0] * len(kinds)
    for bit in range(count):
        at = element if element < len(kinds) else rng.randrange(len(kinds))
        chosen[at] |= 1 << bit
    atoms.update({(kind, element): bits for kind, bits in zip(kinds, chosen, strict=True)})


def _shares(count: int, rng: Random) -> tuple[int, int]:
    """The structures in which a predicate is rare, and those in which it is common."""
    once, again = rng.getrandbits(count), rng.getrandbits(count)
    return once & again, once & ~again


def _row(shares: tuple[int, int], count: int, rng: Random) -> int:
    """The structures in which a predicate is true of one row: 1 in 8, half, or 7 in 8."""
    rare, common = shares
    one, two, three = (rng.getrandbits(count) for _ in range(3))
    even = one & ~(rare | common)
    return even | (one & two & three & rare) | ((one | two | three) & common)


def _name(
    name: str, size: int, count: int, atoms: dict[tuple[object, ...], int], rng: Random
) -> None:
    """Let a name denote an element in each structure, and add the atoms about it."""
    denotes = [0] * size
    for bit in range(count):
        denotes[rng.randrange(size)] |= 1 << bit
    for key in [key for key in atoms if any(isinstance(part, int) for part in key[1:])]:
        for at, element in enumerate(key[1:], start=1):
            if isinstance(element, int):
                about_name = (*key[:at], name, *key[at + 1 :])
                atoms[about_name] = atoms.get(about_name, 0) | (atoms[key] & denotes[element])
                if len(key) == 3 and key[1] == key[2]:
                    both = (key[0], name, name)
                    atoms[both] = atoms.get(both, 0) | (atoms[key] & denotes[element])
