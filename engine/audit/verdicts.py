"""Verdicts on shortcuts: by intervals, sample size and the number of checks.

A check fails if its lower bound exceeds its limit, chance plus one point or a family's own margin.
The bounds of all limited checks of an audit hold together with 95% confidence (Holm), so a fair set
fails by luck in at most one audit in twenty, whatever its size.

Items of one group are not independent. Their number is divided by the design effect, the observed
variance between groups over that of independent items, which is taken to be at least 1. So bounds
are conservative where the members of a group exclude each other's answers, as in triples with one
item of each label, and large-sample approximations where members are alike.

Sources: C. J. Clopper and E. S. Pearson (1934), "The use of confidence or fiducial limits"; S. Holm
(1979), "A simple sequentially rejective multiple test procedure"; J. N. K. Rao and A. J. Scott
(1992), "A simple method for the analysis of clustered binary data".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from engine.core.intervals import wilson
from engine.core.items import Item
from engine.core.statistics import holm
from engine.store import AuditRow

LEVEL = 0.05
"""The probability that a fair set fails its audit."""
MARGIN = 0.01
"""How far above chance a shortcut may be."""

BALANCED = "balanced"
"""The scope of balanced accuracies: the whole data set."""

Right = NDArray[np.bool_]
"""For each item, whether it was answered correctly (by a model that had not seen its group)."""


@dataclass(frozen=True, slots=True)
class Score:
    """The accuracy of a shortcut in a part of a data set, before the verdict.

    `effective` is the number of independent items that are as informative as the `n` items. Without
    a `limit` the score is only reported. `variants` is the number of rules of which this is the
    best.
    """

    name: str
    scope: str
    accuracy: float
    n: int
    effective: float
    limit: float | None
    variants: int = 1


def score(
    name: str,
    scope: str,
    variants: Sequence[Right],
    items: Sequence[Item],
    limit: float | None,
) -> Score:
    """Score the best of some variants on the items."""
    right = max(variants, key=lambda one: int(one.sum()))
    effective = effective_size(right, np.array([item.group for item in items]))
    return Score(name, scope, float(right.mean()), len(items), effective, limit, len(variants))


def balanced_score(name: str, right: Right, items: Sequence[Item], limit: float | None) -> Score:
    """Score the balanced accuracy, the mean recall over gold answers."""
    gold = np.array([item.gold for item in items])
    each = [right[gold == answer] for answer in np.unique(gold)]
    value = fmean(float(one.mean()) for one in each)
    variance = sum(float(one.var()) / len(one) for one in each) / len(each) ** 2
    effective = value * (1 - value) / variance if variance else float(len(items))
    return Score(name, BALANCED, value, len(items), min(effective, len(items)), limit)


def effective_size(right: Right, groups: NDArray[np.intp]) -> float:
    """The number of items divided by the design effect of their groups."""
    n, share = len(right), float(right.mean())
    of_group, sizes = np.unique(groups, return_inverse=True, return_counts=True)[1:]
    if len(sizes) == n:
        return n
    if share in (0.0, 1.0) or len(sizes) < 2:
        return len(sizes)
    sums = np.bincount(of_group, weights=right - share)
    between = float((sums**2).sum()) * len(sizes) / (len(sizes) - 1)
    return n / max(1.0, between / (n * share * (1 - share)))


def judged(scores: Sequence[Score], basis: str) -> list[AuditRow]:
    """The verdict on each score, given all scores of the audit."""
    tails = {at: _tail(one) for at, one in enumerate(scores) if one.limit is not None}
    p_of = dict(zip(tails, holm(list(tails.values())), strict=True))
    # What is not rejected has the level at which the procedure stopped, so that a bound exceeds
    # its limit exactly if the adjusted p-value is below `LEVEL`.
    n_rejected = sum(p < LEVEL for p in p_of.values())
    rank_of = {at: rank for rank, at in enumerate(sorted(tails, key=lambda at: tails[at]))}
    rows = []
    for at, one in enumerate(scores):
        low, high = wilson(min(one.accuracy * one.effective, one.effective), one.effective)
        p, bound, passed = None, None, True
        if at in p_of:
            level = LEVEL / (len(tails) - min(rank_of[at], n_rejected))
            p, bound = p_of[at], _bound(one, level)
            passed = p >= LEVEL
        shown = (one.name, one.scope, one.accuracy, one.n, low, high, one.limit, passed, basis)
        rows.append(AuditRow(*shown, one.effective, p, bound))
    return rows


def _tail(one: Score) -> float:
    """The probability that the best of the variants would be as high at the limit."""
    from scipy.special import betainc  # type: ignore[import-untyped]

    k = one.accuracy * one.effective
    at_limit = min(one.limit or 0.0, 1.0)
    p = float(betainc(k, one.effective - k + 1, at_limit)) if k > 0 else 1.0
    return min(1.0, p * one.variants)


def _bound(one: Score, level: float) -> float:
    """The lower bound of the accuracy at a level."""
    from scipy.special import betaincinv

    k = one.accuracy * one.effective
    return float(betaincinv(k, one.effective - k + 1, level / one.variants)) if k > 0 else 0.0
