"""Power analysis: the smallest difference that n items can detect, computed before any request."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

from engine.core.intervals import Z_95


def _z_of(power: float) -> float:
    # Imported late to keep start-up fast.
    from scipy.special import ndtri  # type: ignore[import-untyped]

    return float(ndtri(power))


def detectable_paired(n: float, discordant: float, power: float = 0.8) -> float | None:
    """The smallest difference in accuracy that McNemar's exact test at 5% detects with this power.

    Two models are asked the same `n` items; `discordant` is the share of items that only one of
    them gets right, which bounds the difference. None: no possible difference is detectable.

    Source: R. J. Connor (1987), "Sample size for testing differences in proportions for the
    paired-sample design", Biometrics 43, equation (4), solved for the difference, with 1 /
    difference more items, because the exact test is as if corrected for continuity.

    Raises:
        ValueError: a share is not between 0 and 1, or there is no item.

    >>> round(detectable_paired(500, 0.2), 3)
    0.057
    """
    _check(n, discordant, power)
    reach, z = _z_of(power), Z_95

    def needed(difference: float) -> float:
        spread = z * sqrt(discordant) + reach * sqrt(discordant - difference**2)
        return (spread / difference) ** 2 + 1 / difference

    if needed(discordant) > n:
        return None
    return _least(needed, n, discordant)


def detectable_unpaired(n: float, share: float, power: float = 0.8) -> float | None:
    """The smallest rise above accuracy `share` that a 5% test detects between two sets of items.

    Each set has `n` items. Pairing saves the gap to `detectable_paired`. None: not even 100% is
    detectable.

    Source: J. L. Fleiss (1981), "Statistical Methods for Rates and Proportions", equation (3.14).

    Raises:
        ValueError: a share is not between 0 and 1, or there is no item.

    >>> round(detectable_unpaired(500, 0.7), 3)
    0.078
    """
    _check(n, share, power)
    reach, z = _z_of(power), Z_95

    def needed(difference: float) -> float:
        higher = share + difference
        mean = (share + higher) / 2
        spread = z * sqrt(2 * mean * (1 - mean))
        spread += reach * sqrt(share * (1 - share) + higher * max(0.0, 1 - higher))
        return (spread / difference) ** 2

    if needed(1 - share) > n:
        return None
    return _least(needed, n, 1 - share)


def _least(needed: Callable[[float], float], n: float, most: float) -> float:
    """The difference for which `n` items are just enough; larger differences need fewer items."""
    low, high = 0.0, most
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if needed(middle) <= n else (middle, high)
    return high


def _check(n: float, share: float, power: float) -> None:
    if not (n > 0 and 0 < share < 1 and 0 < power < 1):
        raise ValueError(f"nothing can be planned with n={n}, share={share}, power={power}")
