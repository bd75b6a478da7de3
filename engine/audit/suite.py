"""Suites of shortcuts, with the limits of their accuracy on a sound data set.

A suite lists shortcuts and the parts of a data set on which to score them. There is a suite for
labels and one for choices; a family with other shortcuts has its own suite.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from math import sqrt
from statistics import NormalDist, fmean

import numpy as np

from engine.ask.baselines.choices import best
from engine.ask.baselines.cues import answer_for
from engine.audit.agreement import Agreement
from engine.audit.balance import TraitBalance
from engine.audit.trained import FOLDS, Attacker, Right, always, attack, can_train
from engine.core.intervals import wilson
from engine.core.items import Item, Label, Option
from engine.core.progress import Advance
from engine.store import AuditFinding, AuditRow

CONSTANT = "constant"
BALANCED = "balanced"
"""The scope of balanced accuracies: the whole data set."""

_NORMAL = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Rule:
    """A shortcut that needs no training.

    `right` marks the items it gets right. It may give several variants, such as constants; the best
    in each part counts. It gives none if the items lack what the rule uses. `is_limited` says
    whether the limit applies to a part: it does not if the rule sees what the question tests.
    """

    name: str
    right: Callable[[Sequence[Item]], Sequence[Right]]
    is_limited: Callable[[Sequence[Item]], bool] = always


Shortcut = Rule | Attacker


@dataclass(frozen=True, slots=True)
class Scope:
    """A part of the items: its name, their places, and its limit."""

    name: str
    places: tuple[int, ...]
    limit: float


@dataclass(frozen=True, slots=True)
class Suite:
    """The shortcuts and further checks for one kind of question.

    A shortcut may score `margin` above chance over all items, and `margin_of_a_part` for one value
    of a trait among `parts`, which has fewer items, so that luck matters more. `by_group`: a group
    counts once, by its share of right items; the set itself is scored, however small, and limits
    apply to the lower end of the interval. `balanced`: if answers are not equally frequent,
    balanced accuracy is added.
    """

    shortcuts: tuple[Shortcut, ...] = ()
    margin: float = 0.0
    margin_of_a_part: float = 0.0
    parts: tuple[str, ...] = ()
    by_group: bool = False
    balanced: bool = False
    findings: Callable[[Sequence[Item]], list[AuditFinding]] | None = None
    balances: Callable[[Sequence[Item]], tuple[TraitBalance, ...]] | None = None
    agreements: Callable[[Sequence[Item]], tuple[Agreement, ...]] | None = None

    @property
    def units(self) -> int:
        """The progress units of `score`."""
        return sum(FOLDS if isinstance(one, Attacker) else 1 for one in self.shortcuts)

    def score(
        self,
        items: Sequence[Item],
        basis: str,
        advance: Advance,
        executor: Executor | None = None,
    ) -> list[AuditRow]:
        """Score every shortcut over all items and in every part; overall figures come first.

        Trained shortcuts are left out if fewer than two answers have enough items.
        """
        found: list[tuple[Shortcut, Sequence[Right]]] = []
        for rule in self.shortcuts:
            if isinstance(rule, Rule):
                found.append((rule, rule.right(items)))
                advance(1)
        attackers = [one for one in self.shortcuts if isinstance(one, Attacker)]
        learnt = attack(items, attackers, advance, executor) if can_train(items) else {}
        found += [(one, [learnt[one.name]]) for one in attackers if one.name in learnt]
        scopes = self._scopes(items)
        rows = [
            self._row(one, right, scope, items, basis)
            for scope in scopes
            for one, right in found
            if right
        ]
        if self.balanced and not _is_even(items):
            rows += [_balanced(one, right, items, scopes[0], basis) for one, right in found]
        return rows

    def _scopes(self, items: Sequence[Item]) -> list[Scope]:
        everywhere = tuple(range(len(items)))
        scopes = [Scope("all", everywhere, _limit(items, self.margin))]
        for trait in self.parts:
            places: defaultdict[object, list[int]] = defaultdict(list)
            for at, item in enumerate(items):
                if (value := getattr(item.traits, trait)) is not None:
                    places[value].append(at)
            for value in sorted(places) if len(places) > 1 else ():  # type: ignore[type-var]
                part = [items[at] for at in places[value]]
                limit = _limit(part, self.margin_of_a_part)
                scopes.append(Scope(f"{trait}={value}", tuple(places[value]), limit))
        return scopes

    def _row(
        self,
        shortcut: Shortcut,
        right: Sequence[Right],
        scope: Scope,
        items: Sequence[Item],
        basis: str,
    ) -> AuditRow:
        counted = self._by_groups if self.by_group else _by_items
        n_right, n = max(counted(one, scope, items) for one in right)
        low, high = wilson(min(n_right, n), n)
        passed = (low if self.by_group else n_right / n) <= scope.limit
        row = AuditRow(
            shortcut.name, scope.name, n_right / n, n, low, high, scope.limit, passed, basis
        )
        return _without_limit(row, shortcut, [items[place] for place in scope.places])

    @staticmethod
    def _by_groups(right: Right, scope: Scope, items: Sequence[Item]) -> tuple[float, int]:
        groups: defaultdict[int, list[bool]] = defaultdict(list)
        for at in scope.places:
            groups[items[at].group].append(bool(right[at]))
        return sum(sum(one) / len(one) for one in groups.values()), len(groups)


def _by_items(right: Right, scope: Scope, items: Sequence[Item]) -> tuple[float, int]:
    return int(right[list(scope.places)].sum()), len(scope.places)


def _limit(items: Sequence[Item], margin: float) -> float:
    """Chance by the number of options plus the margin, without rounding errors."""
    chance = fmean(1 / max(len(item.options), 1) for item in items)
    return round(min(1.0, chance + margin), 9)


def _without_limit(row: AuditRow, shortcut: Shortcut, items: Sequence[Item]) -> AuditRow:
    return row if shortcut.is_limited(items) else replace(row, limit=None, passed=True)


def _is_even(items: Sequence[Item]) -> bool:
    gold = np.unique([item.gold for item in items], return_counts=True)[1]
    return len(set(gold.tolist())) < 2


def _balanced(
    shortcut: Shortcut, right: Sequence[Right], items: Sequence[Item], scope: Scope, basis: str
) -> AuditRow:
    """The balanced accuracy (mean recall over gold answers) of a shortcut, with normal interval."""
    gold = np.array([item.gold for item in items])
    each = [right[0][gold == answer] for answer in np.unique(gold)]
    value = fmean(float(one.mean()) for one in each)
    variances = sum(float(one.mean() * (1 - one.mean()) / len(one)) for one in each)
    half = _NORMAL * sqrt(variances) / len(each)
    low, high = max(0.0, value - half), min(1.0, value + half)
    row = AuditRow(
        *(shortcut.name, BALANCED, value, len(items), low, high),
        *(scope.limit, value <= scope.limit, basis),
    )
    return _without_limit(row, shortcut, items)


def answering(answers: Sequence[str], items: Sequence[Item]) -> Right:
    """Marks the items that answers get right."""
    pairs = zip(answers, items, strict=True)
    return np.array([answer == item.gold for answer, item in pairs], dtype=np.bool_)


def constant(name: str = CONSTANT) -> Rule:
    """A rule that always gives the same answer: the one most often right in the part."""

    def right(items: Sequence[Item]) -> list[Right]:
        return [answering([key] * len(items), items) for key in sorted({i.gold for i in items})]

    return Rule(name, right)


def labelling(name: str, rule: Callable[[Item], Label]) -> Rule:
    """A rule that calls a statement true, false or uncertain."""
    return Rule(
        name, lambda items: [answering([answer_for(one, rule(one)) for one in items], items)]
    )


def preferring(name: str, score: Callable[[Item, Option], float]) -> Rule:
    """A rule that chooses the option with the highest score."""

    def chosen(item: Item) -> str:
        return best(item.options, [score(item, option) for option in item.options])

    return Rule(name, lambda items: [answering(list(map(chosen, items)), items)])
