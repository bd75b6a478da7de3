"""Statements that hold whatever some part of them says.

“Every otter that scared a fox slept” holds vacuously if no otter scared a fox, and whatever they
scared if every otter slept; “Agnes slept or Bruno limped” holds on one side alone if Agnes slept.
Such a statement follows, but asks for less than it seems to, and readers who take “every” to imply
that there is one call it wrong. So each part is replaced in turn by what makes the statement
stronger: by what is never true, or always true where the part is denied. Where premises entail one
of these stronger statements, the part is idle, and the statement is no right answer.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.logic import (
    And,
    Bottom,
    Formula,
    Implies,
    Not,
    Or,
    Quantified,
    Top,
    negate,
)

_TRUE, _FALSE = Top(), Bottom()


def outright(formula: Formula) -> Iterator[Formula]:
    """Stronger formulas, each without one part, that can be true."""
    found = (one for one in _stronger(formula, asserted=True) if one not in (_TRUE, _FALSE))
    yield from dict.fromkeys(found)


def _stronger(formula: Formula, *, asserted: bool) -> Iterator[Formula]:
    """The formula (or, if it is denied, what is weaker) without one of its parts."""
    match formula:
        case Not(operand=operand):
            for one in _stronger(operand, asserted=not asserted):
                yield _without(Not(one))
        case Quantified(variable=variable, body=body):
            for one in _stronger(body, asserted=asserted):
                yield one if one in (_TRUE, _FALSE) else type(formula)(variable, one)
        case And() | Or() | Implies():
            join = type(formula)
            turned = asserted is not isinstance(formula, Implies)
            for one in _instead(formula.left, asserted=turned):
                yield _without(join(one, formula.right))
            for one in _instead(formula.right, asserted=asserted):
                yield _without(join(formula.left, one))


def _instead(part: Formula, *, asserted: bool) -> Iterator[Formula]:
    """What stands for a part, or for the whole of it, that says nothing."""
    yield _FALSE if asserted else _TRUE
    yield from _stronger(part, asserted=asserted)


def _without(formula: Formula) -> Formula:
    """The formula without parts that are always or never true."""
    match formula:
        case Not(operand=Top()):
            return _FALSE
        case Not(operand=Bottom()):
            return _TRUE
        case And(left=left, right=right):
            if _FALSE in (left, right):
                return _FALSE
            return right if left == _TRUE else left if right == _TRUE else formula
        case Or(left=left, right=right):
            if _TRUE in (left, right):
                return _TRUE
            return right if left == _FALSE else left if right == _FALSE else formula
        case Implies(left=left, right=right):
            if left == _FALSE or right == _TRUE:
                return _TRUE
            return right if left == _TRUE else negate(left) if right == _FALSE else formula
    return formula
