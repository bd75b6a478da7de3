"""Formulas as numbers, with their parts in arrays.

A search compares and takes apart formulas thousands of times per item, which is faster with numbers
than with trees. Quantifiers bind x (or y inside, in formulas with two-place predicates); a free y
is an arbitrary individual and counts as a name.
"""

from __future__ import annotations

from engine.core.errors import InputError
from engine.logic.syntax import (
    And,
    Binary,
    Constant,
    Exists,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Quantified,
    Term,
    Variable,
)
from engine.logic.traversal import postorder

ATOM, NOT, AND, OR, IMPLIES, IFF, ALL, SOME, ALL_Y, SOME_Y = range(10)
X, Y = Variable("x"), Variable("y")

_CODES: dict[type[Formula], int] = {And: AND, Or: OR, Implies: IMPLIES, Iff: IFF}
_KINDS: dict[int, type[Binary]] = {AND: And, OR: Or, IMPLIES: Implies, IFF: Iff}
_BINDERS = {(Forall, X): ALL, (Exists, X): SOME, (Forall, Y): ALL_Y, (Exists, Y): SOME_Y}
_BOUND: dict[int, tuple[type[Quantified], Variable]] = {
    code: binder for binder, code in _BINDERS.items()
}


class Terms:
    """A table of formulas; `op`, `left` and `right` describe each number (unary: left only)."""

    __slots__ = ("_formulas", "_numbers", "_shapes", "has_x", "left", "op", "right")

    def __init__(self) -> None:
        self.op: list[int] = []
        self.left: list[int] = []
        self.right: list[int] = []
        self.has_x: list[bool] = []  # whether x occurs free
        self._shapes: dict[tuple[int, int, int], int] = {}
        self._numbers: dict[Formula, int] = {}
        self._formulas: list[Formula | None] = []

    def number(self, formula: Formula) -> int:
        """The number of a formula, which is entered if new.

        Raises:
            InputError: it has a connective or binder that no listed rule has.
        """
        if formula not in self._numbers:
            for node in postorder(formula):
                if node not in self._numbers:
                    made = self._numbers[node] = self._made(node)
                    self._formulas[made] = node
        return self._numbers[formula]

    def _made(self, formula: Formula) -> int:
        """The number of a new formula whose parts have numbers."""
        match formula:
            case Not(operand=operand):
                return self.make(NOT, self._numbers[operand])
            case Binary(left=left, right=right) if type(formula) in _CODES:
                number = self._numbers
                return self.make(_CODES[type(formula)], number[left], number[right])
            case Quantified(variable=variable, body=body) if (type(formula), variable) in _BINDERS:
                return self.make(_BINDERS[type(formula), variable], self._numbers[body])
            case Predicate(args=args):
                return self._enter(ATOM, -1, -1, X in args, formula)
            case _:
                raise InputError("the listed rules have ¬, ∧, ∨, →, ↔ and quantifiers of x and y")

    def make(self, op: int, left: int, right: int = -1) -> int:
        """The number of a compound."""
        shape = (op, left, right)
        known = self._shapes.get(shape)
        if known is None:
            open_ = self.has_x[left] or (right >= 0 and self.has_x[right])
            known = self._enter(op, left, right, open_ and op != ALL and op != SOME, None)
            self._shapes[shape] = known
        return known

    def _enter(self, op: int, left: int, right: int, has_x: bool, formula: Formula | None) -> int:
        self.op.append(op)
        self.left.append(left)
        self.right.append(right)
        self.has_x.append(has_x)
        self._formulas.append(formula)
        return len(self.op) - 1

    def formula(self, number: int) -> Formula:
        """The formula of a number."""
        known = self._formulas[number]
        if known is not None:
            return known
        op = self.op[number]
        if op == NOT:
            made: Formula = Not(self.formula(self.left[number]))
        elif op in _KINDS:
            parts = self.formula(self.left[number]), self.formula(self.right[number])
            made = _KINDS[op](*parts)
        else:
            kind, variable = _BOUND[op]
            made = kind(variable, self.formula(self.left[number]))
        self._formulas[number] = made
        self._numbers[made] = number
        return made

    def parts(self, number: int) -> tuple[int, ...]:
        """The immediate parts of a formula."""
        if self.op[number] == ATOM:
            return ()
        right = self.right[number]
        return (self.left[number],) if right < 0 else (self.left[number], right)

    def exchanged(self, number: int, old: Term, new: Term) -> int:
        """Replace one term by another, in a formula without quantifiers."""
        return self.number(_exchanged(self.formula(number), old, new))

    def turned(self, number: int) -> int:
        """Swap x and y, in a formula without quantifiers."""
        formula = self.formula(number)
        between = Variable("x y")
        for old, new in ((X, between), (Y, X), (between, Y)):
            formula = _exchanged(formula, old, new)
        return self.number(formula)


def names_in(formula: Formula) -> tuple[Term, ...]:
    """The constants of a formula, and y if it is free in a formula without quantifiers."""
    found: dict[Term, None] = {}
    stack = [formula]
    while stack:
        node = stack.pop()
        if isinstance(node, Predicate):
            found.update((t, None) for t in node.args if isinstance(t, Constant) or t == Y)
        elif not isinstance(node, Quantified):
            stack.extend(reversed(node.children))
    return tuple(found)


def _exchanged(formula: Formula, old: Term, new: Term) -> Formula:
    match formula:
        case Predicate(name=name, args=args):
            return Predicate(name, tuple(new if term == old else term for term in args))
        case Not(operand=operand):
            return Not(_exchanged(operand, old, new))
        case Binary(left=left, right=right):
            return type(formula)(_exchanged(left, old, new), _exchanged(right, old, new))
        case _:
            return formula
