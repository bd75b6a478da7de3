"""Intervals of means over items of metrics from 0 to 1, with related items in groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.intervals import Z_95, Interval, wilson
from engine.core.statistics.clusters import t_95

_NEGLIGIBLE = 1e-9


@dataclass(frozen=True, slots=True)
class Alike:
    """A kind of group: number of such groups, items in each, and sums of each metric."""

    groups: int
    items: int
    sums: tuple[float, ...]


def mean_intervals(kinds: Sequence[Alike], most: float) -> tuple[Interval, ...]:
    """The 95% interval of each metric's mean over items.

    It is Wilson's for the effective sample size, as in `clusters`: the number of yes-or-no trials
    with the variance that the mean has between groups, with Student's t. It is at least the number
    of groups, to which it falls where all groups are alike, and at most `most`, the number of
    answers. A percentile bootstrap over few groups is too narrow; the coverage of this interval is
    simulated in a test.

    Source: as `effective_trials`.

    Raises:
        ValueError: if there are no groups.
    """
    n_groups = sum(kind.groups for kind in kinds)
    if n_groups < 1:
        raise ValueError("there is no group to take a mean over")
    n = sum(kind.groups * kind.items for kind in kinds)
    fewest = n * n / sum(kind.groups * kind.items**2 for kind in kinds)
    found = []
    for place in range(len(kinds[0].sums)):
        mean = sum(kind.groups * kind.sums[place] for kind in kinds) / n
        spread = sum(k.groups * (k.sums[place] - mean * k.items) ** 2 for k in kinds)
        trials = fewest
        if n_groups > 1 and spread > _NEGLIGIBLE:
            variance = spread / n**2 * n_groups / (n_groups - 1)
            shrunk = mean * (1 - mean) / variance * (Z_95 / t_95(n_groups - 1)) ** 2
            trials = max(fewest, min(most, shrunk))
        found.append(wilson(min(1.0, mean) * trials, trials))
    return tuple(found)
