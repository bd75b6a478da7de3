"""Entailment status of a published LogicAsker row, under both readings of free variables.

“X is a baker” has a free variable. It is an individual like any other, or anyone at all, so that
the sentence means its universal closure. For a row without free variables the two agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.errors import VerificationError
from engine.families.logicasker.rules.instances import with_terms
from engine.logic import (
    Constant,
    Entailment,
    Formula,
    Term,
    Variable,
    free_variables,
    show,
)
from engine.logic.judging import our_entailment, z3_entailment
from engine.logic.occurrences import closed


@dataclass(frozen=True, slots=True)
class Entailments:
    """The conclusion's status, with a free variable as an individual or as anyone."""

    individual: Entailment
    closed: Entailment


def entailments(premises: Sequence[Formula], conclusion: Formula) -> Entailments:
    """Decide the status under each reading, by two procedures.

    Raises:
        VerificationError: they disagree, or one cannot decide.
    """
    formulas = (*premises, conclusion)
    by_closure = _entailment(tuple(map(closed, formulas)))
    free = frozenset[Variable]().union(*map(free_variables, formulas))
    if not free:
        return Entailments(by_closure, by_closure)
    names: dict[Term, Term] = {one: Constant(f"free_{one.name}") for one in free}
    named = tuple(with_terms(formula, names) for formula in formulas)
    return Entailments(_entailment(named), by_closure)


def _entailment(formulas: Sequence[Formula]) -> Entailment:
    """The status of the last formula, given the others; all are closed."""
    *premises, conclusion = formulas
    own_status, z3_status = (
        our_entailment(premises, conclusion),
        z3_entailment(premises, conclusion),
    )
    if own_status is not z3_status or own_status is Entailment.UNKNOWN:
        raise VerificationError(
            f"our procedure says {own_status}, Z3 {z3_status} of {show(conclusion)} from"
            f" {'; '.join(map(show, premises))}"
        )
    return own_status
