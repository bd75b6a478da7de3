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

from engine.ask.baselines.signs import SIGN_RULES
from engine.audit.matrix import count_matrix
from engine.audit.skill_checks import ATTACKERS, FORMS, POLARITY
from engine.audit.trained import WORDS, boosting

ROUNDS, FIRST_COUNTED = 48, 20
"""How many there are, and from which on shares count: the mean over rounds is what nobody tells."""
STEP, SLOWER = 6.0, 15.0
"""How far shares move in the first round, and the rounds after which they move half as far."""
LIGHTER = 0.3
"""By how much rarer a pair is to begin with for each statement that it has more."""
ALL_COUNTS, EVERYTHING = "all counts", "everything"
TURNS: tuple[tuple[str, ...], ...] = (
    (ALL_COUNTS, "operators", "shared-runs", "all-words", "function-words"),
    (ALL_COUNTS, "operators", "surface-counts", "function-words"),
    (EVERYTHING, "operators", "shared-runs", "function-words"),
)
"""Who attacks in which round; then from the beginning."""

_LOWEST, _NONE = -60.0, 1e-300
"""The merit, beside the highest of the leaf, below which none is told from the next; no share."""

Rows = Any  # counts, or a sparse matrix of words, which scipy has no type for
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
    follow, each before what is made of it; a pair may be told several times, one after the other.
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
    found: dict[str, Any] = {
        name: attacker.look(seen)  # type: ignore[arg-type]  # they read nothing else of an item
        for name, attacker in ATTACKERS.items()
        if name != POLARITY
    }
    signs = count_matrix([_signs(one) for one in seen]).rows
    counted = [
        one
        for name, one in found.items()
        if name not in WORDS and not name.endswith(("forms", FORMS))
    ]
    together = np.concatenate([*counted, signs], axis=1)
    found[ALL_COUNTS] = together
    found[EVERYTHING] = np.concatenate([together, found[FORMS]], axis=1)
    for name, attacker in WORDS.items():
        *first, _ = attacker.make()
        for step in first:
            found[name] = step.fit_transform(found[name])
    return found


def _signs(one: Seen) -> dict[str, float]:
    return {f"{name} {rule(one)}": 1.0 for name, rule in SIGN_RULES.items()}  # type: ignore[arg-type]


def contest(pool: Pool, start: Shares | None = None) -> Shares:
    """The share of each pair within its leaf: the mean over the rounds that count.

    Without shares to start from, simple pairs come often at first.
    """
    merits = -LIGHTER * pool.n_statements if start is None else np.log(start)
    current, found = shares(pool, merits), np.zeros(len(merits))
    for turn in range(ROUNDS):
        weights = current * pool.often[pool.leaf]
        told = np.zeros(len(merits))
        scores_: list[str] = []
        for name in TURNS[turn % len(TURNS)]:
            likely = attacked(pool, name, weights)
            told += likely.mean(axis=1) - 0.5
            scores_.append(f"{name} {np.average((likely > 0.5).mean(axis=1), weights=weights):.3f}")
        merits -= STEP / (1 + turn / SLOWER) * told
        print(f"round {turn + 1}: {', '.join(scores_)}", flush=True)
        current = shares(pool, merits)
        if turn >= FIRST_COUNTED:
            found += current / (ROUNDS - FIRST_COUNTED)
    return found


def shares(pool: Pool, merits: Shares) -> Shares:
    """The share of each pair within its leaf: as e to its merit, but no more than it may take.

    Where pairs of a leaf are too few for that, none takes more than half again an even share.
    """
    most = np.maximum(pool.most, 1.5 / np.bincount(pool.leaf)[pool.leaf])
    highest = np.full(pool.leaf.max() + 1, -np.inf)
    np.maximum.at(highest, pool.leaf, merits)
    found: Shares = np.exp(np.maximum(merits - highest[pool.leaf], _LOWEST))
    is_full = np.zeros(len(merits), dtype=bool)
    while True:
        room = 1 - np.bincount(pool.leaf, np.where(is_full, most, 0))
        rest = np.bincount(pool.leaf, np.where(is_full, 0, found))
        filled = np.where(is_full, most, found * (room / np.maximum(rest, _NONE))[pool.leaf])
        if not (filled > most).any():
            return filled
        is_full |= filled > most


def attacked(pool: Pool, name: str, weights: Shares) -> NDArray[Any]:
    """How likely an attacker takes each argument of a pair, told once or more, for what it is.

    It has learnt from these very pairs, as in a data set in which each comes several times.
    """
    seen = pool.views[name]
    told = seen.shape[0] // len(weights)
    follows = np.tile([True, False], seen.shape[0] // 2)
    learner = WORDS[name].make()[-1] if name in WORDS else boosting()
    learnt = learner.fit(seen, follows, np.repeat(weights / weights.mean(), told))
    likely = learnt.predict_proba(seen)[:, 1]
    return np.where(follows, likely, 1 - likely).reshape(-1, told)


def scores(pool: Pool, found: Shares) -> dict[str, float]:
    """How often each attacker is right where pairs come by these shares."""
    weights = found * pool.often[pool.leaf]
    right = {name: (attacked(pool, name, weights) > 0.5).mean(axis=1) for name in pool.views}
    return {name: float(np.average(one, weights=weights)) for name, one in right.items()}
