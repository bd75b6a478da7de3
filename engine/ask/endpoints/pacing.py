"""How fast one endpoint is asked: as much at a time as it bears, within its budgets.

The number of requests in flight rises while replies come as fast as before and falls by half when
the endpoint asks for patience, fails or keeps silent, as TCP has done with networks since 1988
(additive increase, multiplicative decrease). It begins where most endpoints are at ease and doubles
a round trip until the first trouble.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf

FIRST = 16
"""Requests in flight at the start, if so many are allowed."""

_SLOWER = 3.0
"""So many times the least latency and a rise would only lengthen the endpoint's queue."""

_FORGETTING = 1.002
"""The least latency known grows by so much a reply, so that an endpoint may become slower."""

_MINUTE_S = 60.0
_PART = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h)")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}


@dataclass(frozen=True, slots=True)
class Limits:
    """What one endpoint may be asked: requests in flight, and requests and tokens a minute."""

    concurrency: int = 16
    requests_a_minute: int | None = None
    tokens_a_minute: int | None = None


class _Budget:
    """An amount that may be spent in any minute."""

    def __init__(self, limit: int | None) -> None:
        self._limit = limit
        self._spent: deque[tuple[float, float]] = deque()
        self._sum = 0.0

    def wait_s(self, amount: float, now: float) -> float:
        """Seconds until `amount` may be spent; an amount above the limit waits for all of it."""
        if self._limit is None:
            return 0.0
        while self._spent and self._spent[0][0] <= now - _MINUTE_S:
            self._sum -= self._spent.popleft()[1]
        if not self._spent or self._sum + amount <= self._limit:
            return 0.0
        return self._spent[0][0] + _MINUTE_S - now

    def spend(self, amount: float, now: float) -> None:
        if self._limit is not None:
            self._spent.append((now, amount))
            self._sum += amount


class Pace:
    """Admits requests to one endpoint."""

    def __init__(self, limits: Limits) -> None:
        self.limit = float(min(FIRST, limits.concurrency))
        self.in_flight = 0
        self._most = limits.concurrency
        self._requests = _Budget(limits.requests_a_minute)
        self._tokens = _Budget(limits.tokens_a_minute)
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._least_s = inf
        self._is_rising = True
        self._cut_at = -inf
        self._open_at = 0.0

    async def enter(self, tokens: float) -> None:
        """Wait until one more request, of about so many tokens, may be sent."""
        while True:
            now = time.monotonic()
            wait = max(
                self._open_at - now, self._requests.wait_s(1, now), self._tokens.wait_s(tokens, now)
            )
            if wait > 0:
                await asyncio.sleep(wait)
            elif self.in_flight < int(self.limit):
                self.in_flight += 1
                self._requests.spend(1, now)
                self._tokens.spend(tokens, now)
                return
            else:
                await self._turn()

    async def _turn(self) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._wake()  # the place was given to who no longer wants it
            raise

    def leave(self, more_tokens: float = 0.0) -> None:
        """One request less is in flight; it took so many more tokens than it was entered with."""
        self._tokens.spend(more_tokens, time.monotonic())
        self.in_flight -= 1
        self._wake()

    def _wake(self) -> None:
        free = int(self.limit) - self.in_flight
        while self._waiting and free > 0:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                free -= 1

    def went_well(self, latency_s: float) -> None:
        """A reply came; one more may be sent at a time, or one more a round trip."""
        self._least_s = min(latency_s, self._least_s * _FORGETTING)
        if latency_s <= _SLOWER * self._least_s:
            self.limit = min(
                self._most, self.limit + (1.0 if self._is_rising else 1.0 / self.limit)
            )

    def had_trouble(self, latency_s: float) -> None:
        """The endpoint could not; half as many at a time, once for all that were in flight."""
        now = time.monotonic()
        if now - latency_s >= self._cut_at:
            self.limit = max(1.0, self.limit / 2)
            self._cut_at = now
        self._is_rising = False

    def hold(self, seconds: float) -> None:
        """Send nothing for so long."""
        self._open_at = max(self._open_at, time.monotonic() + seconds)


def spent_for_s(headers: Mapping[str, str]) -> float:
    """For how many seconds nothing remains of the endpoint's own budgets, as its headers say."""
    waits = [0.0]
    for what in ("requests", "tokens"):
        if headers.get(f"x-ratelimit-remaining-{what}") == "0":
            waits.append(reset_s(headers.get(f"x-ratelimit-reset-{what}", "")) or 0.0)
    return max(waits)


def reset_s(text: str) -> float | None:
    """The seconds that a rate limit's reset is away, as OpenAI writes them.

    >>> reset_s("6m0s"), reset_s("20ms"), reset_s("1.5"), reset_s("soon")
    (360.0, 0.02, 1.5, None)
    """
    parts = _PART.findall(text)
    if parts and "".join(f"{number}{unit}" for number, unit in parts) == text:
        seconds = sum(float(number) * _SECONDS[unit] for number, unit in parts)
    else:
        try:
            seconds = float(text)
        except ValueError:
            return None
    return seconds if 0 <= seconds < inf else None
