"""Confidence sequences: intervals that hold at every size at once, so that one may stop at any.

An ordinary 95% interval that is looked at again and again until it is narrow misses more often than
5%. The sequence of Robbins (1970), with the prior Beta(½, ½) as mixture, does not: with probability
95% or more, no interval of the sequence misses the share, whenever one stops.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log

from engine.core.intervals import Interval
from engine.core.statistics.shrinkage import Prior

_PRIOR = Prior(0.5, 0.5)
_STEPS = 60


def confidence_sequence(k: float, n: float, alpha: float = 0.05) -> Interval:
    """The interval after `n` answers, `k` of them right, of a sequence that covers at every n.

    >>> found = confidence_sequence(50, 100)
    >>> round(found.low, 2), round(found.high, 2)
    (0.34, 0.66)
    """
    if n <= 0:
        return Interval(0.0, 1.0)
    share = min(max(k / n, 0.0), 1.0)
    mixed = Prior(_PRIOR.a + k, _PRIOR.b + n - k).log_beta - _PRIOR.log_beta

    def is_inside(p: float) -> bool:
        against = (log(p) * k if k else 0.0) + (log(1 - p) * (n - k) if n > k else 0.0)
        return mixed - against < -log(alpha)

    return Interval(_edge(share, 0.0, is_inside), _edge(share, 1.0, is_inside))


def _edge(inside: float, outside: float, is_inside: Callable[[float], bool]) -> float:
    """The end of the interval between its centre and a bound, by bisection."""
    for _ in range(_STEPS):
        middle = (inside + outside) / 2
        if 0 < middle < 1 and is_inside(middle):
            inside = middle
        else:
            outside = middle
    return inside
