"""A normal form of formulas: equal forms are equivalent, by elementary steps.

Negations and quantifiers are pushed inwards, → becomes ∨, operands of ∧, ∨ and ↔ are sorted and
deduplicated, and bound variables are numbered by their quantifiers. It proves the equivalence of
most right answers without a solver; different forms prove nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from engine.logic import (
    And,
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
    Term,
    Top,
    Variable,
    Xor,
    free_variables,
)

MAX_DEPTH = 100
"""Formulas nested deeper have no normal form here, because it is computed recursively."""

_Bound = tuple[Variable, ...]  # the variables bound around a place, outermost first


def normal_form(formula: Formula) -> str | None:
    """The form of a formula without identity; None if nested deeper than `MAX_DEPTH`."""
    return _form(_narrowed(formula, False), ()) if formula.depth <= MAX_DEPTH else None


def _narrowed(node: Formula, is_denied: bool) -> Formula:
    """The formula or its negation, with ¬ before atoms and ↔ alone, and quantifiers far inside."""
    match node:
        case Not(operand=operand):
            return _narrowed(operand, not is_denied)
        case (
            And(left=left, right=right)
            | Or(left=left, right=right)
            | Implies(left=left, right=right)
        ):
            joined = And if isinstance(node, And) != is_denied else Or
            first = _narrowed(left, is_denied != isinstance(node, Implies))
            return joined(first, _narrowed(right, is_denied))
        case Iff(left=left, right=right) | Xor(left=left, right=right):
            inner = type(node)(_narrowed(left, False), _narrowed(right, False))
            return Not(inner) if is_denied else inner
        case Quantified(variable=variable, body=body):
            kind = Forall if isinstance(node, Forall) != is_denied else Exists
            return _inside(kind, variable, _narrowed(body, is_denied))
        case _:
            return Not(node) if is_denied else node


def _inside(kind: type[Quantified], variable: Variable, body: Formula) -> Formula:
    """The quantification of a narrowed body, as far inside as it can be: no domain is empty."""
    if variable not in free_variables(body):
        return body
    spread, kept = (And, Or) if kind is Forall else (Or, And)
    match body:
        case And(left=left, right=right) | Or(left=left, right=right) if isinstance(body, spread):
            return spread(_inside(kind, variable, left), _inside(kind, variable, right))
        case And() | Or():
            parts = list(_operands(body, kept))
            about = [part for part in parts if variable in free_variables(part)]
            others = [part for part in parts if part not in about]
            if others:
                return reduce(kept, others, _inside(kind, variable, reduce(kept, about)))
    return kind(variable, body)


def _operands(node: Formula, kind: type[And | Or]) -> Iterator[Formula]:
    if isinstance(node, kind):
        yield from _operands(node.left, kind)
        yield from _operands(node.right, kind)
    else:
        yield node


def _form(node: Formula, bound: _Bound) -> str:
    match node:
        case And() | Or():
            parts = sorted({_form(part, bound) for part in _operands(node, type(node))})
            joint = "∧" if isinstance(node, And) else "∨"
            return parts[0] if len(parts) == 1 else f"({joint.join(parts)})"
        case Not(operand=Iff() | Xor() as operand):
            return _equivalence(operand, True, bound)
        case Not(operand=operand):
            return f"¬{_form(operand, bound)}"
        case Iff() | Xor():
            return _equivalence(node, False, bound)
        case Quantified(variable=variable, body=body):
            quantifier = "∀" if isinstance(node, Forall) else "∃"
            return f"{quantifier}{_form(body, (*bound, variable))}"
        case Predicate(name=name, args=args):
            return f"{name}({','.join(_term(term, bound) for term in args)})"
        case _:
            return "⊤" if isinstance(node, Top) else "⊥"


def _equivalence(node: Iff | Xor, is_denied: bool, bound: _Bound) -> str:
    """The form of p ↔ q, with at most one negation, in front of the whole."""
    sides = []
    is_denied ^= isinstance(node, Xor)
    for side in (node.left, node.right):
        plain, denied = _form(side, bound), _form(_narrowed(side, True), bound)
        sides.append(min(plain, denied))
        is_denied ^= denied < plain
    first, second = sorted(sides)
    return f"{'¬' if is_denied else ''}[{first}↔{second}]"


def _term(term: Term, bound: _Bound) -> str:
    if isinstance(term, Constant):
        return f"'{term.name}'"
    for distance, variable in enumerate(reversed(bound)):
        if variable == term:
            return str(distance)
    return term.name
