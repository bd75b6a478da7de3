"""The formulas a derivation may use: subformulas of premises and conclusion.

The letters of a rule stand for subformulas of premises and conclusion, for instances of these (the
body of a quantifier at a name that occurs, or a formula about a name generalized), or for negations
of either. Rules that build up conclude only such a formula, bare or below a quantifier.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.families.logicasker.derivation.terms import (
    ALL,
    ALL_Y,
    NOT,
    SOME,
    SOME_Y,
    Terms,
    X,
    Y,
    names_in,
)
from engine.logic.syntax import Formula, Quantified, Term


class Space:
    """By number: values for letters, `closed` or `open` in x, and what may be built up."""

    __slots__ = ("closed", "names", "open", "terms", "wanted")

    def __init__(self, formulas: Sequence[Formula]) -> None:
        self.terms = terms = Terms()
        self.closed: set[int] = set()
        self.open: set[int] = set()
        for formula in formulas:
            self._collect(terms.number(formula), False)
        self.names = tuple(dict.fromkeys(n for formula in formulas for n in _names(formula)))
        for name in self.names:
            self._add_instances(name)
        for part in (self.closed, self.open):
            part.update([terms.make(NOT, number) for number in sorted(part)])
        self.wanted = sorted(self.closed)
        for body in sorted(self.open):
            self.wanted += (terms.make(ALL, body), terms.make(SOME, body))

    def _collect(self, number: int, is_inside: bool) -> None:
        """Enter a formula and its parts; nothing is closed inside a second quantifier."""
        terms = self.terms
        (self.open if terms.has_x[number] or is_inside else self.closed).add(number)
        is_inside = is_inside or terms.op[number] in (ALL_Y, SOME_Y)
        for part in terms.parts(number):
            self._collect(part, is_inside)

    def _add_instances(self, name: Term) -> None:
        terms = self.terms
        instances = [terms.exchanged(body, X, name) for body in sorted(self.open)]
        general = [terms.exchanged(number, name, X) for number in sorted(self.closed)]
        self.closed.update(number for number in instances if not terms.has_x[number])
        self.open.update(number for number in general if terms.has_x[number])


def _names(formula: Formula) -> list[Term]:
    """The names in a formula, also below its quantifiers."""
    if isinstance(formula, Quantified):
        return [name for name in _names(formula.body) if name not in (X, Y)]
    found = list(names_in(formula))
    for child in formula.children:
        found += _names(child)
    return found
