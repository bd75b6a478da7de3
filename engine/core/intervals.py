"""The score interval of a proportion.

The SQL macros in `engine/store/views/macros.sql` compute the same formula; a test holds the two to
1e-12 of each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

Z_95 = 1.959963984540054
"""The 97.5% quantile of the standard normal distribution."""

TAILS = (0.025, 0.975)
"""Where a 95% interval of a sampled or fitted distribution begins and ends."""


class Interval(NamedTuple):
    """The two ends of a 95% interval of a share, both in 0..1."""

    low: float
    high: float


def wilson(k: float, n: float) -> Interval:
    """The 95% Wilson score interval of `k` successes in `n` trials.

    Without trials the interval is (0, 1).

    Source: E. B. Wilson (1927), "Probable inference, the law of succession, and statistical
    inference", JASA 22; without continuity correction, as method 3 of Newcombe (1998),
    Statistics in Medicine 17.

    Raises:
        ValueError: unless 0 <= k <= n.

    >>> low, high = wilson(15, 148)
    >>> round(low, 4), round(high, 4)
    (0.0624, 0.1605)
    """
    if not 0 <= k <= n:
        raise ValueError(f"{k} successes in {n} trials is not a proportion")
    if n == 0:
        return Interval(0.0, 1.0)
    square = Z_95 * Z_95
    centre = k + square / 2
    spread = Z_95 * sqrt(k * (n - k) / n + square / 4)
    low = 0.0 if k == 0 else (centre - spread) / (n + square)
    high = 1.0 if k == n else (centre + spread) / (n + square)
    return Interval(low, high)


class Estimated(NamedTuple):
    """A share and the two ends of its 95% interval."""

    value: float
    low: float
    high: float


def mean_interval(parts: Sequence[Estimated]) -> Estimated:
    """The unweighted mean of independent shares, with its 95% interval.

    The interval combines those of the parts ("method of variance estimates recovery"), so that it
    stays within 0 and 1 and needs no variance when all or none is right.

    Source: G. Y. Zou and A. Donner (2008), "Construction of confidence limits about effect
    measures: a general approach", Statistics in Medicine 27.

    Raises:
        ValueError: there are no parts.

    >>> parts = [Estimated(0.8, 0.7, 0.9), Estimated(0.6, 0.5, 0.7)]
    >>> [round(number, 3) for number in mean_interval(parts)]
    [0.7, 0.629, 0.771]
    """
    if not parts:
        raise ValueError("there is no mean of nothing")
    n = len(parts)
    value = sum(part.value for part in parts) / n
    below = sqrt(sum((part.value - part.low) ** 2 for part in parts)) / n
    above = sqrt(sum((part.high - part.value) ** 2 for part in parts)) / n
    return Estimated(value, value - below, value + above)


def detectable(n: float, limit: float, n_checks: int) -> float:
    """The accuracy that fails one of `n_checks` checks with a probability of 80%.

    A check fails if its lower bound, at 5% divided among the checks, exceeds the limit. The normal
    approximation is within a point for some hundred items.

    >>> round(detectable(7056, 1 / 3 + 0.01, 100), 3)
    0.367
    """
    normal = NormalDist()
    spread = normal.inv_cdf(1 - 0.05 / max(n_checks, 1)) + normal.inv_cdf(0.8)
    return min(1.0, limit + spread * sqrt(limit * (1 - limit) / max(n, 1.0)))
