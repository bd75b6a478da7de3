"""Surface features of an argument: what can be seen without inferring anything.

Edits are chosen so that invalid arguments, taken together, look like valid ones
(`engine.families.logicasker.weights`). The features compared are marks: the forms of the premises
and of the conclusion; how many symbols they share; how long both are; how often ¬ occurs; how many
symbols have only one sign, which is rare in valid arguments (in chains); and the three signs by
which published data give themselves away: a quantifier the premises do not suggest, a ¬ before a
compound, and a conclusion on something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.logic import (
    Constant,
    Exists,
    Forall,
    Formula,
    Not,
    Or,
    Predicate,
    Quantified,
    postorder,
    show,
)
from engine.logic.polarity import NONE, Polarities, of_one_polarity, polarities

Formulas = tuple[Formula, ...]  # the premises, and the conclusion last

_KEPT = 1 << 14
_NAME = re.compile(r"[a-zA-Z]\d+")
_MOST = 6
_MOST_ALONE = 8
_MANY = 3
"""From this many premises on, symbols that lead nowhere are counted."""


class Looks(NamedTuple):
    """One formula: its form with and without what is below the root, and its parts.

    `n_signs` counts ¬ and ∨.
    """

    form: str
    root: str
    n_denials: int
    n_signs: int
    size: int
    symbols: tuple[str, ...]
    operators: tuple[str, ...]
    literals: frozenset[str]
    quantifier: type[Formula] | None
    denies_a_compound: bool
    signed: Polarities


class ByForm(NamedTuple):
    """The part of a formula's looks that depends on its form alone."""

    form: str
    root: str
    n_denials: int
    operators: tuple[str, ...]


def by_form(one: Looks) -> ByForm:
    """Extract what depends on the form alone."""
    return ByForm(one.form, one.root, one.n_denials, one.operators)


class Together(NamedTuple):
    """Premises taken together; `uses` is by how many of them a symbol is used."""

    n_premises: int
    uses: Mapping[str, int]
    literals: frozenset[str]
    quantifiers: frozenset[type[Formula]]
    signed: Polarities


def taken_together(premises: Iterable[Looks]) -> Together:
    """Combine the looks of premises."""
    together = Together(0, {}, frozenset(), frozenset(), NONE)
    for one in premises:
        together = with_one_more(together, one)
    return together


def with_one_more(known: Together, one: Looks) -> Together:
    """Combine with the looks of one more premise."""
    uses = dict(known.uses)
    for name in one.symbols:
        uses[name] = uses.get(name, 0) + 1
    return Together(
        known.n_premises + 1,
        uses,
        known.literals | one.literals,
        known.quantifiers | {one.quantifier} if one.quantifier else known.quantifiers,
        known.signed | one.signed,
    )


class _Outlined:
    """A formula that equals any other differing only in the numbering of its symbols."""

    __slots__ = ("formula", "names", "outline")

    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self.names: dict[str, str] = {}
        pieces: list[str] = []
        self._draw(formula, pieces, {})
        self.outline = " ".join(pieces)

    def _draw(self, node: Formula, pieces: list[str], count: dict[str, int]) -> None:
        """The formula in Polish notation, its symbols numbered as they occur."""
        if isinstance(node, Predicate):
            for name in (node.name, *[t.name for t in node.args if isinstance(t, Constant)]):
                if name not in self.names:
                    count[name[0]] = number = count.get(name[0], 0) + 1
                    self.names[name] = f"{name[0]}{number}"
            pieces.append(self.names[node.name])
            pieces += [self.names.get(term.name, term.name) for term in node.args]
            return
        pieces.append(type(node).__name__)
        if isinstance(node, Quantified):
            pieces.append(node.variable.name)
        for part in node.children:
            self._draw(part, pieces, count)

    def __hash__(self) -> int:
        return hash(self.outline)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Outlined) and self.outline == other.outline


@lru_cache(maxsize=_KEPT)
def looks(formula: Formula) -> Looks:
    """A formula's looks; its symbols are letters of a kind with a number."""
    outlined = _Outlined(formula)
    known, symbols = _looks_of(outlined), tuple(outlined.names)
    if known.symbols == symbols:
        return known
    old = dict(zip(known.symbols, symbols, strict=True))
    literals = [f"¬{old[one[1:]]}" if one[0] == "¬" else old[one] for one in known.literals]
    signed = Polarities(*[frozenset([old[name] for name in names]) for names in known.signed])
    return known._replace(symbols=symbols, literals=frozenset(literals), signed=signed)


@lru_cache(maxsize=_KEPT)
def _looks_of(outlined: _Outlined) -> Looks:
    """The looks of the formula with its symbols numbered as they occur."""
    formula, names = outlined.formula, outlined.names
    nodes = list(postorder(formula))
    denied = [node.operand for node in nodes if isinstance(node, Not)]
    below = [names[one.name] for one in denied if isinstance(one, Predicate)]
    symbols = [names[node.name] for node in nodes if isinstance(node, Predicate)]
    plain = [name for name in symbols if symbols.count(name) > below.count(name)]
    down = _down(formula)
    core = _below_quantifiers(formula)
    signed = polarities(formula)
    return Looks(
        form=_NAME.sub(lambda found: names[found[0]], show(formula)),
        root=" ".join([type(node).__name__ for node in down]),
        n_denials=len(denied),
        n_signs=len(denied) + sum([isinstance(node, Or) for node in nodes]),
        size=len(nodes) - len(symbols),
        symbols=tuple(names.values()),
        operators=tuple([_operator(node) for node in nodes if not isinstance(node, Predicate)]),
        literals=frozenset([*plain, *[f"¬{name}" for name in below]]),
        quantifier=next((type(node) for node in down if isinstance(node, Quantified)), None),
        denies_a_compound=isinstance(core, Not) and not isinstance(core.operand, Predicate),
        signed=Polarities(*[frozenset([names[name] for name in some]) for some in signed]),
    )


def _operator(node: Formula) -> str:
    """The connective or quantifier; a ¬ before an atom is named differently."""
    if isinstance(node, Not):
        return "denied atom" if isinstance(node.operand, Predicate) else "denied compound"
    return type(node).__name__


def _down(formula: Formula) -> list[Formula]:
    """From the root down through quantifiers and ¬ to the first connective or atom."""
    passed = [formula]
    while isinstance(formula, Quantified | Not):
        formula = formula.operand if isinstance(formula, Not) else formula.body
        passed.append(formula)
    return passed


def _below_quantifiers(formula: Formula) -> Formula:
    while isinstance(formula, Quantified):
        formula = formula.body
    return formula


def conclusion_marks(conclusion: ByForm) -> Iterator[str]:
    """The marks of a conclusion alone."""
    yield f"conclusion: {conclusion.form}"
    yield f"conclusion root: {conclusion.root}"
    yield f"denials of conclusion: {conclusion.n_denials}"


class Joint(NamedTuple):
    """Features of premises and conclusion together, as numbers.

    `asked` counts for each symbol of the conclusion the premises that use it; `uses` does so for
    every symbol of the premises or, if these are many, gives how many symbols are used `once` and
    `often`. `of_one_polarity` gives how many symbols have only one sign, and how many of these the
    conclusion has.
    """

    n_premises: int
    asked: tuple[int, ...]
    uses: tuple[int, ...]
    once: int
    often: int
    n_new_literals: int
    of_one_polarity: tuple[int, int]
    has_another_quantifier: bool
    denies_a_compound: bool


def joint(together: Together, conclusion: Looks) -> Joint:
    """What premises and conclusion share, and their signs."""
    uses, own = together.uses, conclusion.symbols
    asked = sorted([uses.get(name, 0) for name in own])
    once = often = 0
    used: tuple[int, ...] = ()
    if together.n_premises < _MANY:
        used = tuple(sorted(uses.values()))
    else:
        times = [n + (name in own) for name, n in uses.items()]
        once = times.count(1) + asked.count(0)
        often = sum([n > 2 for n in times])
    alone = of_one_polarity(together.signed, conclusion.signed)
    return Joint(
        together.n_premises,
        tuple(asked),
        used,
        once,
        often,
        len(conclusion.literals - together.literals),
        (len(alone), len(alone.intersection(own))),
        _has_another_quantifier(together, conclusion),
        conclusion.denies_a_compound,
    )


def joint_marks(seen: Joint) -> Iterator[str]:
    """The marks of what premises and conclusion share, and of their signs."""
    asked = list(seen.asked)
    if seen.n_premises < _MANY:
        yield f"shared: {seen.n_premises} {list(seen.uses)} {asked}"
    else:
        yield f"shared: many {asked}"
        yield f"used once: {seen.once}"
        yield f"used often: {min(seen.often, _MOST)}"
    yield f"literals of no premise: {seen.n_new_literals}"
    alone = [min(n, _MOST_ALONE) for n in seen.of_one_polarity]
    yield f"one polarity: {min(seen.n_premises, _MOST)} {alone}"
    signs = {
        "sign: another quantifier": seen.has_another_quantifier,
        "sign: a compound denied": seen.denies_a_compound,
        "sign: something else": not any(asked),
    }
    if seen.n_premises < _MANY and 0 in asked:
        yield "sign: something new"
    yield from [sign for sign, is_there in signs.items() if is_there]
    if any(signs.values()):
        yield "sign: any"


def _has_another_quantifier(together: Together, conclusion: Looks) -> bool:
    """Whether the conclusion has a quantifier that the premises do not suggest."""
    if not conclusion.quantifier or not together.quantifiers:
        return False
    return conclusion.quantifier is not (Exists if Exists in together.quantifiers else Forall)
