"""Intervals of shares where answers share something: rotations, samples, twins, one graph.

Answers of one group are right or wrong together more often than answers of several, so that they
tell less than their number. The Wilson interval is taken for the number of independent trials that
would be as informative. The same formula stands in SQL (`engine/store/views/macros.sql`); a test
holds the two to 1e-9 of each other.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.statistics.intervals import Z_95, Interval, wilson
from engine.statistics.shrinkage import Counts


def effective_trials(groups: Iterable[Counts]) -> float:
    """The number of independent trials that tell as much as all answers in `groups` do.

    The binomial variance over that of the ratio estimator between groups, times z²/t² with one
    degree of freedom less than there are groups; never more than the answers, and never fewer than
    the groups (of unequal sizes: than their effective number, (Σn)²/Σn²). Where every group holds
    one answer it is their number.

    Source: L. Kish (1965), "Survey Sampling", §5.4 and §8.2 (design effect); E. L. Korn and
    B. I. Graubard (1998), "Confidence intervals for proportions with small expected number of
    positive counts estimated from survey data", Survey Methodology 24 (effective sample size with
    the ratio of quantiles); N. Dean and M. Pagano (2015), "Evaluating confidence interval methods
    for binomial proportions in clustered surveys", Journal of Survey Statistics and Methodology 3
    (Wilson's interval over it).

    >>> round(effective_trials([Counts(1, 1)] * 30 + [Counts(0, 1)] * 10), 3)
    40.0
    >>> effective_trials([Counts(3, 3)] * 6 + [Counts(0, 3)] * 4)
    10.0
    """
    known = [group for group in groups if group.n]
    n, squares = sum(group.n for group in known), sum(group.n**2 for group in known)
    if n == squares:
        return float(n)
    k, count = sum(group.k for group in known), len(known)
    least = n * n / squares
    if count < 2 or k in (0, n):
        return least
    share = k / n
    spread = sum((group.k - share * group.n) ** 2 for group in known)
    if spread == 0:
        return float(n)
    variance = spread / n**2 * count / (count - 1)
    found = share * (1 - share) / variance * Z_95**2 / t_95(count - 1) ** 2
    return max(least, min(float(n), found))


def clustered(groups: Iterable[Counts]) -> Interval:
    """The 95% interval of the share of right answers, the answers of a group being alike.

    >>> low, high = clustered([Counts(3, 3)] * 6 + [Counts(0, 3)] * 4)
    >>> round(low, 3), round(high, 3)
    (0.313, 0.832)
    """
    known = tuple(groups)
    n = sum(group.n for group in known)
    if not n:
        return wilson(0, 0)
    trials = effective_trials(known)
    return wilson(sum(group.k for group in known) / n * trials, trials)


def t_95(degrees: int) -> float:
    """The 97.5% quantile of Student's t, by a series that SQL can compute as well.

    Within 0.2% from 4 degrees of freedom on; below, too small a value, where the number of groups
    bounds the effective trials anyway.

    Source: M. Abramowitz and I. A. Stegun (1964), "Handbook of Mathematical Functions", 26.7.5.

    >>> round(t_95(10), 3), round(t_95(100), 3)
    (2.228, 1.984)
    """
    z = Z_95
    return (
        z
        + (z**3 + z) / (4 * degrees)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * degrees**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * degrees**3)
    )
