"""Shortcuts for questions whether a conclusion follows, without inference.

They exploit annotation artifacts of published questions on rules. There, conclusions that
contradict the premises have an unexpected quantifier or a ¬ before a compound formula, and
unrelated conclusions have new predicates. Each rule checks the formulas for one artifact; without
it, the conclusion counts as following.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from engine.core.items import Item, Label
from engine.logic import Exists, Forall, Formula, Not, Predicate, Quantified, parse, postorder


def quantifier_flip(item: Item) -> Label:
    """False if the conclusion's quantifier is not the expected one.

    The expected one is ∃ if a premise begins with ∃, else ∀ if a premise begins with ∀. A ¬ before
    a quantifier is ignored.
    """
    asked = _quantifier(item.query[0])
    given = set(map(_quantifier, item.premises)) - {None}
    if asked is None or not given:
        return Label.TRUE
    return Label.TRUE if asked is (Exists if Exists in given else Forall) else Label.FALSE


def new_predicate(item: Item) -> Label:
    """Uncertain if the premises share no predicate or proposition with the conclusion."""
    known = frozenset[str]().union(*map(_predicates, item.premises))
    return Label.UNCERTAIN if known.isdisjoint(_predicates(item.query[0])) else Label.TRUE


def negated_clause(item: Item) -> Label:
    """False if the conclusion, after its quantifiers, is a negated compound formula."""
    return Label.FALSE if _denies_a_compound(item.query[0]) else Label.TRUE


def any_sign(item: Item) -> Label:
    """The first answer of the three rules that is not true, else true."""
    answers = (new_predicate(item), quantifier_flip(item), negated_clause(item))
    return next((answer for answer in answers if answer is not Label.TRUE), Label.TRUE)


SIGN_RULES: dict[str, Callable[[Item], Label]] = {
    "quantifier-flip": quantifier_flip,
    "new-predicate": new_predicate,
    "negated-clause": negated_clause,
    "any-sign": any_sign,
}
"""The rules by the names of their audit checks."""

_KEPT = 1 << 14


@lru_cache(maxsize=_KEPT)
def _quantifier(formula: str) -> type[Formula] | None:
    node = parse(formula)
    while isinstance(node, Not):
        node = node.operand
    return type(node) if isinstance(node, Quantified) else None


@lru_cache(maxsize=_KEPT)
def _predicates(formula: str) -> frozenset[str]:
    return frozenset(node.name for node in postorder(parse(formula)) if isinstance(node, Predicate))


@lru_cache(maxsize=_KEPT)
def _denies_a_compound(formula: str) -> bool:
    node = parse(formula)
    while isinstance(node, Quantified):
        node = node.body
    return isinstance(node, Not) and not isinstance(node.operand, Predicate)
