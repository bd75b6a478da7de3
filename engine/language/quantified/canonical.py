"""The names of bound variables that readings use, and what formulas English can say."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import InputError
from engine.logic.syntax import (
    Binary,
    Constant,
    Equals,
    Formula,
    Not,
    Predicate,
    Quantified,
    Term,
    Variable,
    Xor,
    free_variables,
    postorder,
)

BOUND = tuple(map(Variable, ("x", "y", "z", "u", "v", "w")))
"""What the outermost quantifier binds, what one in its scope binds, and so on."""
ARBITRARY = Variable("y")
"""The free variable of a formula about an arbitrarily chosen person."""


def canonical(formula: Formula) -> Formula:
    """The formula with x bound by every outermost quantifier, y by those in its scope, and so on.

    A formula without quantifiers may have one free variable, which becomes y.

    Raises:
        InputError: no sentence can say it: it has another free variable, ⊕, identity, a relation
            of more than two places, or more than six quantifiers within each other.
    """
    free = free_variables(formula)
    if len(free) == 1 and not any(isinstance(node, Quantified) for node in postorder(formula)):
        return _renamed(formula, dict.fromkeys(free, ARBITRARY), 0)
    return _renamed(formula, {}, 0)


def about(formula: Formula, old: Variable, new: Variable) -> Formula | None:
    """A formula without quantifiers, about `new` instead of `old`; None if it has quantifiers."""
    if any(isinstance(node, Quantified) for node in postorder(formula)):
        return None
    return _renamed(formula, {old: new}, 0)


def _renamed(formula: Formula, names: Mapping[Term, Variable], depth: int) -> Formula:
    match formula:
        case Predicate(name=name, args=args):
            if len(args) > 2:
                raise InputError(f"{name} has {len(args)} places; English is made for two at most")
            return Predicate(name, tuple(_term(term, names) for term in args)) if args else formula
        case Not(operand=operand):
            return Not(_renamed(operand, names, depth))
        case Quantified(variable=variable, body=body):
            if depth == len(BOUND):
                raise InputError(f"more than {len(BOUND)} quantifiers stand within each other")
            inner = {**names, variable: BOUND[depth]}
            return type(formula)(BOUND[depth], _renamed(body, inner, depth + 1))
        case Xor() | Equals():
            raise InputError("there is no English for ⊕ and = in sentences with quantifiers")
        case Binary(left=left, right=right):
            return type(formula)(_renamed(left, names, depth), _renamed(right, names, depth))
        case _:
            return formula


def _term(term: Term, names: Mapping[Term, Variable]) -> Term:
    if isinstance(term, Constant):
        return term
    if term not in names:
        raise InputError(
            f"the variable {term.name} is free; English can say that of one variable, in a formula"
            " without quantifiers"
        )
    return names[term]
