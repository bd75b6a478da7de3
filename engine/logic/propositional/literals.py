"""Propositional atoms and denials, which are made all the time."""

from __future__ import annotations

from functools import lru_cache

from engine.logic.syntax import Formula, Not, Predicate


@lru_cache(maxsize=4096)
def proposition(name: str) -> Predicate:
    """The propositional atom of that name.

    The same object again where possible: atoms are compared all the time, and identity is quick.
    """
    return Predicate(name)


@lru_cache(maxsize=4096)
def denied(name: str) -> Not:
    """The negation of the propositional atom of that name.

    The same object again where possible, as for `proposition`.
    """
    return Not(proposition(name))


def negate(formula: Formula) -> Formula:
    """The contradictory of `formula` with no double negation at the root."""
    return formula.operand if isinstance(formula, Not) else Not(formula)
