"""Tests for two models asked the same items, with correlated items in groups.

A group (a contrast pair, the samples of an item, the questions on one graph) takes the place of an
item in `paired.py`. If every group holds one item, the results equal McNemar's test, and Bonett and
Price's interval.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

from engine.core.intervals import Z_95, Interval
from engine.core.statistics.clusters import t_95
from engine.core.statistics.paired import mcnemar


class GroupDifference(NamedTuple):
    """A group of `n` items, and how many more the second model has right than the first."""

    difference: int
    n: int


def sign_flip(groups: Iterable[GroupDifference]) -> float:
    """Exact two-sided p of a sign-flip test: the models' names are exchanged group by group.

    If the models are alike, each group's difference is as likely to have the other sign. The
    p-value is the share of all 2^G exchanges whose sum is at least as far from 0 as the observed
    one. The distribution of the sum is a convolution over the differences. With single items this
    is McNemar's test.

    Source: R. A. Fisher (1935), "The Design of Experiments", §21 (randomization of signs).

    >>> round(sign_flip([GroupDifference(1, 1)] * 7 + [GroupDifference(-1, 1)]), 3)
    0.07
    """
    # Late: whoever compares nothing need not wait for it.
    import numpy as np
    from scipy.signal import fftconvolve  # type: ignore[import-untyped]
    from scipy.stats import binom  # type: ignore[import-untyped]

    differences = [group.difference for group in groups if group.difference]
    sizes = Counter(map(abs, differences))
    if set(sizes) <= {1}:
        return mcnemar(differences.count(-1), differences.count(1))
    weights = np.ones(1)
    for size, count in sizes.items():
        signs = np.zeros(size * count + 1)
        signs[::size] = binom.pmf(np.arange(count + 1), count, 0.5)
        weights = fftconvolve(weights, signs)
    weights = np.clip(weights, 0, None) / np.clip(weights, 0, None).sum()
    # place i of the weights is the sum 2 * i - total
    distance = np.abs(2 * np.arange(len(weights)) - (len(weights) - 1))
    seen = abs(sum(differences))
    return min(1.0, float(weights[distance >= seen].sum()))


def grouped_difference(groups: Iterable[GroupDifference]) -> Interval:
    """The 95% interval of the second model's accuracy minus the first's.

    Bonett and Price's interval with groups in place of items: one item right only for each model is
    added, and the variance is that between groups. If groups hold several items, the quantile is
    Student's with one degree of freedom fewer than groups. `tests/core/statistics` simulates
    its coverage.

    Source: as `paired_difference`; L. Kish (1965), "Survey Sampling", §6.3 (variance of a ratio).

    Raises:
        ValueError: there is no item.

    >>> low, high = grouped_difference(
    ...     [GroupDifference(1, 1)] * 7 + [GroupDifference(-1, 1)] + [GroupDifference(0, 1)] * 13
    ... )
    >>> round(low, 3), round(high, 3)
    (0.013, 0.508)
    """
    known = [group for group in groups if group.n]
    if not known:
        raise ValueError("there is no pair to compare")
    widened = [*known, GroupDifference(1, 1), GroupDifference(-1, 1)]
    n = sum(group.n for group in widened)
    centre = sum(group.difference for group in widened) / n
    spread = sum((group.difference - centre * group.n) ** 2 for group in widened)
    single = all(group.n == 1 for group in known)
    quantile = Z_95 if single else t_95(max(1, len(known) - 1))
    reach = quantile * sqrt(spread) / n
    return Interval(max(-1.0, centre - reach), min(1.0, centre + reach))
