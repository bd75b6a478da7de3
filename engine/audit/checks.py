"""The shortcut suite: answers without inference, and the most they may be worth on a sound set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.analysis.statistics import wilson
from engine.ask.baselines.cues import atom_polarity, bare_statement, negation_cue, substring
from engine.audit import trained
from engine.audit.trained import Advance, Right, attack_all
from engine.core.items import Item, Label
from engine.store import AuditRow

LIMIT = 0.36
"""The most a shortcut may score over all items; chance is one in three."""
LIMIT_AT_A_DEPTH = 0.40
"""The most it may score at one depth, where there are fewer items and luck weighs more."""

RULES: dict[str, Callable[[Item], Label]] = {
    "negation-cue": negation_cue,
    "bare-statement": bare_statement,
    "substring": substring,
    "atom-polarity": atom_polarity,
}
"""Shortcuts that need no training: the respondents of the same names."""

CONSTANT = "constant"
UNITS = 1 + len(RULES) + trained.UNITS
"""Units of progress of `shortcut_rows`."""

_LEAST_OF_A_LABEL = 30


@dataclass(frozen=True, slots=True)
class Scope:
    """A part of the items: its name, their places, and the limit that holds there."""

    name: str
    places: tuple[int, ...]
    limit: float


def shortcut_rows(items: Sequence[Item], basis: str, advance: Advance) -> list[AuditRow]:
    """Score every shortcut over all items and at every depth; the overall figures come first.

    The trained ones are left out where fewer than two labels have enough items to learn from.
    """
    scopes = _scopes(items)
    rows = [_constant_row(items, scope, basis) for scope in scopes]
    advance(1)
    for name, rule in RULES.items():
        right = np.array([rule(item) == item.gold for item in items], dtype=np.bool_)
        rows += [scored_right(name, right, scope, basis) for scope in scopes]
        advance(1)
    learnt = attack_all(items, advance) if can_train(items) else {}
    for name, right in learnt.items():
        rows += [scored_right(name, right, scope, basis) for scope in scopes]
    return sorted(rows, key=lambda row: row.scope != "all")


def can_train(items: Sequence[Item]) -> bool:
    """Whether there are enough items of two labels or more for models to learn from."""
    labels = Counter(item.gold for item in items)
    return len(labels) > 1 and min(labels.values()) >= _LEAST_OF_A_LABEL


def _scopes(items: Sequence[Item]) -> list[Scope]:
    scopes = [Scope("all", tuple(range(len(items))), LIMIT)]
    depths = sorted({item.traits.depth for item in items if item.traits.depth is not None})
    for depth in depths:
        places = tuple(at for at, item in enumerate(items) if item.traits.depth == depth)
        scopes.append(Scope(f"depth={depth}", places, LIMIT_AT_A_DEPTH))
    return scopes


def _constant_row(items: Sequence[Item], scope: Scope, basis: str) -> AuditRow:
    """The best constant answer of just this scope."""
    labels = Counter(items[place].gold for place in scope.places)
    return scored(CONSTANT, max(labels.values()), scope, basis)


def scored_right(name: str, right: Right, scope: Scope, basis: str) -> AuditRow:
    """A check by which of all items it gets right."""
    return scored(name, int(right[list(scope.places)].sum()), scope, basis)


def scored(name: str, n_right: int, scope: Scope, basis: str) -> AuditRow:
    """A check by how many items of the scope it gets right."""
    n = len(scope.places)
    low, high = wilson(n_right, n)
    value = n_right / n
    return AuditRow(name, scope.name, value, n, low, high, scope.limit, value <= scope.limit, basis)
