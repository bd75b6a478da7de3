"""The shape of a propositional formula: the formula without the names of its atoms.

There are many formulas but few shapes. Results that depend only on the shape are computed once per
shape.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.logic.syntax import Formula, Not, Predicate, Quantified


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A class of formula and the shapes of its parts; a literal has none.

    Shapes are compared by identity: `shaped` gives the same object for the same shape as long as
    it is kept. `n_atoms` counts occurrences. What is no atom without arguments, and no connective,
    has the shape of its class alone.
    """

    kind: type[Formula]
    parts: tuple[Shape, ...]
    n_atoms: int


ATOM = Shape(Predicate, (), 1)
DENIED = Shape(Not, (), 1)
LITERALS = (ATOM, DENIED)


def shaped(formula: Formula, names: list[str]) -> Shape:
    """The shape of a formula; the names of its atoms, left to right with repeats, go to `names`."""
    kind: Any = type(formula)  # Any: mypy takes a class to be hashed as its objects are
    if type(formula) is Predicate and not formula.args:
        names.append(formula.name)
        return ATOM
    if type(formula) is Not:
        operand = formula.operand
        if type(operand) is Predicate and not operand.args:
            names.append(operand.name)
            return DENIED
        return _of_parts(kind, shaped(operand, names))
    if isinstance(formula, Quantified):
        return _of_parts(kind)
    return _of_parts(kind, *[shaped(part, names) for part in formula.children])


@lru_cache(maxsize=1 << 14)
def _of_parts(kind: type[Formula], *parts: Shape) -> Shape:
    return Shape(kind, parts, sum(part.n_atoms for part in parts))
