"""The least valuation that makes formulas true.

It is canonical: certificates never depend on which model some solver happens to find. A search in
the style of Davis, Logemann and Loveland ("A machine program for theorem-proving", Communications
of the ACM 5, 1962) decides the atoms in their order, false first, and draws forced conclusions at
once. Its first model is therefore the lexicographically least.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

from engine.errors import InputError
from engine.logic.clauses import Clausifier
from engine.logic.elimination import ClauseSet
from engine.logic.syntax import Formula


def least_valuation(formulas: Iterable[Formula], order: Sequence[str]) -> tuple[str, ...] | None:
    """The atoms made true by the least satisfying valuation, in order; None if there is none.

    Valuations compare lexicographically over the atoms named in `order`, False < True.

    Raises:
        InputError: an atom of the formulas is not in `order`.
    """
    return least_model(ClauseSet(formulas, Clausifier(order)), (), order)


def least_model(
    premises: ClauseSet, extra: Iterable[Formula], order: Sequence[str]
) -> tuple[str, ...] | None:
    """As `least_valuation`, for premises already in clause form numbered by the same `order`."""
    clauses = premises.clauses(extra)
    names = premises.clausifier.names
    if tuple(names[: len(order)]) != tuple(order):
        raise InputError("the clause set numbers its atoms in another order")
    if unknown := next((name for name in names[len(order) :] if name is not None), None):
        raise InputError(f"the order of atoms lacks {unknown}")
    true = _search(list(clauses), premises.clausifier.positive)
    if true is None:
        return None
    return tuple(name for number, name in enumerate(order) if true >> 2 * number & 1)


def _search(clauses: list[int], positive: int) -> int | None:
    """The true literals of the least model of the clauses (what is not in it is false)."""
    untried: list[tuple[list[int], int, int]] = []  # clauses, true literals, literal to try next
    left: list[int] | None = clauses
    true = 0
    while True:
        left, true = _propagate(left, true, positive)
        if left is not None:
            left = _without_pure_negatives(left, positive)
            if all(clause & ~positive for clause in left):  # false for all else satisfies them
                return true
            atoms = reduce(or_, left)
            atoms |= atoms >> 1
            literal = (atoms & positive) & -(atoms & positive)
            untried.append((left, true, literal))
            left = _assume(left, literal << 1, literal)
            continue
        if not untried:
            return None
        clauses, true, literal = untried.pop()
        left = _assume(clauses, literal, literal << 1)
        true |= literal


def _without_pure_negatives(clauses: list[int], positive: int) -> list[int]:
    """The clauses left when atoms that occur only negated are false, as in the least model."""
    while clauses:
        literals = reduce(or_, clauses)
        pure = (literals & ~positive) & ~((literals & positive) << 1)
        if not pure:
            break
        clauses = [clause for clause in clauses if not clause & pure]
    return clauses


def _assume(clauses: list[int], true: int, false: int) -> list[int]:
    """The clauses left when some literals are true and their opposites false."""
    return [clause & ~false for clause in clauses if not clause & true]


def _propagate(clauses: list[int] | None, true: int, positive: int) -> tuple[list[int] | None, int]:
    """Draw all conclusions of unit clauses; None for the clauses if they contradict."""
    while clauses is not None:
        units = 0
        for clause in clauses:
            if not clause & (clause - 1):
                if not clause:
                    return None, true
                units |= clause
        if not units:
            break
        false = (units & positive) << 1 | units >> 1 & positive
        if units & false:
            return None, true
        true |= units
        clauses = _assume(clauses, units, false)
    return clauses, true
