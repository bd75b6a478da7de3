"""Shares of two kinds: most of them alike, and some far from those.

One beta distribution that has to reach a few shares far below all others draws these up and the
others apart. Where two of them explain the counts better, by more than three parameters bring by
chance, the prior is a mixture of both; else it is the one of `shrinkage`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, log
from typing import TYPE_CHECKING

from engine.statistics.intervals import TAILS, Interval
from engine.statistics.shrinkage import Counts, Prior, fit_prior

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_MEANS, _WEIGHTS = 50, 14
_HEAVIEST = 1000.0
"""The greatest weight of a part of a mixture: ten questions tell no heavier ones apart."""

_STARTS = (0.05, 0.15, 0.3)
"""Shares of the cells, the lowest ones, that are first taken to be of a kind of their own."""

_ROUNDS, _ENOUGH = 60, 1e-4


@dataclass(frozen=True)
class Mixture:
    """Beta distributions, each with the probability that a share comes from it."""

    parts: tuple[tuple[float, Prior], ...]

    @cached_property
    def mean(self) -> float:
        """The share that is expected where nothing was tried."""
        return sum(part * beta.mean for part, beta in self.parts)

    @cached_property
    def weight(self) -> float:
        """How many trials a beta distribution of the same mean and variance is worth."""
        if len(self.parts) == 1:
            return self.parts[0][1].weight
        mean = self.mean
        variance = sum(
            part * (beta.mean * (1 - beta.mean) / (beta.weight + 1) + (beta.mean - mean) ** 2)
            for part, beta in self.parts
        )
        return mean * (1 - mean) / variance - 1

    def given(self, counts: Counts) -> Mixture:
        """What is known of a share after `counts`: of which kind it is, and how high."""
        known = [beta.given(counts) for _, beta in self.parts]
        logs = [
            log(part) + after.log_beta - beta.log_beta
            for (part, beta), after in zip(self.parts, known, strict=True)
        ]
        odds = [exp(value - max(logs)) for value in logs]
        return Mixture(
            tuple((odd / sum(odds), after) for odd, after in zip(odds, known, strict=True) if odd)
        )

    def interval(self) -> Interval:
        """The central 95% interval of the share."""
        if len(self.parts) == 1:
            return self.parts[0][1].interval()
        low, high = (self._quantile(tail) for tail in TAILS)
        return Interval(low, high)

    def _quantile(self, tail: float) -> float:
        # Late: whoever needs no quantile need not wait for it.
        from scipy.special import betainc  # type: ignore[import-untyped]

        low, high = 0.0, 1.0
        while high - low > 1e-6:
            middle = (low + high) / 2
            below = sum(part * float(betainc(b.a, b.b, middle)) for part, b in self.parts)
            low, high = (middle, high) if below < tail else (low, middle)
        return (low + high) / 2

    def __str__(self) -> str:
        if len(self.parts) == 1:
            return f"The prior is worth {self.weight:,.1f} questions."
        (few, low), (_, high) = sorted(self.parts, key=lambda part: part[1].mean)
        return (
            f"The prior has two kinds of parts: {few:.0%} that are right in {low.mean:.0%} or so,"
            f" the others in {high.mean:.0%}."
        )


def fit_mixture(cells: Sequence[Counts]) -> Mixture:
    """One beta distribution, or two where these fit so much better (Schwarz's criterion).

    Two are fitted by expectation and maximisation over a grid of betas, from several starts, under
    the hyperprior of `fit_prior` for each; they have to gain three halves of the logarithm of the
    number of cells, for their three parameters more.

    Source: A. P. Dempster et al. (1977), "Maximum likelihood from incomplete data via the EM
    algorithm", JRSS B 39; G. Schwarz (1978), "Estimating the dimension of a model", Annals of
    Statistics 6.

    Raises:
        ValueError: there is no trial.
    """
    one = fit_prior(cells)
    grid = _Grid([cell for cell in cells if cell.n])
    fitted, mixture = max(map(grid.climbed, _STARTS), key=lambda found: found[0])
    needed = 1.5 * log(len(cells))
    return mixture if fitted - grid.fit(one) > needed else Mixture(((1.0, one),))


class _Grid:
    """Many beta distributions, and how likely each makes the counts of each cell."""

    def __init__(self, cells: Sequence[Counts]) -> None:
        import numpy as np

        kinds: dict[Counts, int] = {}
        for cell in cells:
            kinds[cell] = kinds.get(cell, 0) + 1
        self._kinds = sorted(kinds, key=lambda cell: (cell.k / cell.n, cell))
        self._times: Floats = np.array([kinds[cell] for cell in self._kinds], float)
        weights = np.exp(np.linspace(log(2), log(_HEAVIEST), _WEIGHTS))
        means, heavy = np.meshgrid(np.linspace(0.01, 0.99, _MEANS), weights)
        self._betas = [
            Prior(float(m * w), float((1 - m) * w))
            for m, w in zip(means.ravel(), heavy.ravel(), strict=True)
        ]
        self._hyper: Floats = -np.log(heavy.ravel()) / 2
        self._likely: Floats = np.array([list(self._row(beta)) for beta in self._betas])

    def _row(self, beta: Prior) -> Iterator[float]:
        return (beta.given(cell).log_beta - beta.log_beta for cell in self._kinds)

    def fit(self, one: Prior) -> float:
        """The log of likelihood and hyperprior of one beta distribution."""
        return float(self._times @ list(self._row(one))) - log(one.weight) / 2

    def climbed(self, lowest: float) -> tuple[float, Mixture]:
        """The log of likelihood and hyperprior of two, and these, from a first guess."""
        import numpy as np

        upto = np.cumsum(self._times) / self._times.sum()
        is_low: Floats = np.where(upto <= max(lowest, upto[0]), 0.9, 0.05)
        best = -np.inf
        for _ in range(_ROUNDS):
            low, high = self._times * is_low, self._times * (1 - is_low)
            share = float(np.clip(low.sum() / self._times.sum(), 1e-3, 1 - 1e-3))
            i, j = (int(np.argmax(self._likely @ own + self._hyper)) for own in (low, high))
            of_low = log(share) + self._likely[i]
            both = np.logaddexp(of_low, log(1 - share) + self._likely[j])
            fitted = float(self._times @ both + self._hyper[i] + self._hyper[j])
            is_low = np.exp(of_low - both)
            gain, best = fitted - best, fitted
            if gain < _ENOUGH:
                break
        return best, Mixture(((share, self._betas[i]), (1 - share, self._betas[j])))
