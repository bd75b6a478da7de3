"""The shortcut suite for questions whether a conclusion follows, and the most each may be worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import sqrt
from statistics import NormalDist, fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.ask.baselines.cues import answer_for
from engine.ask.baselines.signs import SIGN_RULES
from engine.audit.checks import Scope, can_train, scored_right
from engine.audit.matrix import count_matrix
from engine.audit.skill_counts import (
    Counts,
    conclusion_counts,
    form_counts,
    function_words,
    lengths_of_conclusion,
    lengths_of_passage,
    operator_counts,
    passage_counts,
    plain_counts,
    polarity_counts,
    shared_runs,
    shared_symbols,
    shared_words,
)
from engine.audit.trained import FOLDS, WORDS, Advance, Attacker, Right, attack_all, boosting
from engine.core.items import Item
from engine.store import AuditRow

SKILL_MARGIN = 0.05
"""How far above chance a shortcut may score over all items: of yes and no, up to 55%."""
SKILL_MARGIN_OF_A_PART = 0.08
"""The same at one length or in one logic, where there are fewer items and luck weighs more."""

BALANCED = "balanced"
"""The scope of a balanced accuracy."""

_NORMAL = NormalDist().inv_cdf(0.975)

FORMS = "forms-together"
"""Knows the rules: boosting over the forms of premises and conclusion together. At length one that
is the rule itself, which is what is asked, so it has no limit, as no prover has; how much less it
is worth at greater lengths is of interest."""

POLARITY = "symbol-polarity"
"""Boosting over how many symbols have one sign only in the premises and the denied conclusion. What
follows needs each symbol with both signs, but where a rule adds or drops one: at one step that is
nearly the rule itself, and has no limit."""


def _counted(count: Callable[[Item], Counts], items: Sequence[Item]) -> NDArray[Any]:
    return count_matrix([count(item) for item in items]).rows


ATTACKERS: dict[str, Attacker] = {
    FORMS: Attacker(partial(_counted, form_counts), boosting),
    "passage-forms": Attacker(partial(_counted, passage_counts), boosting),
    "conclusion-forms": Attacker(partial(_counted, conclusion_counts), boosting),
    "surface-counts": Attacker(partial(_counted, plain_counts), boosting),
    "operators": Attacker(partial(_counted, operator_counts), boosting),
    "function-words": Attacker(partial(_counted, function_words), boosting),
    POLARITY: Attacker(partial(_counted, polarity_counts), boosting),
    "passage-lengths": Attacker(partial(_counted, lengths_of_passage), boosting),
    "conclusion-lengths": Attacker(partial(_counted, lengths_of_conclusion), boosting),
    "shared-symbols": Attacker(partial(_counted, shared_symbols), boosting),
    "shared-words": Attacker(partial(_counted, shared_words), boosting),
    "shared-runs": Attacker(partial(_counted, shared_runs), boosting),
    **WORDS,
}
"""Those that learn, by the names of their checks: see `skill_counts` for what is counted."""

UNITS = 1 + len(SIGN_RULES) + len(ATTACKERS) * FOLDS
"""Units of progress of `skill_rows`."""


def skill_rows(items: Sequence[Item], basis: str, advance: Advance) -> list[AuditRow]:
    """Score every shortcut over all items, in each logic and at each length; overall first.

    Where the answers are not equally frequent, there is its balanced accuracy besides.

    The trained ones are left out where fewer than two answers have enough items to learn from.
    """
    scopes = _scopes(items)
    answers = tuple(dict.fromkeys(option.key for item in items for option in item.options))
    right: dict[str, Right] = {}
    for answer in answers:
        right[f"always-{answer}"] = _right([answer] * len(items), items)
    advance(1)
    for name, rule in SIGN_RULES.items():
        right[name] = _right([answer_for(item, rule(item)) for item in items], items)
        advance(1)
    if can_train(items):
        right |= attack_all(items, advance, ATTACKERS)
    rows = [_row(name, one, scope, items, basis) for name, one in right.items() for scope in scopes]
    if len(set(Counter(item.gold for item in items).values())) > 1:
        rows += [_balanced(name, one, items, scopes[0], basis) for name, one in right.items()]
    return sorted(rows, key=lambda row: row.scope != "all")


def _row(name: str, right: Right, scope: Scope, items: Sequence[Item], basis: str) -> AuditRow:
    row = scored_right(name, right, scope, basis)
    if _has_limit(name, [items[place] for place in scope.places]):
        return row
    return replace(row, limit=None, passed=True)


def _has_limit(name: str, items: Sequence[Item]) -> bool:
    """Whether a shortcut must not pay: not where it sees what is asked itself."""
    if name == POLARITY:
        return all((one.traits.depth or 0) > 1 for one in items)
    return name != FORMS


def _balanced(name: str, right: Right, items: Sequence[Item], scope: Scope, basis: str) -> AuditRow:
    """The mean, over right answers, of how often a shortcut gives them; normal interval."""
    gold = np.array([item.gold for item in items])
    each = [right[gold == answer] for answer in np.unique(gold)]
    value = fmean(float(one.mean()) for one in each)
    variances = sum(float(one.mean() * (1 - one.mean()) / len(one)) for one in each)
    half = _NORMAL * sqrt(variances) / len(each)
    low, high = max(0.0, value - half), min(1.0, value + half)
    limit = scope.limit if _has_limit(name, items) else None
    passed = limit is None or value <= limit
    return AuditRow(name, BALANCED, value, len(items), low, high, limit, passed, basis)


def _right(answers: Sequence[str], items: Sequence[Item]) -> Right:
    pairs = zip(answers, items, strict=True)
    return np.array([answer == item.gold for answer, item in pairs], dtype=np.bool_)


def _scopes(items: Sequence[Item]) -> list[Scope]:
    chance = max(1 / len(item.options) for item in items)
    scopes = [Scope("all", tuple(range(len(items))), round(chance + SKILL_MARGIN, 9))]
    limit = round(chance + SKILL_MARGIN_OF_A_PART, 9)
    for trait in ("logic", "depth"):
        values = Counter(getattr(item.traits, trait) for item in items)
        if len(values) < 2:
            continue
        for value in sorted(values):
            places = tuple(
                at for at, item in enumerate(items) if getattr(item.traits, trait) == value
            )
            scopes.append(Scope(f"{trait}={value}", places, limit))
    return scopes
