"""Decide whether a proof step is an instance of a named form, from the form's schema alone.

This shares nothing with the search in `engine.logic.proofs.proof`: a schema is a list of formulas
whose
propositional atoms are metavariables, and a step is an instance when some substitution turns the
schema into it, premises in any order, equality up to double negation and to the order of the two
sides of ∧, ∨, ↔ and ⊕.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product

from engine.logic.propositional.literals import negate
from engine.logic.syntax import And, Binary, Formula, Implies, Not, Or, Predicate

_Pairs = tuple[tuple[Formula, Formula], ...]


def is_instance(
    schema_premises: Sequence[Formula],
    schema_conclusion: Formula,
    sources: Sequence[Formula],
    conclusion: Formula,
    *,
    by_clauses: bool = False,
) -> bool:
    """Whether `sources` ⊢ `conclusion` instantiates the schema.

    `by_clauses`: a conditional may stand for its contrapositive, and ¬(p ∧ q) for a disjunction.

    >>> from engine.logic.syntax import Implies
    >>> p, q, r = (Predicate(name) for name in "pqr")
    >>> is_instance((Implies(p, q), Not(q)), Not(p), (Implies(Not(r), p), Not(p)), r)
    True
    """
    if len(schema_premises) != len(sources):
        return False
    pattern = (*schema_premises, schema_conclusion)
    return any(
        _matches(tuple(zip(pattern, (*arrangement, concluded), strict=True)), {})
        for concluded, *shown in product(
            *(_displays(one) if by_clauses else (one,) for one in (conclusion, *sources))
        )
        for arrangement in permutations(shown)
    )


def _displays(formula: Formula) -> tuple[Formula, ...]:
    """A formula, and the other display of the same clause."""
    match formula:
        case Implies(left=left, right=right):
            return formula, Implies(negate(right), negate(left))
        case Not(operand=And(left=left, right=right)):
            return formula, Or(negate(left), negate(right))
        case _:
            return (formula,)


def _matches(pairs: _Pairs, bound: dict[str, Formula]) -> bool:
    """Whether one substitution, extending `bound`, turns every pattern into its formula."""
    while pairs:
        (pattern, formula), *rest = pairs
        pairs = tuple(rest)
        match pattern:
            case Predicate(name=name):
                known = bound.get(name)
                if known is None:
                    bound = {**bound, name: formula}
                elif known is not formula and known != formula:
                    return False
            case Not(operand=operand):
                pairs = ((operand, negate(formula)), *pairs)
            case Binary(left=left, right=right):
                if type(pattern) is not type(formula) or not isinstance(formula, Binary):
                    return False
                turned = ((left, formula.right), (right, formula.left), *pairs)
                if not isinstance(formula, Implies) and _matches(turned, bound):
                    return True
                pairs = ((left, formula.left), (right, formula.right), *pairs)
            case _:
                return False
    return True
