"""Entailment status of a published LogicAsker row, under both readings of free variables.

“X is a baker” has a free variable. It is an individual like any other, or anyone at all, so that
the sentence means its universal closure. For a row without free variables the two agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.errors import VerificationError
from engine.logic import (
    Constant,
    Formula,
    Predicate,
    Quantified,
    Standing,
    Term,
    Variable,
    free_variables,
    show,
)
from engine.logic.judging import our_standing, z3_standing
from engine.logic.occurrences import closed


@dataclass(frozen=True, slots=True)
class Standings:
    """The conclusion's status, with a free variable as an individual or as anyone."""

    individual: Standing
    closed: Standing


def standings(premises: Sequence[Formula], conclusion: Formula) -> Standings:
    """Decide the status under each reading, by two procedures.

    Raises:
        VerificationError: they disagree, or one cannot decide.
    """
    formulas = (*premises, conclusion)
    by_closure = _standing(tuple(map(closed, formulas)))
    free = frozenset[Variable]().union(*map(free_variables, formulas))
    if not free:
        return Standings(by_closure, by_closure)
    named = tuple(_with_names(formula, free) for formula in formulas)
    return Standings(_standing(named), by_closure)


def _standing(formulas: Sequence[Formula]) -> Standing:
    """The status of the last formula, given the others; all are closed."""
    *premises, conclusion = formulas
    own_status, z3_status = our_standing(premises, conclusion), z3_standing(premises, conclusion)
    if own_status is not z3_status or own_status is Standing.UNKNOWN:
        raise VerificationError(
            f"our procedure says {own_status}, Z3 {z3_status} of {show(conclusion)} from"
            f" {'; '.join(map(show, premises))}"
        )
    return own_status


def _with_names(formula: Formula, free: frozenset[Variable]) -> Formula:
    """Replace each of these variables, where free, by a new name."""
    match formula:
        case Predicate(name=name, args=args):
            return Predicate(name, tuple([_term(term, free) for term in args]))
        case Quantified(variable=variable, body=body):
            return type(formula)(variable, _with_names(body, free - {variable}))
        case _ if formula.children:
            return type(formula)(*[_with_names(child, free) for child in formula.children])
    return formula


def _term(term: Term, free: frozenset[Variable]) -> Term:
    return Constant(f"free_{term.name}") if term in free else term
