"""The shape of a formula, which is the formula without the names of its atoms.

A data set has few shapes and very many formulas, so each shape is analysed only once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.logic import (
    And,
    Binary,
    Constant,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Quantified,
    Xor,
    parse,
    postorder,
)

NAME = re.compile(r"[^\W\d]\w*")
_NAME_BESIDE_VARIABLES = re.compile(r"(?![xyz]\b)[^\W\d]\w*")
"""In formulas with quantifiers or arguments, x, y and z are variables and keep their names."""
_OF_FIRST_ORDER = re.compile(r"[∀∃]|\w\(")

_DIRECT = {And: "conjunct", Or: "disjunct", Iff: "biconditional", Xor: "exclusive"}


@dataclass(frozen=True, slots=True)
class Occurrence:
    """An occurrence of an atom (a predicate or the name of an individual) in a shape.

    `atom` numbers the atoms of the shape by first occurrence. `position` is `fact`, `antecedent`,
    `consequent`, `disjunct`, `conjunct`, `biconditional`, `exclusive` or, below a second
    connective, `nested`, followed by the enclosing quantifiers with their signs, such as `fact ¬∃`;
    for a name it is `individual`. `is_negated`: there is an odd number of ¬ up to the nearest
    connective or quantifier. `polarity` is the logical sign 1 or -1; it is 0 on a side of ↔ or ⊕,
    and for names.
    """

    atom: int
    position: str
    is_negated: bool
    polarity: int


@dataclass(frozen=True, slots=True)
class Shape:
    """A formula without the names of its atoms.

    `text` is the formula with its atoms renamed a0, a1 … by first occurrence, `root` the class of
    its outermost connective after its quantifiers, and `n_nested` the number of connectives other
    than ¬.
    """

    text: str
    n_atoms: int
    occurrences: tuple[Occurrence, ...]
    connectives: Counter[str]
    root: str
    n_nested: int


@lru_cache(maxsize=1 << 16)
def shape_of(formula: str) -> tuple[Shape, tuple[str, ...]]:
    """The shape of a formula in the notation of items, and its atoms in order.

    >>> shape, atoms = shape_of("¬p7 → p3 → p7")
    >>> shape.text, atoms
    ('¬a0 → a1 → a0', ('p7', 'p3'))
    >>> shape_of("∀x (P2(x) → R1(x, a1))")[0].text
    '∀x (a0(x) → a1(x, a2))'
    """
    numbers: dict[str, int] = {}

    def rename(name: re.Match[str]) -> str:
        return f"a{numbers.setdefault(name.group(), len(numbers))}"

    text = _named(formula).sub(rename, formula)
    return _analysed(text), tuple(numbers)


def renumbered(formula: str, numbers: Mapping[str, int]) -> str:
    """The formula with each name's first letter and another number."""
    return _named(formula).sub(lambda name: f"{name[0][0]}{numbers[name[0]]}", formula)


def _named(formula: str) -> re.Pattern[str]:
    return _NAME_BESIDE_VARIABLES if _OF_FIRST_ORDER.search(formula) else NAME


@lru_cache(maxsize=1 << 14)
def _analysed(text: str) -> Shape:
    formula = parse(text)
    occurrences = tuple(_placed(formula, "fact", "", False, 1))
    connectives = Counter(
        type(node).__name__ for node in postorder(formula) if not isinstance(node, Predicate)
    )
    return Shape(
        text=text,
        n_atoms=len({occurrence.atom for occurrence in occurrences}),
        occurrences=occurrences,
        connectives=connectives,
        root=_root(formula),
        n_nested=sum(isinstance(node, Binary) for node in postorder(formula)),
    )


def _root(formula: Formula) -> str:
    """The outermost connective, after quantifiers and their negations."""
    outside = ""
    core = formula
    while isinstance(core, Quantified) or (isinstance(core, Not) and not outside.endswith("Not ")):
        outside += f"{type(core).__name__} "
        core = core.operand if isinstance(core, Not) else core.body
    return outside + type(core).__name__


def _placed(
    formula: Formula, position: str, scope: str, is_negated: bool, polarity: int
) -> Iterator[Occurrence]:
    """The occurrences of atoms, left to right."""
    match formula:
        case Predicate(name=name, args=args):
            place = f"{position} {scope}".rstrip()
            yield Occurrence(int(name[1:]), place, is_negated, polarity)
            for term in args:
                if isinstance(term, Constant):
                    yield Occurrence(int(term.name[1:]), "individual", is_negated, 0)
        case Not(operand=operand):
            yield from _placed(operand, position, scope, not is_negated, -polarity)
        case Quantified(body=body):
            mark = "∀" if isinstance(formula, Forall) else "∃"
            inner = f"{scope}{'¬' if is_negated else ''}{mark}"
            yield from _placed(body, position, inner, False, polarity)
        case Binary(left=left, right=right):
            before, after = _signs_below(formula, polarity)
            beside = (
                _below(formula, position, "antecedent"),
                _below(formula, position, "consequent"),
            )
            yield from _placed(left, beside[0], scope, False, before)
            yield from _placed(right, beside[1], scope, False, after)


def _signs_below(formula: Binary, polarity: int) -> tuple[int, int]:
    if isinstance(formula, Iff | Xor):
        return 0, 0
    return (-polarity if isinstance(formula, Implies) else polarity), polarity


def _below(formula: Binary, position: str, side: str) -> str:
    if position != "fact":
        return "nested"
    return side if isinstance(formula, Implies) else _DIRECT[type(formula)]
