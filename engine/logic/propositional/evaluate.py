"""Evaluate a propositional formula under a valuation."""

from __future__ import annotations

from collections.abc import Set

from engine.core.errors import InputError
from engine.logic.syntax import And, Bottom, Formula, Iff, Implies, Not, Or, Predicate, Top, Xor


def true_under(formula: Formula, true: Set[str]) -> bool:
    """Whether the formula is true when exactly the atoms named in `true` are.

    One frame a level of nesting, and no formula is deeper than `MAX_DEPTH`.

    Raises:
        InputError: the formula is not propositional.
    """
    match formula:
        case Predicate(name=name, args=()):
            return name in true
        case Not(operand=operand):
            return not true_under(operand, true)
        case And(left=left, right=right):
            return true_under(left, true) and true_under(right, true)
        case Or(left=left, right=right):
            return true_under(left, true) or true_under(right, true)
        case Implies(left=left, right=right):
            return not true_under(left, true) or true_under(right, true)
        case Iff(left=left, right=right):
            return true_under(left, true) == true_under(right, true)
        case Xor(left=left, right=right):
            return true_under(left, true) != true_under(right, true)
        case Top():
            return True
        case Bottom():
            return False
        case _:
            raise InputError("a valuation of atoms decides propositional formulas only")
