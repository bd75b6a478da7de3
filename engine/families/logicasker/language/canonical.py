"""Canonical names of bound variables, and which formulas English can express."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.errors import InputError
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
)

BOUND = tuple(map(Variable, ("x", "y", "z", "u", "v", "w")))
"""The variable of the outermost quantifier, of one in its scope, and so on."""


def canonical(formula: Formula) -> Formula:
    """Rename bound variables: x in every outermost quantifier, y in its scope, and so on.

    Raises:
        InputError: no sentence can express it: it has a free variable, ⊕, identity, a relation of
            more than two places, or more than six nested quantifiers.
    """
    return _renamed(formula, {}, 0)


def _renamed(formula: Formula, names: Mapping[Term, Variable], depth: int) -> Formula:
    """Rename variables; returns the same object if nothing changes."""
    match formula:
        case Predicate(name=name, args=args):
            return _predicate(formula, name, args, names) if args else formula
        case Not(operand=operand):
            inner = _renamed(operand, names, depth)
            return formula if inner is operand else Not(inner)
        case Quantified(variable=variable, body=body):
            if depth == len(BOUND):
                raise InputError(f"more than {len(BOUND)} nested quantifiers")
            inner = _renamed(body, {**names, variable: BOUND[depth]}, depth + 1)
            is_same = inner is body and variable == BOUND[depth]
            return formula if is_same else type(formula)(BOUND[depth], inner)
        case Xor() | Equals():
            raise InputError("there is no English for ⊕ and = in sentences with quantifiers")
        case Binary(left=left, right=right):
            parts = _renamed(left, names, depth), _renamed(right, names, depth)
            is_same = parts[0] is left and parts[1] is right
            return formula if is_same else type(formula)(*parts)
        case _:
            return formula


def _predicate(
    formula: Formula, name: str, args: tuple[Term, ...], names: Mapping[Term, Variable]
) -> Formula:
    if len(args) > 2:
        raise InputError(f"{name} has {len(args)} places; English is made for two at most")
    terms = tuple([_term(term, names) for term in args])
    return formula if terms == args else Predicate(name, terms)


def _term(term: Term, names: Mapping[Term, Variable]) -> Term:
    if isinstance(term, Constant):
        return term
    if term not in names:
        raise InputError(f"the variable {term} is free; a sentence needs a closed formula")
    return names[term]
