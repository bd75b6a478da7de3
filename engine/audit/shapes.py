"""The shape of a formula: what is left of it when its atoms' names are taken away.

A data set has few shapes and very many formulas, so each shape is analysed once and all formulas
of that shape share the result.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from engine.logic import (
    And,
    Binary,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Xor,
    parse,
    postorder,
)
from engine.respondents.cues import signs

_NAME = re.compile(r"[^\W\d]\w*")

_DIRECT = {And: "conjunct", Or: "disjunct", Iff: "biconditional", Xor: "exclusive"}


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One occurrence of an atom in a shape.

    `atom` numbers the atoms of the shape by first occurrence. `position` is `fact`, `antecedent`,
    `consequent`, `disjunct`, `conjunct`, `biconditional`, `exclusive` or, below a second
    connective, `nested`. `is_negated`: an odd number of ¬ stand on the way up to the nearest
    connective. `polarity` is the logical sign: 1, -1, or 0 on a side of ↔ or ⊕.
    """

    atom: int
    position: str
    is_negated: bool
    polarity: int


@dataclass(frozen=True, slots=True)
class Shape:
    """A formula but for its atoms' names.

    `text` is the formula with its atoms renamed a0, a1 … by first occurrence, `root` the class of
    its outermost connective, `n_nested` the number of connectives other than ¬.
    """

    text: str
    n_atoms: int
    occurrences: tuple[Occurrence, ...]
    connectives: Counter[str]
    root: str
    n_nested: int


@lru_cache(maxsize=1 << 16)
def shape_of(formula: str) -> tuple[Shape, tuple[str, ...]]:
    """The shape of a propositional formula as items store it, and its atoms in order.

    >>> shape, atoms = shape_of("¬p7 → p3 → p7")
    >>> shape.text, atoms
    ('¬a0 → a1 → a0', ('p7', 'p3'))
    """
    numbers: dict[str, int] = {}

    def rename(name: re.Match[str]) -> str:
        return f"a{numbers.setdefault(name.group(), len(numbers))}"

    text = _NAME.sub(rename, formula)
    return _analysed(text), tuple(numbers)


@lru_cache(maxsize=1 << 14)
def _analysed(text: str) -> Shape:
    formula = parse(text)
    numbered: dict[str, int] = {}
    placed = list(_placed(formula, "fact", False))
    polarities = reversed(list(signs(formula)))  # its stack hands out the right side first
    occurrences = tuple(
        Occurrence(numbered.setdefault(name, len(numbered)), position, is_negated, polarity)
        for (name, position, is_negated), (_, polarity) in zip(placed, polarities, strict=True)
    )
    connectives = Counter(
        type(node).__name__ for node in postorder(formula) if not isinstance(node, Predicate)
    )
    core = formula.operand if isinstance(formula, Not) else formula
    return Shape(
        text=text,
        n_atoms=len(numbered),
        occurrences=occurrences,
        connectives=connectives,
        root=("Not " if core is not formula else "") + type(core).__name__,
        n_nested=sum(connectives.values()) - connectives["Not"],
    )


def _placed(formula: Formula, position: str, is_negated: bool) -> Iterator[tuple[str, str, bool]]:
    """Name, position and sign of each occurrence of an atom, left to right."""
    match formula:
        case Predicate(name=name):
            yield name, position, is_negated
        case Not(operand=operand):
            yield from _placed(operand, position, not is_negated)
        case Binary(left=left, right=right):
            yield from _placed(left, _below(formula, position, "antecedent"), False)
            yield from _placed(right, _below(formula, position, "consequent"), False)


def _below(formula: Binary, position: str, side: str) -> str:
    if position != "fact":
        return "nested"
    return side if isinstance(formula, Implies) else _DIRECT[type(formula)]
