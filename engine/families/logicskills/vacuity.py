"""Statements that hold for a reason that makes most of their words idle.

“Every otter that scared a fox slept” holds vacuously if no otter scared a fox, and “Agnes slept or
Bruno limped” holds on one side alone if Agnes slept. Such a statement follows, but asks for less
than it seems to, and readers who take “every” to imply that there is one call it wrong. So each way
of holding outright is written as a formula of its own, stronger than the statement; where premises
entail one of them, the statement is no right answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.logic import And, Exists, Forall, Formula, Iff, Implies, Not, Or, Predicate, Quantified


def outright(formula: Formula, *, asserted: bool = True) -> Iterator[Formula]:
    """Formulas each of which makes the formula true (or, if it is denied, false) outright.

    In them a universal phrase is about nothing, a conditional's antecedent is false or its
    consequent true, or one side settles a disjunction or a denied conjunction.
    """
    match formula:
        case Not(operand=operand):
            for one in outright(operand, asserted=not asserted):
                yield Not(one)
        case Quantified(variable=variable, body=body):
            yield from _of_phrase(formula, asserted)
            bind = type(formula)
            for one in _of_parts(body, asserted):
                yield bind(variable, one)
        case Or(left=left, right=right) if asserted:
            yield from (left, right)
            yield from _of_parts(formula, asserted)
        case And(left=left, right=right) if not asserted:
            yield from (left, right)
            yield from _of_parts(formula, asserted)
        case Implies(left=left, right=right) if asserted:
            yield from (Not(left), right)
            yield from _of_parts(formula, asserted)
        case And() | Or() | Implies():
            yield from _of_parts(formula, asserted)


def _of_phrase(formula: Quantified, asserted: bool) -> Iterator[Formula]:
    """That a noun phrase is about nothing, where that settles the matter."""
    match formula:
        case Forall(variable=variable, body=Implies(left=restricted)) if asserted:
            yield Forall(variable, Not(restricted))
        case Exists(variable=variable, body=And(left=restricted)) if not asserted:
            yield Exists(variable, restricted)


def _of_parts(formula: Formula, asserted: bool) -> Iterator[Formula]:
    """The formula with one part replaced by what makes that part hold outright."""
    match formula:
        case Predicate() | Iff():
            return
        case Not() | Quantified():
            yield from outright(formula, asserted=asserted)
            return
        case And() | Or() | Implies():
            join: Callable[[Formula, Formula], Formula] = type(formula)
            is_turned = isinstance(formula, Implies)
            for one in _of_parts(formula.left, asserted is not is_turned):
                yield join(one, formula.right)
            for one in _of_parts(formula.right, asserted):
                yield join(formula.left, one)
