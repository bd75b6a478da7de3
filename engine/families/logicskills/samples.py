"""In which structures of the `bank` a formula is true: one bit per structure.

That is known after a few operations on long integers, and proves only what a structure shows: that
something does not follow. The truth of a sentence in other letters is its own, with the structures
in another order (`in_other_letters`), and need not be computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.families.logicskills.bank import COUNTS, DRAWN, EXCHANGES, WORD, Block, blocks
from engine.families.logicskills.language import LETTERS
from engine.logic import (
    And,
    Equals,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Quantified,
    Term,
    Variable,
)
from engine.logic.first_order.entailment import is_proved, least_countermodel
from engine.logic.first_order.structures import Structure, rows, signature
from engine.logic.occurrences import symbols_of

_NAMES = frozenset(LETTERS["name"])
Words = npt.NDArray[np.uint64]
"""Truth in all structures as machine words."""


@lru_cache(maxsize=1 << 13)
def truth(formula: Formula) -> int:
    """The structures in which a closed formula is true, as bits."""
    match formula:
        case Not(operand=operand):
            return everywhere() ^ truth(operand)
        case And() | Or() | Implies() | Iff():
            return _joined(formula, truth(formula.left), truth(formula.right), everywhere())
        case _:
            bits = 0
            for block in blocks():
                [of_block] = _column(formula, block.size).bits
                bits = bits << COUNTS[block.size] | of_block
            return bits


@lru_cache(maxsize=1 << 12)
def refuting(premises: tuple[Formula, ...], conclusion: Formula) -> Structure | None:
    """A structure, as small as any sampled, in which the conclusion is false and premises are true.

    Where no sampled one is, and no proof either, all small ones are searched.
    """
    bits = everywhere() ^ truth(conclusion)
    for premise in premises:
        bits &= truth(premise)
    for block in blocks():
        if found := bits & of_size(block.size):
            formulas = (*premises, conclusion)
            return _structure(block, _lowest(found) - _lowest(of_size(block.size)), formulas)
    return None if is_proved(premises, conclusion) else least_countermodel(premises, conclusion)


def seeming_support(premises: tuple[Formula, ...], conclusion: Formula) -> tuple[Formula, ...]:
    """The first premise and the fewest others with which no sampled structure refutes it."""
    denied = everywhere() ^ truth(conclusion)
    for size in range(len(premises)):
        for some in combinations(premises[1:], size):
            bits = denied
            for premise in some:
                bits &= truth(premise)
            if not bits:
                return (premises[0], *some)
    return premises


def _lowest(bits: int) -> int:
    """The place of the lowest bit."""
    return (bits & -bits).bit_length() - 1


def _structure(block: Block, place: int, formulas: Sequence[Formula]) -> Structure:
    """One of the structures, as far as formulas are about it."""

    def is_true(*atom: object) -> bool:
        return bool(block.atoms[atom] >> place & 1)

    domain, predicates = range(block.size), signature(formulas)
    names = sorted({name for formula in formulas for name in symbols_of(formula)} & _NAMES)
    return Structure(
        block.size,
        {
            (letter, n): frozenset(row for row in rows(block.size, n) if is_true(letter, *row))
            for letter, n in predicates
        },
        {name: next(one for one in domain if is_true(name, one)) for name in names},
    )


@lru_cache(maxsize=1)
def everywhere() -> int:
    """The bits of all structures."""
    return int((1 << sum(COUNTS.values())) - 1)


@lru_cache(maxsize=len(COUNTS))
def of_size(size: int) -> int:
    """The bits of the structures of one size."""
    below = sum(count for other, count in COUNTS.items() if other > size)
    return int((1 << COUNTS[size]) - 1) << below


def as_words(bits: int) -> Words:
    """The bits as machine words."""
    return np.frombuffer(bits.to_bytes(sum(COUNTS.values()) // 8, "little"), np.uint64)


def in_other_letters(bits: int) -> Words:
    """A row for each of `EXCHANGES`: where a sentence is true after it."""
    rows: Words = as_words(bits)[_places()]
    return rows


def places_of(exchange: int) -> npt.NDArray[np.intp]:
    """Where each word of a sentence's truth was before this exchange."""
    row: npt.NDArray[np.intp] = _places()[exchange]
    return row


@lru_cache(maxsize=1)
def _places() -> npt.NDArray[np.intp]:
    """For each exchange, where each word of a sentence's truth was before it."""
    numbers = {tuple(sorted(one.items())): at for at, one in enumerate(EXCHANGES)}
    after = np.array(
        [
            [
                numbers[tuple(sorted((old, own[new]) for old, new in one.items()))]
                for own in EXCHANGES
            ]
            for one in EXCHANGES
        ]
    )
    found, start = [], 0
    for size in reversed(COUNTS):  # the lowest bits are of the largest structures
        length = DRAWN[size] // WORD
        block = start + after[:, :, None] * length + np.arange(length)
        found.append(block.reshape(len(EXCHANGES), -1))
        start += len(EXCHANGES) * length
    return np.concatenate(found, axis=1)


class _Column(NamedTuple):
    """Where a formula is true among structures of a size, for each row of elements.

    A row gives values to the free `variables`, in order; rows are in lexicographic order.
    """

    variables: tuple[Variable, ...]
    bits: tuple[int, ...]


@lru_cache(maxsize=1 << 13)
def _column(node: Formula, size: int) -> _Column:
    """The column of a formula; cached, as formulas share many parts."""
    block = next(block for block in blocks() if block.size == size)
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
        case Equals():
            return _same(node.left, node.right, block)
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


def _same(left: Term, right: Term, block: Block) -> _Column:
    """Where two terms stand for the same element."""
    terms = (left, right)
    variables = tuple(sorted({t for t in terms if isinstance(t, Variable)}, key=_name_of))
    found = []
    for row in product(range(block.size), repeat=len(variables)):
        bits = 0
        for element in range(block.size):
            both = block.full
            for term in terms:
                if isinstance(term, Variable):
                    both *= row[variables.index(term)] == element
                else:
                    both &= block.atoms[term.name, element]
            bits |= both
        found.append(bits)
    return _Column(variables, tuple(found))


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
