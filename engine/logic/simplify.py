"""Simplify formulas by an ordered tuple of pure passes that preserve meaning.

Every pass is one function from a node whose parts are already simple to an equivalent formula; a
subset of `PASSES` is a milder simplification. Domains are taken to be non-empty.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.logic.occurrences import free_variables
from engine.logic.propositional.literals import negate
from engine.logic.syntax import (
    And,
    Binary,
    Bottom,
    Equals,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Quantified,
    Top,
    Xor,
)
from engine.logic.traversal import fold

Pass = Callable[[Formula], Formula]


def drop_double_negation(node: Formula) -> Formula:
    """¬¬p is p."""
    match node:
        case Not(operand=Not(operand=inner)):
            return inner
        case _:
            return node


def absorb_constants(node: Formula) -> Formula:
    """⊤ and ⊥ beneath a connective or quantifier disappear."""
    match node:
        case Not(operand=Top()):
            return Bottom()
        case Not(operand=Bottom()):
            return Top()
        case And(left=Top(), right=other) | And(left=other, right=Top()):
            return other
        case And(left=Bottom()) | And(right=Bottom()):
            return Bottom()
        case Or(left=Bottom(), right=other) | Or(left=other, right=Bottom()):
            return other
        case Or(left=Top()) | Or(right=Top()) | Implies(left=Bottom()) | Implies(right=Top()):
            return Top()
        case Implies(left=Top(), right=other):
            return other
        case Implies(left=other, right=Bottom()):
            return negate(other)
        case Quantified(body=Top() | Bottom() as body):
            return body
        case _:
            return _absorb_in_equivalence(node)


def _absorb_in_equivalence(node: Formula) -> Formula:
    match node:
        case Iff(left=Top(), right=other) | Iff(left=other, right=Top()):
            return other
        case Xor(left=Bottom(), right=other) | Xor(left=other, right=Bottom()):
            return other
        case Iff(left=Bottom(), right=other) | Iff(left=other, right=Bottom()):
            return negate(other)
        case Xor(left=Top(), right=other) | Xor(left=other, right=Top()):
            return negate(other)
        case _:
            return node


def merge_equal_sides(node: Formula) -> Formula:
    """A connective between a formula and itself: p ∧ p is p, p → p is ⊤, p ⊕ p is ⊥; t = t is ⊤."""
    match node:
        case Equals(left=left, right=right) if left == right:
            return Top()
        case Binary(left=left, right=right) if left == right:
            if isinstance(node, And | Or):
                return left
            return Bottom() if isinstance(node, Xor) else Top()
        case _:
            return node


def merge_opposite_sides(node: Formula) -> Formula:
    """A connective between a formula and its negation: p ∧ ¬p is ⊥, p → ¬p is ¬p, p ∨ ¬p is ⊤."""
    match node:
        case Binary(left=left, right=right) if left == negate(right) or right == negate(left):
            if isinstance(node, Implies):
                return right
            return Bottom() if isinstance(node, And | Iff) else Top()
        case _:
            return node


def drop_idle_quantifier(node: Formula) -> Formula:
    """∀x p and ∃x p are p where x is not free in p."""
    match node:
        case Quantified(variable=variable, body=body) if variable not in free_variables(body):
            return body
        case _:
            return node


PASSES: tuple[Pass, ...] = (
    drop_double_negation,
    absorb_constants,
    merge_equal_sides,
    merge_opposite_sides,
    drop_idle_quantifier,
)


def simplify(formula: Formula, passes: Sequence[Pass] = PASSES) -> Formula:
    """An equivalent formula that is no larger.

    The passes run at each node, from the leaves up, until none of them changes it: each change
    makes the formula smaller.
    """

    def combine(node: Formula, parts: tuple[Formula, ...]) -> Formula:
        node = _with(node, parts)
        while True:
            before = node
            for rewrite in passes:
                node = rewrite(node)
            if node is before:
                return node

    return fold(formula, combine)


def _with(node: Formula, parts: tuple[Formula, ...]) -> Formula:
    """The node with these parts in place of its own."""
    match node:
        case Not():
            return Not(parts[0])
        case Binary():
            return type(node)(parts[0], parts[1])
        case Quantified(variable=variable):
            return type(node)(variable, parts[0])
        case _:
            return node
