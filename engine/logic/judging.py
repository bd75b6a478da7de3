"""Verdicts on arguments, kept up to renaming: many items are the same argument in other words.

Before a solver is asked, premises are put in an order of their shapes and symbols are renamed as
they occur. That changes no verdict, and lets arguments that differ in names or order share one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from engine.logic.derivation import Derivation, shortest_derivation
from engine.logic.herbrand import can_be_true, herbrand_standing
from engine.logic.lifting import closed
from engine.logic.printer import show
from engine.logic.quantified_session import z3_first_order_standing
from engine.logic.standing import standing
from engine.logic.syntax import (
    Binary,
    Constant,
    Formula,
    Not,
    Predicate,
    Quantified,
    is_propositional,
    postorder,
)
from engine.logic.verdicts import Standing

_KEPT = 1 << 15
Premises = tuple[Formula, ...]


def our_standing(premises: Sequence[Formula], query: Formula) -> Standing:
    """By truth table or elimination; after instances, where there are quantifiers."""
    return _our_standing(*_normal(premises, query))


@lru_cache(maxsize=_KEPT)
def _our_standing(premises: Premises, query: Formula) -> Standing:
    if all(map(is_propositional, (*premises, query))):
        return standing(premises, query)
    return herbrand_standing(premises, query)


def z3_standing(premises: Sequence[Formula], query: Formula) -> Standing:
    """By Z3."""
    return _z3_standing(*_normal(premises, query))


@lru_cache(maxsize=_KEPT)
def _z3_standing(premises: Premises, query: Formula) -> Standing:
    return z3_first_order_standing(premises, query)


def can_be_left_out(premises: Sequence[Formula], conclusion: Formula) -> bool:
    """Whether some premise is not needed for a conclusion that follows from all of them."""
    return _can_be_left_out(*_normal(premises, conclusion))


@lru_cache(maxsize=_KEPT)
def _can_be_left_out(premises: Premises, conclusion: Formula) -> bool:
    denied = Not(closed(conclusion))
    return any(
        can_be_true([*premises[:at], *premises[at + 1 :], denied]) is not True
        for at in range(len(premises))
    )


@lru_cache(maxsize=_KEPT)
def derivation(premises: Premises, conclusion: Formula, limit: int) -> Derivation | None:
    """A shortest derivation of at most `limit` steps, for these very formulas."""
    return shortest_derivation(premises, conclusion, limit)


def n_z3_verdicts() -> int:
    """For how many arguments this process has asked Z3; the rest were known up to renaming."""
    return _z3_standing.cache_info().misses


def _normal(premises: Sequence[Formula], query: Formula) -> tuple[Premises, Formula]:
    ordered = sorted(premises, key=_shape)
    names = in_order_of_occurrence((*ordered, query))
    renamed = [with_names(formula, names) for formula in (*ordered, query)]
    return tuple(renamed[:-1]), renamed[-1]


@lru_cache(maxsize=_KEPT)
def _shape(formula: Formula) -> str:
    """How a formula looks apart from its names."""
    names = {symbol: symbol[0] for symbol in symbols_of(formula)}
    return show(with_names(formula, names))


def symbols_of(formula: Formula) -> Iterator[str]:
    """The names of predicates and individuals, as they occur."""
    for node in postorder(formula):
        if isinstance(node, Predicate):
            yield node.name
            yield from (term.name for term in node.args if isinstance(term, Constant))


def in_order_of_occurrence(formulas: Sequence[Formula]) -> dict[str, str]:
    """New names: those of each kind numbered in order of first occurrence.

    The kind of a name is its first letter: p for propositions, P and R for predicates of one and
    two places, a for individuals.
    """
    names: dict[str, str] = {}
    count: dict[str, int] = {}
    for formula in formulas:
        for name in symbols_of(formula):
            if name not in names:
                count[name[0]] = count.get(name[0], 0) + 1
                names[name] = f"{name[0]}{count[name[0]]}"
    return names


def with_names(formula: Formula, names: Mapping[str, str]) -> Formula:
    """The formula with other names for predicates and individuals."""
    match formula:
        case Predicate(name=name, args=args):
            new = tuple(Constant(names[t.name]) if isinstance(t, Constant) else t for t in args)
            return Predicate(names[name], new)
        case Not(operand=operand):
            return Not(with_names(operand, names))
        case Quantified(variable=variable, body=body):
            return type(formula)(variable, with_names(body, names))
        case Binary(left=left, right=right):
            return type(formula)(with_names(left, names), with_names(right, names))
        case _:
            return formula
