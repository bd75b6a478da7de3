"""Tests for two models asked the same items."""

from __future__ import annotations

from math import exp, fsum, lgamma, log, sqrt

from engine.core.intervals import Z_95, Interval

_NEGLIGIBLE = 1e-18


def mcnemar(b: int, c: int) -> float:
    """McNemar's exact two-sided p: `b` items only A got right, `c` only B.

    Given b + c, b is binomial with probability one half if the models are equally good.

    Source: Fagerland, Lydersen and Laake (2013), "The McNemar test for binary matched-pairs
    data", BMC Medical Research Methodology 13:91.

    Raises:
        ValueError: if a count is negative.

    >>> round(mcnemar(1, 7), 3)
    0.07
    """
    if b < 0 or c < 0:
        raise ValueError(f"counts of pairs cannot be negative: {b}, {c}")
    n, least = b + c, min(b, c)
    return min(1.0, 2 * _tail(least, n, _half_binomial(least, n)))


def paired_difference(b: int, c: int, n: int) -> Interval:
    """The 95% interval of B's accuracy minus A's, over `n` pairs with `b` and `c` as in `mcnemar`.

    Half a pair is added to each of the four cells (Bonett and Price's adjusted Wald interval), so
    that the interval has a width even without discordant pairs. Its centre is not exactly (c - b) /
    n.

    Source: D. G. Bonett and R. M. Price (2012), "Adjusted Wald confidence interval for a
    difference of binomial proportions based on paired data", Journal of Educational and
    Behavioral Statistics 37; recommended by Fagerland, Lydersen and Laake (2014), Statistics in
    Medicine 33.

    Raises:
        ValueError: if there are more discordant pairs than pairs, or none at all.

    >>> low, high = paired_difference(1, 7, 21)
    >>> round(low, 3), round(high, 3)
    (0.013, 0.508)
    """
    if min(b, c) < 0 or n < 1 or b + c > n:
        raise ValueError(f"{b} and {c} are no discordant pairs of {n}")
    first, second = (b + 1) / (n + 2), (c + 1) / (n + 2)
    centre = second - first
    spread = Z_95 * sqrt((first + second - centre**2) / (n + 2))
    return Interval(max(-1.0, centre - spread), min(1.0, centre + spread))


def _half_binomial(k: int, n: int) -> float:
    """The probability of exactly `k` heads in `n` tosses of a fair coin."""
    return exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) - n * log(2))


def _tail(k: int, n: int, point: float) -> float:
    """The probability of at most `k` heads, from that of exactly `k`, by the ratio of terms."""
    terms = [point]
    while k and terms[-1] > _NEGLIGIBLE * point:
        terms.append(terms[-1] * k / (n - k + 1))
        k -= 1
    return fsum(terms)
