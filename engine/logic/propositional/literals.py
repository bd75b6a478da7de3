"""Propositional atoms and negations, cached because they are created so often."""

from __future__ import annotations

from functools import lru_cache

from engine.logic.syntax import Formula, Not, Predicate


@lru_cache(maxsize=4096)
def proposition(name: str) -> Predicate:
    """The propositional atom of that name.

    Returns the same object if possible: atoms are compared often, and identity is quick.
    """
    return Predicate(name)


@lru_cache(maxsize=4096)
def denied(name: str) -> Not:
    """The negation of the propositional atom of that name.

    Returns the same object if possible, as `proposition` does.
    """
    return Not(proposition(name))


def negate(formula: Formula) -> Formula:
    """The contradictory of `formula` with no double negation at the root."""
    return formula.operand if isinstance(formula, Not) else Not(formula)
