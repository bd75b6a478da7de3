"""The shortcut suite for single choices, and the most each may be worth on a sound set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean

import numpy as np

from engine.audit import choice_trained
from engine.audit.checks import CONSTANT, Scope, can_train, scored, scored_right
from engine.audit.choice_rules import RULES, chosen, chosen_of_kind, kinds
from engine.audit.choice_trained import attack_choices
from engine.audit.trained import Advance, Right
from engine.core.items import Item
from engine.store import AuditRow

CHOICE_MARGIN = 0.03
"""How far above chance a shortcut may score over all items: among four options, up to 28%."""
CHOICE_MARGIN_OF_A_TYPE = 0.05
"""The same at one question type, where there are fewer items: among four options, up to 30%."""

KIND = "option-kind"
UNITS = 2 + len(RULES) + choice_trained.UNITS
"""Units of progress of `choice_rows`."""


def choice_rows(items: Sequence[Item], basis: str, advance: Advance) -> list[AuditRow]:
    """Score every shortcut over all items and for every question type; overall figures first.

    The check by kind of option needs formulas and is left out where items have none; the trained
    ones where there are too few items to learn from.
    """
    scopes = _scopes(items)
    rows = [_best_position(items, scope, basis) for scope in scopes]
    advance(1)
    rows += _best_kinds(items, scopes, basis)
    advance(1)
    for name, score in RULES.items():
        right = _right([chosen(item, score) for item in items], items)
        rows += [scored_right(name, right, scope, basis) for scope in scopes]
        advance(1)
    learnt = attack_choices(items, advance) if can_train(items) else {}
    for name, right in learnt.items():
        rows += [scored_right(name, right, scope, basis) for scope in scopes]
    return sorted(rows, key=lambda row: row.scope != "all")


def _scopes(items: Sequence[Item]) -> list[Scope]:
    places = tuple(range(len(items)))
    scopes = [Scope("all", places, _limit(items, places, CHOICE_MARGIN))]
    for kind in sorted({item.traits.question_type or "" for item in items} - {""}):
        places = tuple(at for at, item in enumerate(items) if item.traits.question_type == kind)
        limit = _limit(items, places, CHOICE_MARGIN_OF_A_TYPE)
        scopes.append(Scope(f"question_type={kind}", places, limit))
    return scopes


def _limit(items: Sequence[Item], places: Sequence[int], margin: float) -> float:
    """Chance by the number of options, and the margin on it; without the dust of binary sums."""
    chance = fmean(1 / len(items[place].options) for place in places)
    return round(min(1.0, chance + margin), 9)


def _best_position(items: Sequence[Item], scope: Scope, basis: str) -> AuditRow:
    """Always the same letter: the one most often right in just this scope."""
    keys = Counter(items[place].gold for place in scope.places)
    return scored(CONSTANT, max(keys.values()), scope, basis)


def _best_kinds(items: Sequence[Item], scopes: Sequence[Scope], basis: str) -> list[AuditRow]:
    """Always an option of the same kind: the kind most often right in just this scope."""
    found = {kind for item in items for kind in kinds(item)}
    if not found or not all(kinds(item) for item in items):
        return []
    right = [_right([chosen_of_kind(item, kind) for item in items], items) for kind in found]
    return [
        max((scored_right(KIND, one, scope, basis) for one in right), key=lambda row: row.accuracy)
        for scope in scopes
    ]


def _right(answers: Sequence[str], items: Sequence[Item]) -> Right:
    pairs = zip(answers, items, strict=True)
    return np.array([answer == item.gold for answer, item in pairs], dtype=np.bool_)
