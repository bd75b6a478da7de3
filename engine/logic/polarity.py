"""The polarities with which predicates occur in a formula."""

from __future__ import annotations

from typing import NamedTuple

from engine.logic.syntax import Formula, Iff, Implies, Not, Predicate


class Polarities(NamedTuple):
    """The predicates with positive occurrences in a formula, and those with negative ones.

    ¬ and the left side of → flip the sign; below ↔ a predicate has both.
    """

    positive: frozenset[str]
    negative: frozenset[str]

    def turned(self) -> Polarities:
        """The polarities of the negated formula."""
        return Polarities(self.negative, self.positive)

    def __or__(self, other: Polarities) -> Polarities:
        return Polarities(self.positive | other.positive, self.negative | other.negative)


NONE = Polarities(frozenset(), frozenset())
"""The polarities of no formula."""


def polarities(formula: Formula) -> Polarities:
    """The polarities of the predicates of a formula."""
    match formula:
        case Predicate(name=name):
            return Polarities(frozenset({name}), frozenset())
        case Not(operand=operand):
            return polarities(operand).turned()
        case Implies(left=left, right=right):
            return polarities(left).turned() | polarities(right)
    found = NONE
    for part in formula.children:
        found |= polarities(part)
    return found | found.turned() if isinstance(formula, Iff) else found


def of_one_polarity(stated: Polarities, asked: Polarities) -> frozenset[str]:
    """The predicates of premises that have one sign only in these and the denied conclusion.

    What follows needs each predicate with both signs, wherever no rule adds or drops one.
    """
    both = stated | asked.turned()
    known = stated.positive | stated.negative
    return (both.positive ^ both.negative) & known
