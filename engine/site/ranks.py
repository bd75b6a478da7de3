"""Ranks as ranges: what the intervals leave open is not decided by a decimal."""

from __future__ import annotations

from collections.abc import Sequence

Span = tuple[float, float]


def rank_ranges(intervals: Sequence[Span]) -> tuple[tuple[int, int], ...]:
    """The best and the worst rank that each of several scores may have, from their 95% intervals.

    One score is above another for certain where its whole interval is. The best rank of a score
    is one more than the number of scores above it; the worst is the number of scores that are not
    below it. This is cautious: a paired test on the same items may separate what overlaps here.

    >>> rank_ranges([(0.8, 0.9), (0.5, 0.6), (0.55, 0.7)])
    ((1, 1), (2, 3), (2, 3))
    """
    return tuple(
        (
            1 + sum(other_low > high for other_low, _ in intervals),
            len(intervals) - sum(other_high < low for _, other_high in intervals),
        )
        for low, high in intervals
    )
