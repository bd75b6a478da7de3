"""Bootstrap intervals of means over items, the items of one group resampled together.

Metrics over rotations take few values, so that most groups are like others. Drawing groups with
replacement is then the same as drawing how many there are of each kind, multinomially: a million
items cost no more than a thousand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.core.intervals import TAILS, Interval, wilson

RESAMPLES = 4_000
_NEGLIGIBLE = 1e-9


@dataclass(frozen=True, slots=True)
class Alike:
    """Groups of items that are alike: how many groups, items in each, sums of each metric."""

    groups: int
    items: int
    sums: tuple[float, ...]


def bootstrap(
    kinds: Sequence[Alike], random: Random, resamples: int = RESAMPLES
) -> tuple[Interval, ...]:
    """The 95% percentile interval of the mean over items of each metric, metrics being 0 to 1.

    All metrics are taken from the same resamples of whole groups. Where all groups are alike
    there is nothing to resample, and the interval allows for groups unlike them, of which none was
    seen: as large a share of 0 or of 1 as the Wilson interval of none in that many allows.

    Source: B. Efron and R. J. Tibshirani (1993), "An Introduction to the Bootstrap", §13.3.

    Raises:
        ValueError: if there are no groups.
    """
    # Late: whoever needs no bootstrap need not wait for it.
    import numpy as np

    counts = np.array([kind.groups for kind in kinds], dtype=np.int64)
    n_groups = int(counts.sum())
    if n_groups < 1:
        raise ValueError("there is nothing to resample")
    items = np.array([kind.items for kind in kinds], dtype=np.float64)
    sums = np.array([kind.sums for kind in kinds], dtype=np.float64)
    if len(kinds) == 1:
        return tuple(_unseen(float(value), n_groups) for value in sums[0] / items[0])
    generator = np.random.default_rng(random.getrandbits(64))
    drawn = generator.multinomial(n_groups, counts / n_groups, size=resamples)
    means = (drawn @ sums) / (drawn @ items)[:, np.newaxis]
    low, high = np.quantile(means, TAILS, axis=0)
    return tuple(
        Interval(float(a), float(b)) if b - a > _NEGLIGIBLE else _unseen(float(a), n_groups)
        for a, b in zip(low, high, strict=True)
    )


def _unseen(value: float, n_groups: int) -> Interval:
    share = wilson(0, n_groups).high
    return Interval(value * (1 - share), value + (1 - value) * share)
