"""One minimal edit away: what contradicts a conclusion, and what leaves it open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from engine.logic import (
    And,
    Binary,
    Constant,
    Exists,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Quantified,
    fold,
    negate,
    postorder,
)

_NEGATED_WHOLE = 0.1
"""How often a compound is contradicted by ¬ before it; else ¬ is pushed inward, so that a denied
compound in the conclusion tells little."""
_CONTRARY = 0.8
"""How often what is said of all is contradicted by the contrary, which keeps the quantifier."""


def contradictory(formula: Formula, rng: Random) -> Formula:
    """What cannot be true together with a formula, mostly without a ¬ before the whole.

    Of what is said of all it may be the contrary: in a domain that is not empty these cannot both
    be true either.
    """
    match formula:
        case Not(operand=operand):
            return operand
        case Predicate():
            return Not(formula)
        case Exists() if rng.random() < 0.5:
            return Not(formula)
    if rng.random() < _NEGATED_WHOLE:
        return Not(formula)
    if isinstance(formula, Forall) and rng.random() < _CONTRARY:
        return Forall(formula.variable, _pushed(formula.body))
    return _pushed(formula)


def _pushed(formula: Formula) -> Formula:
    """The contradictory with ¬ inside the main connective."""
    match formula:
        case And(left=left, right=right):
            return Or(negate(left), negate(right))
        case Or(left=left, right=right):
            return And(negate(left), negate(right))
        case Implies(left=left, right=right):
            return And(left, negate(right))
        case Iff(left=left, right=right):
            return Iff(left, negate(right))
        case Quantified(variable=variable, body=body):
            other = Exists if isinstance(formula, Forall) else Forall
            return other(variable, _pushed(body))
        case _:
            return negate(formula)


class Edit(NamedTuple):
    """A formula (index of a premise; the conclusion comes last) as it reads after an edit."""

    at: int
    formula: Formula
    name: str


def edits(formulas: Sequence[Formula], fresh: Callable[[str], str], rng: Random) -> Iterator[Edit]:
    """Edits of one symbol in one formula, in an order drawn; the last formula is the conclusion.

    A symbol is exchanged for another that occurs, or its sign turned; or, in a premise, and rarely
    in the conclusion, it is exchanged for a new one.
    """
    symbols = list(dict.fromkeys(symbol for formula in formulas for symbol in _symbols(formula)))
    last = len(formulas) - 1
    possible: list[tuple[float, int, tuple[str, int], tuple[str, int] | None, str]] = []
    for at, formula in enumerate(formulas):
        for symbol in dict.fromkeys(_symbols(formula)):
            where = "conclusion" if at == last else "premise"
            possible.append((_late(rng, 1.0), at, symbol, None, f"a sign turned in a {where}"))
            alike = [other for other in symbols if other[1] == symbol[1] and other != symbol]
            if alike:
                chosen = rng.choice(alike)
                name = f"a symbol exchanged in a {where}"
                possible.append((_late(rng, 2.0), at, symbol, chosen, name))
            weight = 0.05 if at == last else 0.5
            new = ("", symbol[1])
            possible.append((_late(rng, weight), at, symbol, new, f"a new symbol in a {where}"))
    for _, at, symbol, other, name in sorted(possible, key=lambda one: one[0]):
        if other is None:
            yield Edit(at, _turned(formulas[at], symbol), name)
            continue
        target = other[0] or fresh(_KINDS[symbol[1]])
        yield Edit(at, _exchanged(formulas[at], symbol, target), name)


_KINDS = {0: "p", 1: "P", 2: "R", -1: "a"}


def _late(rng: Random, weight: float) -> float:
    """A rank: the greater the weight, the earlier, as in weighted sampling without replacement."""
    return -float(rng.random() ** (1 / weight))


def _symbols(formula: Formula) -> Iterator[tuple[str, int]]:
    """The symbols of a formula with their numbers of places; −1 for a name."""
    for node in postorder(formula):
        if isinstance(node, Predicate):
            yield node.name, len(node.args)
            yield from ((term.name, -1) for term in node.args if isinstance(term, Constant))


def _turned(formula: Formula, symbol: tuple[str, int]) -> Formula:
    """The formula with the sign of a symbol turned; a name has none, and nothing changes."""

    def combine(node: Formula, parts: tuple[Formula, ...]) -> Formula:
        match node:
            case Predicate(name=name, args=args):
                return Not(node) if (name, len(args)) == symbol else node
            case Not(operand=Predicate()) if isinstance(parts[0], Not):
                return parts[0].operand
            case _:
                return _rebuilt(node, parts)

    return fold(formula, combine)


def _exchanged(formula: Formula, symbol: tuple[str, int], target: str) -> Formula:
    """The formula with one symbol for another of the same kind."""

    def combine(node: Formula, parts: tuple[Formula, ...]) -> Formula:
        if not isinstance(node, Predicate):
            return _rebuilt(node, parts)
        if symbol[1] < 0:
            old = Constant(symbol[0])
            args = tuple(Constant(target) if term == old else term for term in node.args)
            return Predicate(node.name, args)
        is_meant = (node.name, len(node.args)) == symbol
        return Predicate(target, node.args) if is_meant else node

    return fold(formula, combine)


def _rebuilt(node: Formula, parts: tuple[Formula, ...]) -> Formula:
    match node:
        case Not():
            return Not(parts[0])
        case Binary():
            return type(node)(*parts)
        case Quantified(variable=variable):
            return type(node)(variable, parts[0])
        case _:
            return node
