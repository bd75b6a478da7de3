"""Bootstrap intervals of means over items, resampling whole groups.

Metrics over rotations take few values, so most groups are alike. Drawing groups with replacement is
then the same as drawing the number of groups of each kind from a multinomial distribution: a
million items cost no more than a thousand.
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
    """A kind of group: number of such groups, items in each, and sums of each metric."""

    groups: int
    items: int
    sums: tuple[float, ...]


def bootstrap(
    kinds: Sequence[Alike], random: Random, resamples: int = RESAMPLES
) -> tuple[Interval, ...]:
    """The 95% percentile interval of each metric's mean over items; metrics are from 0 to 1.

    All metrics use the same resamples of whole groups. If all groups are alike there is nothing to
    resample. The interval then allows for unseen groups that differ: as large a share at 0 or 1 as
    the upper Wilson limit of none in that many groups.

    Source: B. Efron and R. J. Tibshirani (1993), "An Introduction to the Bootstrap", §13.3.

    Raises:
        ValueError: if there are no groups.
    """
    # Imported late to keep start-up fast.
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
