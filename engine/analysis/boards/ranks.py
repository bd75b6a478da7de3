"""Rank ranges: overlapping intervals leave ranks open."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

Span = tuple[float, float]
Rank = tuple[int, int]
"""The best and the worst possible rank of a score."""

Key = TypeVar("Key", bound=Hashable)

UNRANKED = ("oracle", "human")
"""Kinds of respondents shown for reference, not ranked."""


def span_of(kind: str, low: float | None, high: float | None) -> Span | None:
    """The interval that ranks a respondent of a kind; None if it is not ranked."""
    return None if kind in UNRANKED or low is None or high is None else (low, high)


def ranked(spans: Mapping[Key, Span | None]) -> dict[Key, Rank]:
    """The rank ranges of ranked respondents among each other; one alone has no rank."""
    known = {key: span for key, span in spans.items() if span is not None}
    if len(known) < 2:
        return {}
    return dict(zip(known, rank_ranges(list(known.values())), strict=True))


def rank_ranges(intervals: Sequence[Span]) -> tuple[Rank, ...]:
    """The best and the worst possible rank of each score, from their 95% intervals.

    One score is certainly above another if its whole interval is. The best rank of a score is one
    more than the number of scores above it; the worst is the number of scores not below it. This is
    cautious: a paired test on the same items can separate scores that overlap here.

    >>> rank_ranges([(0.8, 0.9), (0.5, 0.6), (0.55, 0.7)])
    ((1, 1), (2, 3), (2, 3))
    """
    n = len(intervals)
    lows, highs = (sorted(ends) for ends in zip(*intervals, strict=True)) if n else ([], [])
    return tuple(
        (1 + n - bisect_right(lows, high), n - bisect_left(highs, low)) for low, high in intervals
    )


def rank_words(rank: Rank) -> str:
    """A rank range as shown.

    >>> rank_words((2, 3)), rank_words((1, 1))
    ('2–3', '1')
    """
    best, worst = rank
    return str(best) if best == worst else f"{best}–{worst}"
