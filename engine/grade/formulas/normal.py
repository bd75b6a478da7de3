"""A normal form of formulas: equal forms are equivalent, by elementary steps.

Negations are pushed inwards, → becomes ∨, operands of ∧, ∨ and ↔ are sorted and deduplicated, and
bound variables are numbered by their quantifiers. It proves the equivalence of most right answers
without a solver; different forms prove nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.logic import (
    And,
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
)

MAX_DEPTH = 100
"""Formulas nested deeper have no normal form here, because it is computed recursively."""

_Bound = tuple[Variable, ...]  # the variables bound around a place, outermost first


def normal_form(formula: Formula) -> str | None:
    """The form of a formula without identity; None if nested deeper than `MAX_DEPTH`."""
    return _form(formula, False, ()) if formula.depth <= MAX_DEPTH else None


def _form(node: Formula, is_denied: bool, bound: _Bound) -> str:
    match node:
        case Not(operand=operand):
            return _form(operand, not is_denied, bound)
        case And() | Or() | Implies():
            return _junction(node, is_denied, bound)
        case Iff(left=left, right=right) | Xor(left=left, right=right):
            return _equivalence(left, right, is_denied != isinstance(node, Xor), bound)
        case Quantified(variable=variable, body=body):
            quantifier = "∀" if isinstance(node, Forall) != is_denied else "∃"
            return f"{quantifier}{_form(body, is_denied, (*bound, variable))}"
        case Predicate(name=name, args=args):
            return _sign(is_denied) + f"{name}({','.join(_term(term, bound) for term in args)})"
        case _:
            return "⊤" if isinstance(node, Top) != is_denied else "⊥"


def _sign(is_denied: bool) -> str:
    return "¬" if is_denied else ""


def _junction(node: Formula, is_denied: bool, bound: _Bound) -> str:
    """A conjunction or disjunction of any length, its parts sorted and each once."""
    is_conjunction = isinstance(node, And) != is_denied
    parts = sorted(set(_parts(node, is_denied, is_conjunction, bound)))
    return parts[0] if len(parts) == 1 else f"({('∧' if is_conjunction else '∨').join(parts)})"


def _parts(node: Formula, is_denied: bool, is_conjunction: bool, bound: _Bound) -> Iterator[str]:
    """The parts of the largest junction of one kind around here."""
    match node:
        case Not(operand=operand):
            yield from _parts(operand, not is_denied, is_conjunction, bound)
        case And(left=left, right=right) if is_conjunction != is_denied:
            yield from _parts(left, is_denied, is_conjunction, bound)
            yield from _parts(right, is_denied, is_conjunction, bound)
        case Or(left=left, right=right) if is_conjunction == is_denied:
            yield from _parts(left, is_denied, is_conjunction, bound)
            yield from _parts(right, is_denied, is_conjunction, bound)
        case Implies(left=left, right=right) if is_conjunction == is_denied:
            yield from _parts(left, not is_denied, is_conjunction, bound)
            yield from _parts(right, is_denied, is_conjunction, bound)
        case _:
            yield _form(node, is_denied, bound)


def _equivalence(left: Formula, right: Formula, is_denied: bool, bound: _Bound) -> str:
    """The form of p ↔ q, with at most one negation, in front of the whole."""
    sides = []
    for side in (left, right):
        plain, denied = _form(side, False, bound), _form(side, True, bound)
        sides.append(min(plain, denied))
        is_denied ^= denied < plain
    first, second = sorted(sides)
    return f"{_sign(is_denied)}[{first}↔{second}]"


def _term(term: Term, bound: _Bound) -> str:
    if isinstance(term, Constant):
        return f"'{term.name}'"
    for distance, variable in enumerate(reversed(bound)):
        if variable == term:
            return str(distance)
    return term.name
