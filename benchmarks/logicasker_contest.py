"""A contest between the shares of pairs of arguments and the attackers that would tell them apart.

In each round attackers learn from the pairs, as often as these come, which argument of each
follows; those that were told come less often then. No pair may take more than a certain share of
its leaf, so that each leaf keeps many. After Freund and Schapire, "Adaptive game playing using
multiplicative weights", Games and Economic Behavior 29 (1999).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.auditing.matrix import count_matrix
from engine.auditing.skill_checks import ATTACKERS, FORMS, POLARITY
from engine.auditing.trained import WORDS, boosting
from engine.respondents.signs import SIGN_RULES

ROUNDS = 60
STEP, SLOWER = 6.0, 15.0
"""How far shares move in the first round, and the rounds after which they move half as far."""
LIGHTER = 0.3
"""By how much rarer a pair is to begin with for each statement that it has more."""
ALL_COUNTS, EVERYTHING = "all counts", "everything"
TURNS: tuple[tuple[str, ...], ...] = (
    (ALL_COUNTS, "operators", "shared-runs"),
    ("function-words", "passage-forms", "operators"),
    (EVERYTHING, "operators", "shared-runs"),
    ("function-words", "operators", "shared-runs", "surface-counts"),
)
"""Who attacks in which round; then from the beginning."""

Rows = NDArray[np.float32]
Shares = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Seen:
    """What attackers look at."""

    passage: tuple[str, ...]
    question: str
    premises: tuple[str, ...]
    query: tuple[str]


@dataclass(frozen=True, slots=True)
class Pool:
    """Pairs: their leaves by number, how often a leaf comes, and the most a pair may take of it.

    `n_statements` is how many each has. The rows of `views`, what attackers see, are arguments that
    follow, each before what is made of it.
    """

    leaf: NDArray[np.intp]
    often: Shares
    most: Shares
    n_statements: Shares
    views: Mapping[str, Rows]


def views(seen: Sequence[Seen]) -> dict[str, Rows]:
    """What each of the audit's attackers of counts sees, and these views side by side.

    Which symbols have one sign only is left out: at one step that is nearly the rule itself.
    """
    found = {
        name: attacker.look(seen)  # type: ignore[arg-type]  # they read nothing else of an item
        for name, attacker in ATTACKERS.items()
        if name not in (*WORDS, POLARITY)
    }
    signs = count_matrix([_signs(one) for one in seen]).rows
    counted = [one for name, one in found.items() if not name.endswith(("forms", FORMS))]
    together = np.concatenate([*counted, signs], axis=1)
    found[ALL_COUNTS] = together
    found[EVERYTHING] = np.concatenate([together, found[FORMS]], axis=1)
    return found


def _signs(one: Seen) -> dict[str, float]:
    return {f"{name} {rule(one)}": 1.0 for name, rule in SIGN_RULES.items()}  # type: ignore[arg-type]


def contest(pool: Pool) -> Shares:
    """The share of each pair within its leaf, at the end."""
    merits = -LIGHTER * pool.n_statements
    for turn in range(ROUNDS):
        weights = shares(pool, merits) * pool.often[pool.leaf]
        told = np.zeros(len(merits))
        scores_: list[str] = []
        for name in TURNS[turn % len(TURNS)]:
            likely = attacked(pool.views[name], weights)
            told += likely.mean(axis=1) - 0.5
            scores_.append(f"{name} {np.average((likely > 0.5).mean(axis=1), weights=weights):.3f}")
        merits -= STEP / (1 + turn / SLOWER) * told
        print(f"round {turn + 1}: {', '.join(scores_)}", flush=True)
    return shares(pool, merits)


def shares(pool: Pool, merits: Shares) -> Shares:
    """The share of each pair within its leaf: e to its merit, but no more than it may take."""
    size = np.bincount(pool.leaf)[pool.leaf]
    most = np.maximum(pool.most, 1.5 / size)
    found: Shares = np.exp(merits - merits.max())
    for _ in range(12):
        found = np.minimum(found / np.bincount(pool.leaf, found)[pool.leaf], most)
    return found / np.bincount(pool.leaf, found)[pool.leaf]


def attacked(seen: Rows, weights: Shares) -> NDArray[Any]:
    """How likely an attacker takes each argument of a pair for what it is.

    It has learnt from these very pairs, as in a data set in which each comes several times.
    """
    follows = np.tile([True, False], len(weights))
    learnt = boosting().fit(seen, follows, np.repeat(weights / weights.mean(), 2))
    likely = learnt.predict_proba(seen)[:, 1]
    return np.where(follows, likely, 1 - likely).reshape(-1, 2)


def scores(pool: Pool, found: Shares) -> dict[str, float]:
    """How often each attacker is right where pairs come by these shares."""
    weights = found * pool.often[pool.leaf]
    right = {
        name: (attacked(seen, weights) > 0.5).mean(axis=1) for name, seen in pool.views.items()
    }
    return {name: float(np.average(one, weights=weights)) for name, one in right.items()}
