"""Mixtures of beta distributions: most shares alike, and perhaps a few much lower.

A single beta distribution fitted to many similar shares and a few far lower ones pulls the low ones
up and spreads the others, and a few trials each cannot show whether such low shares exist. So both
hypotheses are equally likely a priori: one beta distribution, fitted as in `shrinkage`, and two,
averaged over a grid. The prior is the mixture of both after seeing the counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

from engine.core.intervals import TAILS, Interval
from engine.core.statistics.shrinkage import Counts, Prior, fit_prior

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_FINE, _COARSE = (193, 13), (21, 5)
"""Grid sizes (means, weights) for one beta and for two; pairs need a coarser grid."""

_HEAVIEST = 1000.0
"""The greatest weight of a beta in the grid: ten questions cannot distinguish heavier ones."""

_FEW = (0.03, 0.06, 0.12, 0.2, 0.3, 0.5)
"""Possible shares of cells of the lower kind, equally likely a priori."""

_MANY = 20
"""The fewest cells in which two kinds can be detected."""

_NEGLIGIBLE, _LEAST = 1e-4, 1e-300


class Kinds(NamedTuple):
    """The probability that the cells are of two kinds, and the average parameters of those kinds.

    `few` is the share of cells of the lower kind; `low` and `high` are the means of the two kinds.
    """

    probability: float
    few: float
    low: float
    high: float


@dataclass(frozen=True)
class Mixture:
    """Beta distributions, each with the probability that a share is drawn from it."""

    parts: tuple[tuple[float, Prior], ...]
    kinds: Kinds | None = None

    @cached_property
    def mean(self) -> float:
        """The expected share before any trial."""
        return sum(part * beta.mean for part, beta in self.parts)

    @cached_property
    def weight(self) -> float:
        """The weight, in trials, of a beta distribution with the same mean and variance."""
        mean = self.mean
        variance = sum(
            part * (beta.mean * (1 - beta.mean) / (beta.weight + 1) + (beta.mean - mean) ** 2)
            for part, beta in self.parts
        )
        return mean * (1 - mean) / variance - 1

    def given(self, counts: Counts) -> Mixture:
        """The posterior distribution of a share after `counts`."""
        known = [beta.given(counts) for _, beta in self.parts]
        logs = [
            log(part) + after.log_beta - beta.log_beta
            for (part, beta), after in zip(self.parts, known, strict=True)
        ]
        return _mixture([exp(value - max(logs)) for value in logs], known)

    def interval(self) -> Interval:
        """The central 95% interval of the share."""
        low, high = (self._quantile(tail) for tail in TAILS)
        return Interval(low, high)

    def _quantile(self, tail: float) -> float:
        # Imported late to keep start-up fast.
        import numpy as np
        from scipy.special import betainc  # type: ignore[import-untyped]

        shares, a, b = np.array([(part, beta.a, beta.b) for part, beta in self.parts]).T
        low, high = 0.0, 1.0
        while high - low > 1e-6:
            middle = (low + high) / 2
            below = float(shares @ betainc(a, b, middle))
            low, high = (middle, high) if below < tail else (low, middle)
        return (low + high) / 2

    def __str__(self) -> str:
        prior = f"The prior is worth {self.weight:,.1f} questions."
        if self.kinds is None:
            return prior
        probability, few, low, high = self.kinds
        return (
            f"{prior} That there are two kinds of parts has a probability of {probability:.0%}:"
            f" about {few:.0%} that are right in {low:.0%} or so, the others in {high:.0%}."
        )


def _mixture(
    shares: Sequence[float], betas: Sequence[Prior], kinds: Kinds | None = None
) -> Mixture:
    """The mixture of the betas with non-negligible shares, normalised."""
    least = _NEGLIGIBLE * sum(shares)
    kept = [(share, beta) for share, beta in zip(shares, betas, strict=True) if share > least]
    total = sum(share for share, _ in kept)
    return Mixture(tuple((share / total, beta) for share, beta in kept), kinds)


def fit_mixture(cells: Sequence[Counts]) -> Mixture:
    """Fit one beta distribution or two to the counts.

    Two are averaged over all pairs of a grid and over the shares of the lower one; for one,
    `fit_prior` is used. Each is weighted by the likelihood of the counts, with the hyperprior of
    `fit_prior` for every beta. Choosing the likelier of the two instead (by Schwarz's criterion)
    misses a few weak shares with ten trials each half of the time, and overestimates them by ten
    points.

    Source: J. A. Hoeting et al. (1999), "Bayesian Model Averaging: A Tutorial", Statistical
    Science 14; A. Gelman et al. (2013), "Bayesian Data Analysis", chapter 22 (finite mixtures).

    Raises:
        ValueError: there is no trial.
    """
    one = fit_prior(cells)
    tried = [cell for cell in cells if cell.n]
    if len(tried) < _MANY:
        return Mixture(((1.0, one),))
    grid = _Grid(tried, *_COARSE)
    kinds, shares = grid.averaged(_Grid(tried, *_FINE).alone())
    two = [kinds.probability * share for share in shares]
    return _mixture([1 - kinds.probability, *two], [one, *grid.betas], kinds)


class _Grid:
    """Beta distributions over all means and weights, with the likelihood of the counts."""

    def __init__(self, cells: Sequence[Counts], means: int, weights: int) -> None:
        import numpy as np

        # Imported late to keep start-up fast.
        from scipy.special import betaln

        distinct: dict[Counts, int] = {}
        for cell in cells:
            distinct[cell] = distinct.get(cell, 0) + 1
        k, n = np.array(list(distinct), float).T
        heavy = np.exp(np.linspace(log(2), log(_HEAVIEST), weights))
        self.means, weight = (
            side.ravel() for side in np.meshgrid(np.linspace(0.02, 0.98, means), heavy)
        )
        a, b = self.means * weight, (1 - self.means) * weight
        self.betas = [Prior(*beta) for beta in zip(a.tolist(), b.tolist(), strict=True)]
        self.times: Floats = np.array(list(distinct.values()), float)
        self.likely: Floats = betaln(a[:, None] + k, b[:, None] + n - k) - betaln(a, b)[:, None]
        self.hyper: Floats = -np.log(weight) / 2
        self.hyper -= np.logaddexp.reduce(self.hyper)

    def alone(self) -> float:
        """The log likelihood of the counts if they all come from one of the betas."""
        import numpy as np

        return float(np.logaddexp.reduce(self.likely @ self.times + self.hyper))

    def averaged(self, alone: float) -> tuple[Kinds, list[float]]:
        """The average parameters of two kinds, and the share of each beta in them.

        `alone` is the log likelihood of the counts if there is one kind.
        """
        import numpy as np

        low, high = np.nonzero(self.means[:, None] < self.means)
        hyper = self.hyper[low] + self.hyper[high]
        hyper -= np.logaddexp.reduce(hyper) + log(len(_FEW))
        pairs = np.array([self._pairs(few, low, high) + hyper for few in _FEW])
        evidence = np.logaddexp.reduce(pairs, axis=None)
        odds = np.exp(pairs - evidence)
        few, by_pair = np.array(_FEW)[:, None], odds.sum(axis=0)
        shares = np.bincount(low, (odds * few).sum(axis=0), len(self.betas))
        shares += np.bincount(high, (odds * (1 - few)).sum(axis=0), len(self.betas))
        kinds = Kinds(
            float(np.exp(evidence - np.logaddexp(evidence, alone))),
            float((odds * few).sum()),
            float(by_pair @ self.means[low]),
            float(by_pair @ self.means[high]),
        )
        return kinds, shares.tolist()

    def _pairs(self, few: float, low: NDArray[np.intp], high: NDArray[np.intp]) -> Floats:
        """The log likelihood of the counts under each pair, with a share `few` of low cells."""
        import numpy as np

        best = self.likely.max(axis=0)
        likely = np.exp(self.likely - best)
        both = few * likely[low] + (1 - few) * likely[high]
        logs: Floats = (np.log(np.maximum(both, _LEAST)) + best) @ self.times
        return logs
