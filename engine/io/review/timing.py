"""How long answers took: a column of sheets that stays empty where nobody measured."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

from engine.io.review.filled import Filled
from engine.io.review.sheet import Ask, wording

SECONDS = "seconds"
_LONGEST = 86_400
"""Seconds that an answer may take: a day."""


def ask_seconds() -> dict[str, Ask]:
    """The column for the time that an answer took."""
    return {SECONDS: Ask(wording()["sheet"][SECONDS], may_be_empty=True)}


def seconds_of(row: Filled) -> float | None:
    """The time that an answer took, in seconds; None if nobody measured it."""
    if not (written := row[SECONDS]):
        return None
    try:
        seconds = float(written.replace(",", "."))
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= _LONGEST:
        raise row.fault(SECONDS, f"has {written[:60]!r}; write a number of seconds, or nothing")
    return seconds


def mean_seconds(times: Iterable[float | None]) -> float | None:
    """The mean of the times that were measured, if any."""
    measured = [one for one in times if one is not None]
    return fmean(measured) if measured else None
