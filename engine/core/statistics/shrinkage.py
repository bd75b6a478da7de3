"""Empirical-Bayes shrinkage: shares with few trials are drawn towards the common mean.

Among 208 shares of ten questions each, the lowest are low mostly by chance. The estimate treats the
shares as drawn from one beta distribution, fitted to all of them.

Source: C. N. Morris (1983), "Parametric empirical Bayes inference: theory and applications",
JASA 78; for shares A. Gelman et al. (2013), "Bayesian Data Analysis", §5.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, lgamma, log, sqrt
from typing import NamedTuple, Protocol

from engine.core.intervals import TAILS, Z_95, Interval, wilson

MOST = 1e5
"""The greatest weight (a + b) of a prior: the shares then differ only by chance."""


class Counts(NamedTuple):
    """`k` successes in `n` trials."""

    k: int
    n: int


class Known(Protocol):
    """Knowledge of a share: its mean, and the number of trials it is worth."""

    @property
    def mean(self) -> float:
        """The expected share."""

    @property
    def weight(self) -> float:
        """The trials: the variance is mean × (1 - mean) / (weight + 1)."""


class Prior(NamedTuple):
    """A beta distribution: `a` successes and `b` failures known beforehand."""

    a: float
    b: float

    @property
    def mean(self) -> float:
        """The expected share before any trial."""
        return self.a / (self.a + self.b)

    @property
    def weight(self) -> float:
        """The number of trials the prior is worth."""
        return self.a + self.b

    @property
    def log_beta(self) -> float:
        """The logarithm of the beta function, which normalises the distribution."""
        return _log_beta(self.a, self.b)

    def given(self, counts: Counts) -> Prior:
        """The posterior distribution of a share after `counts`."""
        return Prior(self.a + counts.k, self.b + counts.n - counts.k)

    def interval(self) -> Interval:
        """The central 95% interval of the share."""
        # Imported late to keep start-up fast.
        from scipy.special import betaincinv  # type: ignore[import-untyped]

        low, high = (float(betaincinv(self.a, self.b, tail)) for tail in TAILS)
        return Interval(low, high)


def fit_prior(cells: Sequence[Counts]) -> Prior:
    """Fit the beta distribution from which the shares of `cells` are drawn.

    The mode, in mean and log weight, of the marginal likelihood times the hyperprior
    (a + b)^(-5/2) of Gelman et al. (§5.3): with the likelihood alone, shares that differ only by
    chance would count as exactly equal and known with certainty. The intervals that follow take the
    prior as known; with few cells they are somewhat too narrow.

    Raises:
        ValueError: there is no trial.
    """
    tried = [cell for cell in cells if cell.n]
    if not tried:
        raise ValueError("there is no share to estimate")
    total = sum(cell.n for cell in tried)
    mean = (sum(cell.k for cell in tried) + 0.5) / (total + 1)  # never quite 0 or 1
    best = _Fit(-inf, mean, log(MOST))
    # the likelihood has one broad ridge: coordinates in turn climb it from the pooled mean
    for _ in range(4):
        best = _climbed(tried, best)
    return Prior(best.mean * exp(best.log_weight), (1 - best.mean) * exp(best.log_weight))


class _Fit(NamedTuple):
    likelihood: float
    mean: float
    log_weight: float


def _climbed(cells: Sequence[Counts], start: _Fit) -> _Fit:
    steps = 60
    weights = [log(0.5) + (log(MOST) - log(0.5)) * at / steps for at in range(steps + 1)]
    best = max(_fit(cells, start.mean, weight) for weight in weights)
    spread = 4 * sqrt(best.mean * (1 - best.mean) / len(cells))
    means = [best.mean + spread * (at / 20 - 1) for at in range(41)]
    return max(_fit(cells, mean, best.log_weight) for mean in means if 0 < mean < 1)


def _fit(cells: Sequence[Counts], mean: float, log_weight: float) -> _Fit:
    a, b = mean * exp(log_weight), (1 - mean) * exp(log_weight)
    found = sum(_log_beta(a + c.k, b + c.n - c.k) for c in cells) - len(cells) * _log_beta(a, b)
    # of the hyperprior, (a + b)^2 goes into the change of variables
    return _Fit(found - log_weight / 2, mean, log_weight)


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


class Estimate(NamedTuple):
    """A share with its 95% interval."""

    value: float
    low: float
    high: float


def mean_share(cells: Sequence[Counts]) -> Estimate:
    """The unweighted mean of the shares of cells, whatever their n.

    The interval is Wilson's for an effective sample size: the square of the number of cells divided
    by the sum of 1/n, so that a cell with few trials widens it. It covers the mean in about 95% of
    cases if cells are alike, and in more if they differ. (Combining the Wilson intervals of ten or
    thirty cells, alike and with at least five trials, by MOVER covers it in 84% to 92%: it ignores
    that each is drawn towards one half.)

    Source: L. Kish (1965), "Survey Sampling", §11.7 (the loss from weights that differ).

    Raises:
        ValueError: there is no cell, or one without trials.
    """
    if not cells or not all(cell.n for cell in cells):
        raise ValueError("a mean of shares needs trials in every cell")
    mean = sum(k / n for k, n in cells) / len(cells)
    trials = len(cells) ** 2 / sum(1 / n for _, n in cells)
    return Estimate(mean, *wilson(mean * trials, trials))


def forecast(known: Sequence[Known], trials: Sequence[int]) -> Estimate:
    """Forecast the mean share of cells in `trials` further trials each, given `known`.

    It uses the means and variances of beta-binomials and the normal approximation; cells have equal
    weight, as in `mean_share`. This is regression to the mean: shares chosen for being low are
    expected to rise, if the prior fits. A single beta distribution takes a few very low cells for
    unlucky and overestimates them; see `mixture`. Uncertainty of the prior itself does not widen
    the interval.

    Raises:
        ValueError: a cell has no trial to come, or there is none.
    """
    if not trials or min(trials) < 1:
        raise ValueError("there is nothing to forecast")
    mean = sum(p.mean for p in known) / len(known)
    variance = sum(_variance(p, m) / m**2 for p, m in zip(known, trials, strict=True))
    spread = Z_95 * sqrt(variance) / len(known)
    return Estimate(mean, max(0.0, mean - spread), min(1.0, mean + spread))


def _variance(known: Known, m: int) -> float:
    """The variance of the successes in `m` trials."""
    return m * known.mean * (1 - known.mean) * (known.weight + m) / (known.weight + 1)


def allocate(known: Sequence[Known], total: int, least: int = 1) -> tuple[int, ...]:
    """Allocate `total` trials one by one to the cell with the greatest uncertainty.

    Uncertainty is the variance the share will have if the trials allocated so far turn out as
    expected. Every cell gets `least` first.

    Raises:
        ValueError: there are fewer trials than that takes.
    """
    given = [least] * len(known)
    if total < sum(given):
        raise ValueError(f"{total} trials are too few for {len(known)} cells")
    for _ in range(total - sum(given)):
        doubts = [
            p.mean * (1 - p.mean) / (p.weight + m + 1) for p, m in zip(known, given, strict=True)
        ]
        given[doubts.index(max(doubts))] += 1
    return tuple(given)
