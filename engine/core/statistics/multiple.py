"""Multiple testing: false discoveries, and how many findings chance alone would give."""

from __future__ import annotations

from collections.abc import Sequence


def lower_tail(k: float, n: int, share: float) -> float:
    """The probability of at most `k` successes in `n` trials, each with probability `share`."""
    # Imported late to keep start-up fast.
    from scipy.special import bdtr  # type: ignore[import-untyped]

    if k < 0:
        return 0.0
    return 1.0 if k >= n else float(bdtr(int(k), n, share))


def benjamini_hochberg(p_values: Sequence[float]) -> tuple[float, ...]:
    """Benjamini–Hochberg q-values, in order; rejecting up to q bounds the false discovery rate.

    Valid for independent or positively dependent tests; conservative for counts, whose p-values are
    discrete.

    Source: Y. Benjamini and Y. Hochberg (1995), "Controlling the false discovery rate", Journal of
    the Royal Statistical Society B 57.

    >>> [round(q, 3) for q in benjamini_hochberg([0.01, 0.04, 0.03, 0.5])]
    [0.04, 0.053, 0.053, 0.5]
    """
    n = len(p_values)
    adjusted, least = [1.0] * n, 1.0
    order = sorted(range(n), key=lambda at: p_values[at], reverse=True)
    for rank, at in zip(range(n, 0, -1), order, strict=True):
        least = min(least, p_values[at] * (n / rank))
        adjusted[at] = least
    return tuple(adjusted)


def as_low_by_luck(cells: Sequence[tuple[int, float]], observed: float) -> float:
    """The expected number of cells at or below the share `observed`.

    Each cell is a number of trials and their probability of success.

    >>> round(as_low_by_luck([(10, 0.93)] * 208, 0.7), 1)
    5.9
    """
    # tolerance, because 0.7 * 10 is not exactly 7
    return sum(lower_tail(int(observed * n + 1e-9), n, share) for n, share in cells if n)


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Holm-adjusted p-values, in order; rejecting up to a bounds the family-wise error rate.

    Source: S. Holm (1979), "A simple sequentially rejective multiple test procedure",
    Scandinavian Journal of Statistics 6.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03, 0.5])]
    [0.04, 0.09, 0.09, 0.5]
    """
    n = len(p_values)
    adjusted, most = [1.0] * n, 0.0
    for rank, at in enumerate(sorted(range(n), key=lambda at: p_values[at])):
        most = max(most, min(1.0, p_values[at] * (n - rank)))
        adjusted[at] = most
    return tuple(adjusted)
