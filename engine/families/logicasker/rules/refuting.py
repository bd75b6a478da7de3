"""Decides whether an argument is a proper contradiction: as long as its twin, using all premises.

Its length is that of the negated conclusion, derived from the contradiction's own premises by the
search used for valid arguments. An edit can also contradict trivially, by a single premise or by a
conclusion that is false whatever the premises. That does not test the rule and is rejected.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.families.logicasker.derivation import derivation
from engine.logic.judging import can_be_left_out_to_refute, interned
from engine.logic.occurrences import free_variables
from engine.logic.propositional.literals import negate
from engine.logic.syntax import (
    Binary,
    Exists,
    Forall,
    Formula,
    Not,
    Predicate,
    Quantified,
    Variable,
)

_FIRST = Variable("x")


def contradictories(formula: Formula) -> tuple[Formula, ...]:
    """A formula negated: with ¬ added or removed, and behind its quantifier if it has one."""
    match formula:
        case Quantified(variable=variable, body=body):
            other = Exists if isinstance(formula, Forall) else Forall
            return negate(formula), other(variable, negate(body))
        case _:
            return (negate(formula),)


def negations(query: Formula) -> tuple[Formula, ...]:
    """The contradictories of a conclusion, in the form a derivation can reach.

    A formula about an arbitrary individual is generalized to all.

    >>> from engine.logic import parse, show
    >>> [show(one) for one in negations(parse("∀x ¬P(x)"))]
    ['¬∀x ¬P(x)', '∃x P(x)']
    """
    arbitrary = free_variables(query)
    whole = Forall(_FIRST, _of_anyone(query)) if arbitrary else query
    return tuple(map(interned, contradictories(whole)))


def _of_anyone(formula: Formula) -> Formula:
    """A formula without quantifiers, about x instead of its free variable."""
    match formula:
        case Predicate(name=name, args=args):
            about = [_FIRST if isinstance(term, Variable) else term for term in args]
            return Predicate(name, tuple(about))
        case Not(operand=operand):
            return Not(_of_anyone(operand))
        case Binary(left=left, right=right):
            return type(formula)(_of_anyone(left), _of_anyone(right))
        case _:
            return formula


def fault_of_contradiction(premises: Sequence[Formula], query: Formula, length: int) -> str | None:
    """Why a refuted conclusion is no contradiction of this length; None if it is one."""
    given, denied = tuple(premises), negations(query)
    if not set(denied).isdisjoint(given):
        return "a premise contradicted"
    if can_be_left_out_to_refute(given, query):
        return "refuted by some premises alone"
    shortest = length + 1
    for one in reversed(denied):  # usually the last one, whose length then bounds the other search
        found = derivation(given, one, min(shortest - 1, length), True)
        if found is not None:
            shortest = found.length
        if shortest < length:
            return "shorter to refute"
    return "longer to refute" if shortest > length else None
