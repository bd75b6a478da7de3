"""How an argument looks: what can be seen of it without inferring anything.

Edits are chosen so that arguments which do not follow look, taken together, like those which do
(`engine.families.logicasker.weights`). What is compared are marks: which forms the premises have,
and which the conclusion; how many of their symbols are shared; how long the two are; how often ¬
stands in them; and the three signs by which published data give themselves away: another
quantifier than the premises let expect, a ¬ before a compound, a conclusion on something else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.logic import Exists, Forall, Formula, Not, Predicate, Quantified, postorder, show
from engine.logic.judging import in_order_of_occurrence, symbols_of, with_names

Formulas = tuple[Formula, ...]  # the premises, and the conclusion last

_KEPT = 1 << 14
_MOST = 6
_MANY = 3
"""Premises from which on it is counted which symbols lead nowhere."""


class _Looks(NamedTuple):
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


@lru_cache(maxsize=_KEPT)
def _looks(formula: Formula) -> _Looks:
    nodes = list(postorder(formula))
    denied = [node.operand for node in nodes if isinstance(node, Not)]
    plain = Counter(node.name for node in nodes if isinstance(node, Predicate))
    below = Counter(one.name for one in denied if isinstance(one, Predicate))
    outer = [node for node in _down(formula) if isinstance(node, Quantified)]
    core = _below_quantifiers(formula)
    return _Looks(
        form=show(with_names(formula, in_order_of_occurrence([formula]))),
        root=" ".join(type(node).__name__ for node in _down(formula)),
        n_denials=len(denied),
        size=sum(not isinstance(node, Predicate) for node in nodes),
        symbols=symbols_of(formula),
        said=tuple(_said(node) for node in nodes if not isinstance(node, Predicate)),
        literals=frozenset({f"¬{name}" for name in below} | set(plain - below)),
        quantifier=type(outer[0]) if outer else None,
        denies_a_compound=isinstance(core, Not) and not isinstance(core.operand, Predicate),
    )


def _said(node: Formula) -> str:
    """What is said by a connective or quantifier; a ¬ before an atom is said otherwise."""
    if isinstance(node, Not):
        return "denied atom" if isinstance(node.operand, Predicate) else "denied compound"
    return type(node).__name__


def _down(formula: Formula) -> Iterator[Formula]:
    """From the root down through quantifiers and ¬ to the first connective or atom."""
    while isinstance(formula, Quantified | Not):
        yield formula
        formula = formula.operand if isinstance(formula, Not) else formula.body
    yield formula


def _below_quantifiers(formula: Formula) -> Formula:
    while isinstance(formula, Quantified):
        formula = formula.body
    return formula


def conclusion_marks(conclusion: Formula) -> Iterator[str]:
    """The marks of a conclusion by itself."""
    one = _looks(conclusion)
    yield f"conclusion: {one.form}"
    yield f"conclusion root: {one.root}"
    yield f"denials of conclusion: {one.n_denials}"


def premise_marks(premise: Formula) -> Iterator[str]:
    """The marks of one premise of a longer argument."""
    one = _looks(premise)
    yield f"premise: {one.form}"
    yield f"root: {one.root}"


def passage_marks(formulas: Formulas) -> Iterator[str]:
    """The marks of an argument of one step: its premises are known by their forms together."""
    *premises, conclusion = map(_looks, formulas)
    yield f"premises: {' | '.join(sorted([one.form for one in premises]))}"
    yield f"roots: {' | '.join(sorted([one.root for one in premises]))}"
    yield f"denials of premises: {sum([one.n_denials for one in premises])}"
    for one in (conclusion, *premises):
        yield from (f"said: {word}" for word in one.said)
    own, *sizes = [1 + 2 * len(one.literals) + one.size for one in (conclusion, *premises)]
    yield f"sizes: {len(premises)} {own} {sum(sizes) // 2}"


def joint_marks(formulas: Formulas) -> Iterator[str]:
    """What premises and conclusion share, and the signs."""
    looks = [_looks(formula) for formula in formulas]
    *premises, conclusion = looks
    uses: dict[str, int] = {}
    for one in premises:
        for name in one.symbols:
            uses[name] = uses.get(name, 0) + 1
    asked = sorted([uses.get(name, 0) for name in conclusion.symbols])
    if len(premises) < _MANY:
        yield f"shared: {len(premises)} {sorted(uses.values())} {asked}"
    else:
        yield f"shared: many {asked}"
        for name in conclusion.symbols:
            uses[name] = uses.get(name, 0) + 1
        yield f"used once: {sum([times == 1 for times in uses.values()])}"
        yield f"used often: {min(sum([times > 2 for times in uses.values()]), _MOST)}"
    told = set[str]().union(*[one.literals for one in premises])
    yield f"literals of no premise: {len(conclusion.literals - told)}"
    signs = list(_signs(looks, is_new=not any(asked)))
    yield from signs
    if signs:
        yield "sign: any"


def _signs(looks: Sequence[_Looks], *, is_new: bool) -> Iterator[str]:
    *premises, conclusion = looks
    given = {one.quantifier for one in premises} - {None}
    if conclusion.quantifier and given:
        expected = Exists if Exists in given else Forall
        if conclusion.quantifier is not expected:
            yield "sign: another quantifier"
    if conclusion.denies_a_compound:
        yield "sign: a compound denied"
    if is_new:
        yield "sign: something else"
