"""Intervals of shares of correlated answers: rotations, samples, pairs, questions on one graph.

Answers of one group tend to be right or wrong together, so they carry less information than their
number suggests. The Wilson interval is taken for the effective sample size: the number of
independent trials that would be as informative. The SQL macros in `engine/store/views/macros.sql`
compute the same formula; a test holds the two to 1e-9 of each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.intervals import Z_95, Interval, wilson
from engine.core.statistics.sequences import confidence_sequence
from engine.core.statistics.shrinkage import Counts


def effective_trials(groups: Iterable[Counts]) -> float:
    """The effective sample size of the answers in `groups`.

    It is the binomial variance divided by that of the ratio estimator between groups, times z²/t²
    with one degree of freedom fewer than groups. It is at most the number of answers and at least
    the number of groups (for unequal sizes, their effective number (Σn)²/Σn²). If every group holds
    one answer, it is the number of answers.

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
    return _summed(groups).trials


def clustered(groups: Iterable[Counts]) -> Interval:
    """The 95% interval of the share of right answers, allowing for correlation within groups.

    >>> low, high = clustered([Counts(3, 3)] * 6 + [Counts(0, 3)] * 4)
    >>> round(low, 3), round(high, 3)
    (0.313, 0.832)
    """
    return _summed(groups).interval


def _summed(groups: Iterable[Counts]) -> GroupSums:
    sums = GroupSums()
    for group in groups:
        sums.change(_NOTHING, group)
    return sums


@dataclass(slots=True)
class GroupSums:
    """The sums over groups behind the interval, updated as answers come in.

    `n_groups` groups have answers; `k` of all `n` answers are right; `kk`, `kn` and `nn` are the
    sums over groups of the products.
    """

    n_groups: int = 0
    k: int = 0
    n: int = 0
    kk: int = 0
    kn: int = 0
    nn: int = 0

    def change(self, before: Counts, after: Counts) -> None:
        """Replace the counts of a group."""
        self.n_groups += (after.n > 0) - (before.n > 0)
        self.k += after.k - before.k
        self.n += after.n - before.n
        self.kk += after.k * after.k - before.k * before.k
        self.kn += after.k * after.n - before.k * before.n
        self.nn += after.n * after.n - before.n * before.n

    @property
    def trials(self) -> float:
        """See `effective_trials`."""
        k, n = self.k, self.n
        if n == self.nn:
            return float(n)
        least = n * n / self.nn
        if self.n_groups < 2 or k in (0, n):
            return least
        # Σ(k − share n)² times n², exact, because all are integers
        spread = self.kk * n * n - 2 * k * n * self.kn + k * k * self.nn
        if spread <= 0:
            return float(n)
        variance = spread / n**2 * self.n_groups / (self.n_groups - 1)
        found = k * (n - k) / variance * Z_95**2 / t_95(self.n_groups - 1) ** 2
        return max(least, min(float(n), found))

    @property
    def interval(self) -> Interval:
        """See `clustered`."""
        if not self.n:
            return wilson(0, 0)
        trials = self.trials
        return wilson(self.k / self.n * trials, trials)

    @property
    def sequence(self) -> Interval:
        """The interval over the effective sample size that holds whenever one stops asking."""
        trials = self.trials if self.n else 0.0
        return confidence_sequence(self.k / max(self.n, 1) * trials, trials)


_NOTHING = Counts(0, 0)


def t_95(degrees: int) -> float:
    """The 97.5% quantile of Student's t, by a series that SQL can compute too.

    Within 0.2% from 4 degrees of freedom on. Below that it is too small, but there the number of
    groups bounds the effective sample size anyway.

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
