"""Evaluate a formula in many small structures at once, one bit per structure.

The structures of one size are drawn once per key of symbols and are always the same. The extension
of a predicate at a row is then an integer with one bit per structure, and a connective is one
operation on such integers. Formulas that differ in one structure are not equivalent; formulas that
agree in all of them probably are, which remains to be proved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from random import Random

from engine.logic import (
    And,
    Binary,
    Constant,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Quantified,
    Term,
    Top,
    Variable,
    Xor,
    fold,
)
from engine.logic.first_order.structures import Signature, Structure

SIZES = (1, 2, 3, 4)
_BLOCK = 64
_DENSITIES = 4  # blocks in which a row is in an extension with probability 1/2, 1/4, 3/4 and 1/8
_WIDTH = _BLOCK * _DENSITIES
_MAX_INSTANCES = 20_000  # limit on instances of subformulas per formula and size


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The symbols a formula may use: predicates with their arity, and names."""

    predicates: tuple[Signature, ...]
    names: tuple[str, ...]

    @property
    def symbols(self) -> list[str]:
        """The symbols without arity, names first."""
        return [*self.names, *[name for name, _ in self.predicates]]


@dataclass(frozen=True, slots=True)
class Worlds:
    """Some structures of one size. `rows` and `denotes` have one bit per structure.

    `everywhere` is the value of a formula true in all.
    """

    size: int
    rows: Mapping[tuple[str, tuple[int, ...]], int]
    denotes: Mapping[str, tuple[int, ...]]
    everywhere: int = (1 << _WIDTH) - 1

    def structure(self, vocabulary: Vocabulary, number: int) -> Structure:
        """One of the structures."""
        bit = 1 << number
        return Structure(
            self.size,
            {
                (name, places): frozenset(
                    row
                    for row in product(range(self.size), repeat=places)
                    if self.rows[name, row] & bit
                )
                for name, places in vocabulary.predicates
            },
            {
                name: next(e for e in range(self.size) if self.denotes[name][e] & bit)
                for name in vocabulary.names
            },
        )


@lru_cache(maxsize=1024)
def worlds(vocabulary: Vocabulary, size: int) -> Worlds:
    """The structures of one size for a vocabulary: always the same."""
    source = Random(f"{size} {vocabulary.predicates} {vocabulary.names}")
    rows = {
        (name, row): _extension(source)
        for name, places in vocabulary.predicates
        for row in product(range(size), repeat=places)
    }
    return Worlds(size, rows, {name: _denotation(source, size) for name in vocabulary.names})


def _extension(source: Random) -> int:
    """The worlds in which one row is in the extension of one predicate."""
    a, b, c = (source.getrandbits(_BLOCK) for _ in range(3))
    value = 0
    for block in (a, a & b, a | b, a & b & c):
        value = value << _BLOCK | block
    return value


def _denotation(source: Random, size: int) -> tuple[int, ...]:
    """For each element, the worlds in which one name denotes it."""
    masks = [0] * size
    for number in range(_WIDTH):
        masks[source.randrange(size)] |= 1 << number
    return tuple(masks)


def can_evaluate(formula: Formula, size: int) -> bool:
    """Whether the formula has few enough instances in this size to be evaluated."""

    def instances(node: Formula, inner: tuple[int, ...]) -> int:
        below = sum(inner) + 1
        return below * size if isinstance(node, Quantified) else below

    return formula.depth <= 100 and fold(formula, instances) <= _MAX_INSTANCES


def truth(formula: Formula, among: Worlds) -> int:
    """The worlds in which a closed formula is true, one bit each.

    The formula must use only the vocabulary of the worlds and no identity, and pass `can_evaluate`.
    """
    return _truth(formula, among, {})


def _truth(node: Formula, among: Worlds, env: dict[Variable, int]) -> int:
    match node:
        case Predicate(name=name, args=args):
            return _atom(name, args, among, env)
        case Not(operand=operand):
            return among.everywhere ^ _truth(operand, among, env)
        case Quantified(variable=variable, body=body):
            return _quantified(type(node), variable, body, among, env)
        case Binary(left=left, right=right):
            first, second = _truth(left, among, env), _truth(right, among, env)
            return _JOINED[type(node)](first, second, among.everywhere)
        case _:
            return among.everywhere if isinstance(node, Top) else 0


_JOINED: dict[type[Formula], Callable[[int, int, int], int]] = {
    And: lambda left, right, _: left & right,
    Or: lambda left, right, _: left | right,
    Implies: lambda left, right, everywhere: (everywhere ^ left) | right,
    Iff: lambda left, right, everywhere: everywhere ^ left ^ right,
    Xor: lambda left, right, _: left ^ right,
}


def _quantified(
    kind: type[Formula],
    variable: Variable,
    body: Formula,
    among: Worlds,
    env: dict[Variable, int],
) -> int:
    before = env.get(variable)
    value = among.everywhere if kind is Forall else 0
    for element in range(among.size):
        env[variable] = element
        part = _truth(body, among, env)
        value = value & part if kind is Forall else value | part
    if before is None:
        del env[variable]
    else:
        env[variable] = before
    return value


def _atom(name: str, args: tuple[Term, ...], among: Worlds, env: dict[Variable, int]) -> int:
    if not any(isinstance(term, Constant) for term in args):
        return among.rows[name, tuple([env[term] for term in args])]  # type: ignore[index]
    value = 0
    for row in product(*(_elements(term, among, env) for term in args)):
        where = among.rows[name, row]
        for term, element in zip(args, row, strict=True):
            if isinstance(term, Constant):
                where &= among.denotes[term.name][element]
        value |= where
    return value


def _elements(term: Term, among: Worlds, env: dict[Variable, int]) -> Sequence[int]:
    return range(among.size) if isinstance(term, Constant) else (env[term],)
