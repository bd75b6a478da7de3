"""Suites of shortcuts, with the limits of their accuracy on a sound data set.

A suite lists shortcuts and the parts of a data set on which to score them. There is a suite for
labels and one for choices; a family with other shortcuts has its own suite.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from statistics import fmean

import numpy as np

from engine.ask.baselines.choices import best
from engine.ask.baselines.cues import answer_for
from engine.audit.agreement import Agreement
from engine.audit.balance import TraitBalance
from engine.audit.trained import Attacker, always, attack, can_train
from engine.audit.verdicts import MARGIN, Right, Score, balanced_score, judged, score
from engine.core.items import Item, Label, Option
from engine.core.progress import Advance
from engine.store import AuditFinding, AuditRow

CONSTANT = "constant"
BEYOND_ONE_STEP = "depth>1"
"""The scope of all items but those of depth 1, where some shortcuts have no limit."""


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
class Suite:
    """The shortcuts and further checks for one kind of question.

    A shortcut may score `margin` above chance, over all items and for each value of a trait among
    `parts`; `engine.audit.verdicts` says how that is judged. `own_items`: the set itself is scored,
    because a fresh sample is slow to make. `balanced`: if answers are not equally frequent,
    balanced accuracy is added. `bounds`: shortcuts that infer part of what the questions ask, so
    that no construction brings them to chance, with the least that they must be able to find; they
    may score a point above that.
    """

    shortcuts: tuple[Shortcut, ...] = ()
    margin: float = MARGIN
    parts: tuple[str, ...] = ()
    own_items: bool = False
    balanced: bool = False
    bounds: Mapping[str, Callable[[Sequence[Item]], float]] = field(default_factory=dict)
    findings: Callable[[Sequence[Item]], list[AuditFinding]] | None = None
    balances: Callable[[Sequence[Item]], tuple[TraitBalance, ...]] | None = None
    agreements: Callable[[Sequence[Item]], tuple[Agreement, ...]] | None = None

    def score(
        self,
        items: Sequence[Item],
        basis: str,
        advance: Advance,
        executor: Executor | None = None,
        training: Sequence[Item] = (),
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
        learnt = (
            attack(items, attackers, advance, executor, training)
            if can_train(training or items)
            else {}
        )
        found += [(one, [learnt[one.name]]) for one in attackers if one.name in learnt]
        scores = [
            self._score(one, variants, name, [items[at] for at in places], places)
            for name, places in self._scopes(items).items()
            for one, variants in found
            if variants
        ]
        if self.balanced and not _is_even(items):
            scores += [
                balanced_score(one.name, right[0], items, self._limit(one, items))
                for one, right in found
                if right
            ]
        return judged(scores, basis)

    def _scopes(self, items: Sequence[Item]) -> dict[str, list[int]]:
        """The places of the items of each part, by its name."""
        scopes = {"all": list(range(len(items)))}
        for trait in self.parts:
            places: defaultdict[object, list[int]] = defaultdict(list)
            for at, item in enumerate(items):
                if (value := getattr(item.traits, trait)) is not None:
                    places[value].append(at)
            if trait == "depth" and 1 in places and len(places) > 1:
                scopes[BEYOND_ONE_STEP] = [
                    at for at in scopes["all"] if items[at].traits.depth != 1
                ]
            for value in sorted(places) if len(places) > 1 else ():  # type: ignore[type-var]
                scopes[f"{trait}={value}"] = places[value]
        return scopes

    def _score(
        self,
        shortcut: Shortcut,
        variants: Sequence[Right],
        scope: str,
        part: Sequence[Item],
        places: list[int],
    ) -> Score:
        chosen = [right[places] for right in variants]
        return score(shortcut.name, scope, chosen, part, self._limit(shortcut, part))

    def _limit(self, shortcut: Shortcut, items: Sequence[Item]) -> float | None:
        """Chance by the number of options plus the margin, or a greater bound plus a point."""
        if not shortcut.is_limited(items):
            return None
        chance = fmean(1 / max(len(item.options), 1) for item in items)
        limit = chance + self.margin
        if bound := self.bounds.get(shortcut.name):
            limit = max(limit, bound(items) + MARGIN)
        return round(min(1.0, limit), 9)


def _is_even(items: Sequence[Item]) -> bool:
    gold = np.unique([item.gold for item in items], return_counts=True)[1]
    return len(set(gold.tolist())) < 2


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
