"""Shares of one kind or of two: most of them alike, and some perhaps far from those.

One beta distribution that has to reach a few shares far below all others draws these up and the
others apart, and few trials each do not tell whether there are such. So both are taken to be as
likely beforehand: one beta distribution, fitted as in `shrinkage`, and two, averaged over a grid of
them. The prior is what the counts then leave of both.
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
"""Means and weights of the grids of one beta and of two, of which there are far more pairs."""

_HEAVIEST = 1000.0
"""The greatest weight of a beta of the grid: ten questions tell no heavier ones apart."""

_FEW = (0.03, 0.06, 0.12, 0.2, 0.3, 0.5)
"""Shares of the cells that may be of the lower kind, each as likely beforehand."""

_MANY = 20
"""The fewest cells among which kinds are looked for: fewer do not tell them."""

_NEGLIGIBLE, _LEAST = 1e-4, 1e-300


class Kinds(NamedTuple):
    """How probable it is that the cells are of two kinds, and what these then are on average.

    `few` is the share of the cells of the lower kind; `low` and `high` are the means of both.
    """

    probability: float
    few: float
    low: float
    high: float


@dataclass(frozen=True)
class Mixture:
    """Beta distributions, each with the probability that a share comes from it."""

    parts: tuple[tuple[float, Prior], ...]
    kinds: Kinds | None = None

    @cached_property
    def mean(self) -> float:
        """The share that is expected where nothing was tried."""
        return sum(part * beta.mean for part, beta in self.parts)

    @cached_property
    def weight(self) -> float:
        """How many trials a beta distribution of the same mean and variance is worth."""
        mean = self.mean
        variance = sum(
            part * (beta.mean * (1 - beta.mean) / (beta.weight + 1) + (beta.mean - mean) ** 2)
            for part, beta in self.parts
        )
        return mean * (1 - mean) / variance - 1

    def given(self, counts: Counts) -> Mixture:
        """What is known of a share after `counts`: from which part it comes, and how high it is."""
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
        # Late: whoever needs no quantile need not wait for it.
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
        told = f"The prior is worth {self.weight:,.1f} questions."
        if self.kinds is None:
            return told
        probability, few, low, high = self.kinds
        return (
            f"{told} That there are two kinds of parts has a probability of {probability:.0%}:"
            f" about {few:.0%} that are right in {low:.0%} or so, the others in {high:.0%}."
        )


def _mixture(
    shares: Sequence[float], betas: Sequence[Prior], kinds: Kinds | None = None
) -> Mixture:
    """The betas whose share counts, as shares of one."""
    least = _NEGLIGIBLE * sum(shares)
    kept = [(share, beta) for share, beta in zip(shares, betas, strict=True) if share > least]
    total = sum(share for share, _ in kept)
    return Mixture(tuple((share / total, beta) for share, beta in kept), kinds)


def fit_mixture(cells: Sequence[Counts]) -> Mixture:
    """What the counts tell of where their shares come from: one beta distribution or two.

    Two are averaged over all pairs of a grid and over the shares of the lower one, one has the
    place of `fit_prior`; each is weighed by how likely it makes the counts, under the hyperprior
    of `fit_prior` for every beta. Choosing the likelier of the two instead (by Schwarz's criterion)
    misses a few weak shares among ten trials each half of the time, and expects ten points too much
    of them.

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
    """Beta distributions over all means and weights, and how likely each makes the counts."""

    def __init__(self, cells: Sequence[Counts], means: int, weights: int) -> None:
        import numpy as np

        # Late: whoever fits no mixture need not wait for it.
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
        """The log of how likely the counts are if they all come from one of the betas."""
        import numpy as np

        return float(np.logaddexp.reduce(self.likely @ self.times + self.hyper))

    def averaged(self, alone: float) -> tuple[Kinds, list[float]]:
        """What the kinds are on average, if two, and the share of each beta in them.

        `alone` is the log of how likely the counts are if there is one kind.
        """
        import numpy as np

        low, high = np.nonzero(self.means[:, None] < self.means)
        hyper = self.hyper[low] + self.hyper[high]
        hyper -= np.logaddexp.reduce(hyper) + log(len(_FEW))
        pairs = np.array([self._pairs(few, low, high) + hyper for few in _FEW])
        told = np.logaddexp.reduce(pairs, axis=None)
        odds = np.exp(pairs - told)
        few, by_pair = np.array(_FEW)[:, None], odds.sum(axis=0)
        shares = np.bincount(low, (odds * few).sum(axis=0), len(self.betas))
        shares += np.bincount(high, (odds * (1 - few)).sum(axis=0), len(self.betas))
        kinds = Kinds(
            float(np.exp(told - np.logaddexp(told, alone))),
            float((odds * few).sum()),
            float(by_pair @ self.means[low]),
            float(by_pair @ self.means[high]),
        )
        return kinds, shares.tolist()

    def _pairs(self, few: float, low: NDArray[np.intp], high: NDArray[np.intp]) -> Floats:
        """The log of how likely each pair makes the counts, if the share `few` is of the lower."""
        import numpy as np

        best = self.likely.max(axis=0)
        likely = np.exp(self.likely - best)
        both = few * likely[low] + (1 - few) * likely[high]
        told: Floats = (np.log(np.maximum(both, _LEAST)) + best) @ self.times
        return told
