"""Decides when to retry a request, and after how long."""

from __future__ import annotations

import email.utils
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from random import Random

LONGEST_HOLD_S = 3600.0
"""If an endpoint asks to wait longer, the run ends instead."""

LOADING_S = 2.0
"""How long to wait before asking again whether a model is loaded."""

_EPOCH_S = time.time() - time.monotonic()
"""The time when the monotonic clock was zero, so that jumps of the wall clock do not matter."""


@dataclass(frozen=True, slots=True)
class Patience:
    """The number of attempts; waits double from `first_wait_s` to `longest_wait_s`, with jitter.

    Jitter (half the wait at random) spreads the retries of requests that failed together.
    """

    attempts: int = 6
    first_wait_s: float = 0.5
    longest_wait_s: float = 30.0
    _random: Random = field(default_factory=Random, repr=False)

    def wait_s(self, failed: int, asked_for_s: float | None) -> float:
        """Seconds to wait after the `failed`-th failure: as the endpoint asks, else by backoff."""
        if asked_for_s is not None:
            return asked_for_s + self._random.uniform(0, 0.1 * self.first_wait_s)
        wait: float = min(self.longest_wait_s, self.first_wait_s * 2 ** (failed - 1))
        return wait * self._random.uniform(0.5, 1.0)


def retry_after_s(headers: Mapping[str, str], now: float | None = None) -> float | None:
    """The seconds that a Retry-After header asks for (RFC 9110, §10.2.3); None if there is none.

    A date is relative to the reply's own date, because our clock may be wrong. Without one it is
    relative to `now` in seconds since 1970, by default our clock, unaffected by later jumps.
    """
    text = headers.get("retry-after", "").strip()
    if not text:
        return None
    try:
        seconds = float(text)
    except ValueError:
        date = _date(text)
        if date is None:
            return None
        ours = _EPOCH_S + time.monotonic() if now is None else now
        replied = _date(headers.get("date", ""))
        seconds = date - (ours if replied is None else replied)
    return seconds if 0 <= seconds < inf else None  # neither "nan" nor "inf"


def _date(text: str) -> float | None:
    """An HTTP date in seconds since 1970; None if it is invalid."""
    try:
        return email.utils.parsedate_to_datetime(text).timestamp()
    except (ValueError, OverflowError):
        return None
