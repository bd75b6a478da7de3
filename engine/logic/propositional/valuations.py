"""The least valuation that makes formulas true.

It is canonical: certificates never depend on which model some solver happens to find. A search in
the style of Davis, Logemann and Loveland ("A machine program for theorem-proving", Communications
of the ACM 5, 1962) decides the atoms in their order, false first, and draws forced conclusions at
once. Its first model is therefore the lexicographically least.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import chain
from operator import or_

from engine.core.errors import InputError
from engine.logic.propositional.clauses import Clausifier, bits_of
from engine.logic.propositional.elimination import ClauseSet
from engine.logic.syntax import Formula


def least_valuation(formulas: Iterable[Formula], order: Sequence[str]) -> tuple[str, ...] | None:
    """The atoms made true by the least satisfying valuation, in order; None if there is none.

    Valuations compare lexicographically over the atoms named in `order`, False < True.

    Raises:
        InputError: an atom of the formulas is not in `order`.
    """
    return least_model(ClauseSet(formulas, Clausifier(order)), (), order)


def least_model(
    premises: ClauseSet,
    extra: Iterable[Formula],
    order: Sequence[str],
    choices: int | None = None,
) -> tuple[str, ...] | None:
    """As `least_valuation`, for premises already in clause form numbered by the same `order`.

    Raises:
        InputError: also if more than `choices` choices of an atom's truth would be needed.
    """
    [found] = least_models(premises, [tuple(extra)], order, choices)
    return found


def least_models(
    premises: ClauseSet,
    claims: Sequence[Sequence[Formula]],
    order: Sequence[str],
    choices: int | None = None,
) -> list[tuple[str, ...] | None]:
    """`least_model` of the same premises with each of several claims, in turn; raises as it does.

    What follows from the premises alone is drawn once.
    """
    clausifier = premises.clausifier
    claim_clauses = [list(chain.from_iterable(map(clausifier.clauses, claim))) for claim in claims]
    names = clausifier.names
    if tuple(names[: len(order)]) != tuple(order):
        raise InputError("the clause set numbers its atoms in another order")
    if unknown := next((name for name in names[len(order) :] if name is not None), None):
        raise InputError(f"the order of atoms lacks {unknown}")
    positive = clausifier.positive
    left, fixed = _propagate(list(premises.clauses()), 0, positive)
    if left is None:
        return [None] * len(claims)
    claimed = reduce(or_, chain.from_iterable(claim_clauses), 0)
    claimed = 3 * ((claimed | claimed >> 1) & positive)
    left = _without_pure_negatives(left, positive, claimed)
    known = list(bits_of(fixed & claimed))
    found = [_search([*left, *clauses, *known], positive, choices) for clauses in claim_clauses]
    return [_named(true, fixed, order) for true in found]


def _named(true: int | None, fixed: int, order: Sequence[str]) -> tuple[str, ...] | None:
    """The atoms of the true literals found and of those fixed before; None for no model."""
    if true is None:
        return None
    true |= fixed
    return tuple([name for number, name in enumerate(order) if true >> 2 * number & 1])


def _search(clauses: list[int], positive: int, choices: int | None) -> int | None:
    """The true literals of the least model of the clauses (what is not in it is false)."""
    n_made = 0
    untried: list[tuple[list[int], int, int]] = []  # clauses, true literals, literal to try next
    left: list[int] | None = clauses
    true = 0
    while True:
        left, true = _propagate(left, true, positive)
        if left is not None:
            left = _without_pure_negatives(left, positive, 0)
            if all(clause & ~positive for clause in left):  # false for all else satisfies them
                return true
            atoms = reduce(or_, left)
            atoms |= atoms >> 1
            literal = (atoms & positive) & -(atoms & positive)
            n_made += 1
            if choices is not None and n_made > choices:
                raise InputError(f"the least model takes more than {choices:,} choices to find")
            untried.append((left, true, literal))
            left = _assume(left, literal << 1, literal)
            continue
        if not untried:
            return None
        clauses, true, literal = untried.pop()
        left = _assume(clauses, literal, literal << 1)
        true |= literal


def _without_pure_negatives(clauses: list[int], positive: int, kept: int) -> list[int]:
    """The clauses left when atoms that occur only negated are false, as in the least model.

    The literals of atoms in `kept` are left alone.
    """
    while clauses:
        literals = reduce(or_, clauses)
        pure = (literals & ~positive) & ~((literals & positive) << 1) & ~kept
        if not pure:
            break
        clauses = [clause for clause in clauses if not clause & pure]
    return clauses


def _assume(clauses: list[int], true: int, false: int) -> list[int]:
    """The clauses left when some literals are true and their opposites false."""
    return [clause & ~false for clause in clauses if not clause & true]


def _propagate(clauses: list[int] | None, true: int, positive: int) -> tuple[list[int] | None, int]:
    """Draw all conclusions of unit clauses; None for the clauses if they contradict."""
    while clauses:
        found = [clause for clause in clauses if not clause & (clause - 1)]
        if not found:
            break
        units = reduce(or_, found)
        false = (units & positive) << 1 | units >> 1 & positive
        if units & false or 0 in found:
            return None, true
        true |= units
        clauses = _assume(clauses, units, false)
    return clauses, true
