"""Is a proof step an instance of a named form? Decided from the form's schema alone.

This shares nothing with the search in `engine.logic.proofs`: a schema is a list of formulas whose
propositional atoms are metavariables, and a step is an instance when some substitution turns the
schema into it, premises in any order, equality up to double negation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from engine.logic.syntax import Binary, Formula, Not, Predicate, negate

Substitution = dict[str, Formula]


def is_instance(
    schema_premises: Sequence[Formula],
    schema_conclusion: Formula,
    sources: Sequence[Formula],
    conclusion: Formula,
) -> bool:
    """Whether `sources` ⊢ `conclusion` instantiates the schema.

    >>> p, q, r = (Predicate(name) for name in "pqr")
    >>> from engine.logic.syntax import Implies
    >>> is_instance((Implies(p, q), Not(q)), Not(p), (Implies(Not(r), p), Not(p)), r)
    True
    """
    if len(schema_premises) != len(sources):
        return False
    pattern = (*schema_premises, schema_conclusion)
    for arrangement in permutations(sources):
        if _match_all(pattern, (*arrangement, conclusion)) is not None:
            return True
    return False


def _match_all(
    patterns: Sequence[Formula], formulas: Sequence[Formula]
) -> Mapping[str, Formula] | None:
    bound: Substitution = {}
    for pattern, formula in zip(patterns, formulas, strict=True):
        if not _match(pattern, formula, bound):
            return None
    return bound


def _match(pattern: Formula, formula: Formula, bound: Substitution) -> bool:
    """Extend `bound` so that the pattern becomes the formula; False where that cannot be."""
    pending = [(pattern, formula)]
    while pending:
        part, target = pending.pop()
        match part:
            case Predicate(name=name):
                if bound.setdefault(name, target) != target:
                    return False
            case Not(operand=operand):
                pending.append((operand, negate(target)))
            case Binary(left=left, right=right) if type(part) is type(target):
                assert isinstance(target, Binary)
                pending += [(right, target.right), (left, target.left)]
            case _:
                return False
    return True
