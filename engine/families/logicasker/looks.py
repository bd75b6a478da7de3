"""How an argument looks: what can be seen of it without inferring anything.

Edits are chosen so that arguments which do not follow look, taken together, like those which do
(`engine.families.logicasker.weights`). What is compared are marks: which forms the premises have,
and which the conclusion; how many of their symbols are shared; how long the two are; how often ¬
stands in them; and the three signs by which published data give themselves away: another
quantifier than the premises let expect, a ¬ before a compound, a conclusion on something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.families.logicasker.wording import typical_words, words_of
from engine.logic import Exists, Forall, Formula, Not, Predicate, Quantified, parse, postorder, show
from engine.logic.judging import numbered

Formulas = tuple[Formula, ...]  # the premises, and the conclusion last

_KEPT = 1 << 14
_SYMBOL = re.compile(r"[pPRa][0-9]+")
_MOST = 6
_MANY = 3
"""Premises from which on it is counted which symbols lead nowhere."""
_WORDS_OF_A_SYMBOL = 2


class Looks(NamedTuple):
    """One formula: its form with and without what stands below the root, and what it is made of."""

    form: str
    root: str
    n_denials: int
    size: int
    symbols: tuple[str, ...]
    said: tuple[str, ...]
    literals: frozenset[str]
    quantifier: type[Formula] | None
    denies_a_compound: bool


class Told(NamedTuple):
    """What premises say together; `uses` is by how many of them a symbol is used."""

    n_premises: int
    uses: Mapping[str, int]
    literals: frozenset[str]
    quantifiers: frozenset[type[Formula]]


def told(premises: Iterable[Looks]) -> Told:
    """What premises say together."""
    together = Told(0, {}, frozenset(), frozenset())
    for one in premises:
        together = told_besides(together, one)
    return together


def told_besides(known: Told, one: Looks) -> Told:
    """What premises say together with one more."""
    uses = dict(known.uses)
    for name in one.symbols:
        uses[name] = uses.get(name, 0) + 1
    return Told(
        known.n_premises + 1,
        uses,
        known.literals | one.literals,
        known.quantifiers | {one.quantifier} if one.quantifier else known.quantifiers,
    )


@lru_cache(maxsize=_KEPT)
def looks(formula: Formula) -> Looks:
    """How a formula looks; its symbols are letters of a kind with a number."""
    text = show(formula)
    symbols = tuple(dict.fromkeys(_SYMBOL.findall(text)))
    names = numbered(symbols)
    known = _looks_of(_SYMBOL.sub(lambda found: names[found[0]], text))
    if all(name == new for name, new in names.items()):
        return known
    old = {new: name for name, new in names.items()}
    literals = [one.replace(one.lstrip("¬"), old[one.lstrip("¬")]) for one in known.literals]
    return known._replace(symbols=symbols, literals=frozenset(literals))


@lru_cache(maxsize=_KEPT)
def _looks_of(form: str) -> Looks:
    """How the formula looks that a form itself is."""
    formula = parse(form)
    nodes = list(postorder(formula))
    denied = [node.operand for node in nodes if isinstance(node, Not)]
    below = [one.name for one in denied if isinstance(one, Predicate)]
    said = [node.name for node in nodes if isinstance(node, Predicate)]
    plain = [name for name in said if said.count(name) > below.count(name)]
    down = _down(formula)
    core = _below_quantifiers(formula)
    return Looks(
        form=form,
        root=" ".join([type(node).__name__ for node in down]),
        n_denials=len(denied),
        size=len(nodes) - len(said),
        symbols=tuple(dict.fromkeys(_SYMBOL.findall(form))),
        said=tuple([_said(node) for node in nodes if not isinstance(node, Predicate)]),
        literals=frozenset([*plain, *[f"¬{name}" for name in below]]),
        quantifier=next((type(node) for node in down if isinstance(node, Quantified)), None),
        denies_a_compound=isinstance(core, Not) and not isinstance(core.operand, Predicate),
    )


def _said(node: Formula) -> str:
    """What is said by a connective or quantifier; a ¬ before an atom is said otherwise."""
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


def conclusion_marks(conclusion: Looks) -> Iterator[str]:
    """The marks of a conclusion by itself."""
    yield f"conclusion: {conclusion.form}"
    yield f"conclusion root: {conclusion.root}"
    yield f"denials of conclusion: {conclusion.n_denials}"


def premise_marks(premise: Looks) -> Iterator[str]:
    """The marks of one premise of a longer argument."""
    yield f"premise: {premise.form}"
    yield f"root: {premise.root}"


def sentence_marks(one: Looks) -> Iterator[tuple[str, float]]:
    """The marks of a sentence of an argument of one step, each with its number."""
    yield from [(f"said: {word}", 1.0) for word in one.said]
    yield from [(f"word: {word}", n) for word, n in words_of(one.form)[0]]


def asked_marks(conclusion: Looks) -> Iterator[tuple[str, float]]:
    """The marks of the conclusion's sentence by itself, each with its number."""
    found, first = words_of(conclusion.form)
    yield from [(f"asked word: {word}", n) for word, n in found]
    yield from [(f"asked first: {word}", n) for word, n in first]


def passage_marks(premises: Sequence[Looks], conclusion: Looks) -> Iterator[str]:
    """The marks of an argument of one step: its premises are known by their forms together."""
    yield f"premises: {' | '.join(sorted([one.form for one in premises]))}"
    yield f"roots: {' | '.join(sorted([one.root for one in premises]))}"
    yield f"denials of premises: {sum([one.n_denials for one in premises])}"
    stated, asked = typical_words(conclusion.form), set(conclusion.symbols)
    common = [
        len(stated & typical_words(one.form))
        + _WORDS_OF_A_SYMBOL * len(asked.intersection(one.symbols))
        for one in premises
    ]
    yield f"common words: {len(premises)} {sum(common)} {max(common)}"
    own, *sizes = [1 + 2 * len(one.literals) + one.size for one in (conclusion, *premises)]
    yield f"sizes: {len(premises)} {own} {sum(sizes) // 2}"


def joint_marks(together: Told, conclusion: Looks) -> Iterator[str]:
    """What premises and conclusion share, and the signs."""
    n_premises, uses = together.n_premises, together.uses
    asked = sorted([uses.get(name, 0) for name in conclusion.symbols])
    if n_premises < _MANY:
        yield f"shared: {n_premises} {sorted(uses.values())} {asked}"
    else:
        yield f"shared: many {asked}"
        times = [*told_besides(together, conclusion).uses.values()]
        yield f"used once: {times.count(1)}"
        yield f"used often: {min(len(times) - times.count(1) - times.count(2), _MOST)}"
    yield f"literals of no premise: {len(conclusion.literals - together.literals)}"
    signs = list(_signs(together, conclusion, is_new=not any(asked)))
    yield from signs
    if signs:
        yield "sign: any"


def _signs(together: Told, conclusion: Looks, *, is_new: bool) -> Iterator[str]:
    if conclusion.quantifier and together.quantifiers:
        expected = Exists if Exists in together.quantifiers else Forall
        if conclusion.quantifier is not expected:
            yield "sign: another quantifier"
    if conclusion.denies_a_compound:
        yield "sign: a compound denied"
    if is_new:
        yield "sign: something else"
