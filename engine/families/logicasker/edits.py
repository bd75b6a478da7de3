"""One minimal edit away: what contradicts a conclusion, and what leaves it open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
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
_NO_ONE = 0.4
"""How often what is said of somebody is contradicted by ¬∃; else by ∀, another quantifier."""
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
        case Exists() if rng.random() < _NO_ONE:
            return Not(formula)
    if rng.random() < _NEGATED_WHOLE:
        return Not(formula)
    if isinstance(formula, Forall) and rng.random() < _CONTRARY:
        return Forall(formula.variable, _pushed(formula.body))
    return _pushed(formula)


def _pushed(formula: Formula) -> Formula:
    """The contradictory with ¬ before atoms alone, and where it already stood before a compound."""
    match formula:
        case And(left=left, right=right):
            return Or(_pushed(left), _pushed(right))
        case Or(left=left, right=right):
            return And(_pushed(left), _pushed(right))
        case Implies(left=left, right=right):
            return And(left, _pushed(right))
        case Iff(left=left, right=right):
            return Iff(left, _pushed(right))
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


class _Possible(NamedTuple):
    """An edit that may be made; a new symbol is named only when it is."""

    rank: float
    at: int
    name: str
    make: Callable[[Formula], Formula]


def edits(formulas: Sequence[Formula], fresh: Callable[[str], str], rng: Random) -> Iterator[Edit]:
    """Edits of one thing in one formula, in an order drawn; the last formula is the conclusion.

    A symbol is exchanged for another that occurs, or for a new one; its sign is turned; or the main
    connective or quantifier is exchanged.
    """
    symbols = list(dict.fromkeys(symbol for formula in formulas for symbol in _symbols(formula)))
    possible: list[_Possible] = []
    for at, formula in enumerate(formulas):
        where = "conclusion" if at == len(formulas) - 1 else "premise"
        for symbol in dict.fromkeys(_symbols(formula)):
            turn = partial(_turned, symbol=symbol)
            possible.append(_Possible(_late(rng, 1.0), at, f"a sign turned in a {where}", turn))
            alike = [other for other in symbols if other[1] == symbol[1] and other != symbol]
            if alike:
                exchange = partial(_exchanged, symbol=symbol, target=rng.choice(alike)[0])
                name = f"a symbol exchanged in a {where}"
                possible.append(_Possible(_late(rng, 2.0), at, name, exchange))
            renew = partial(_renewed, symbol=symbol, fresh=fresh)
            weight = 0.05 if where == "conclusion" else 0.5
            name = f"a new symbol in a {where}"
            possible.append(_Possible(_late(rng, weight), at, name, renew))
        name = f"the connective or quantifier exchanged in a {where}"
        possible.append(_Possible(_late(rng, 1.0), at, name, _reconnected))
    for _, at, name, make in sorted(possible, key=lambda one: one.rank):
        yield Edit(at, make(formulas[at]), name)


_OTHER: dict[type[Formula], type[Binary]] = {And: Or, Or: And, Iff: Implies}


def _reconnected(formula: Formula) -> Formula:
    """The formula with its quantifier, if it has no connective its own, or connective exchanged."""
    if isinstance(formula, Not):
        return Not(_reconnected(formula.operand))
    if isinstance(formula, Binary) and type(formula) in _OTHER:
        return _OTHER[type(formula)](formula.left, formula.right)
    if isinstance(formula, Quantified):
        body = _reconnected(formula.body)
        if body != formula.body:
            return type(formula)(formula.variable, body)
        other = Exists if isinstance(formula, Forall) else Forall
        return other(formula.variable, body)
    return formula


def _renewed(formula: Formula, symbol: tuple[str, int], fresh: Callable[[str], str]) -> Formula:
    """The formula with a symbol exchanged for one that nothing has yet."""
    return _exchanged(formula, symbol, fresh(_KINDS[symbol[1]]))


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
