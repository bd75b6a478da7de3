"""The pace of requests to one endpoint: adaptive concurrency within its rate limits.

As in TCP (additive increase, multiplicative decrease), the number of requests in flight rises while
replies stay fast, and halves when the endpoint signals overload, fails or times out. It starts at a
level that most endpoints handle, and doubles per round trip until the first trouble. Only a few go
out before the first reply, for a moment: if that one says that asking is hopeless, little is lost.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf

FIRST = 64
"""Requests in flight after the first reply, if the limits allow it."""

CAREFUL = 4
"""Requests in flight before the first reply, for `_CAREFUL_S` seconds."""

_CAREFUL_S = 1.0

_SILENT_S = 10.0
"""After so long without a reply, the state says so."""

_SLOWER = 3.0
"""Latency above this multiple of the least one means that the endpoint queues requests."""

_FORGETTING = 1.002
"""The factor by which the least latency grows per reply, in case an endpoint becomes slower."""

_MINUTE_S = 60.0
_PART = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h)")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one endpoint: requests in flight, and requests and tokens per minute."""

    concurrency: int = 16
    requests_a_minute: int | None = None
    tokens_a_minute: int | None = None


class _Budget:
    """An amount that may be spent in any period of a minute."""

    def __init__(self, limit: int | None) -> None:
        self._limit = limit
        self._spent: deque[tuple[float, float]] = deque()
        self._sum = 0.0

    def wait_s(self, amount: float, now: float) -> float:
        """Seconds until `amount` may be spent; more than the limit waits for an empty minute."""
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
        self._begun_at: float | None = None
        self._is_careful = True
        self._held_for = ""
        self._heard_at: float | None = None
        self.troubles = Counter[str]()
        """The attempts that failed and were repeated, by kind."""

    def words(self) -> str:
        """The slots in use, and the attempts repeated."""
        retried = (f"{n:,} {kind} retried" for kind, n in sorted(self.troubles.items()))
        return ", ".join([f"{self.in_flight}/{int(self.limit)} slots", *retried])

    def silence(self) -> str:
        """Why nothing comes, if nothing does."""
        now = time.monotonic()
        silent_s = now - (self._heard_at or self._begun_at or now)
        if self._open_at > now:
            return f"waits {self._open_at - now:,.0f} s ({self._held_for})"
        if self.in_flight and silent_s >= _SILENT_S:
            return f"no reply for {silent_s:,.0f} s"
        return ""

    async def enter(self, tokens: float) -> None:
        """Wait until a request of about `tokens` tokens may be sent."""
        while True:
            now = time.monotonic()
            wait = max(
                self._open_at - now, self._requests.wait_s(1, now), self._tokens.wait_s(tokens, now)
            )
            if wait > 0:
                await asyncio.sleep(wait)
            elif self._free > 0:
                self._begin(now)
                self.in_flight += 1
                self._requests.spend(1, now)
                self._tokens.spend(tokens, now)
                return
            else:
                await self._turn()

    @property
    def _free(self) -> int:
        """How many more requests may be sent now."""
        most = min(self.limit, CAREFUL) if self._is_careful else self.limit
        return int(most) - self.in_flight

    def _begin(self, now: float) -> None:
        """Let the careful start end by itself, for endpoints that reply slowly."""
        if self._begun_at is None:
            self._begun_at = now
            asyncio.get_running_loop().call_later(_CAREFUL_S, self._be_bold)

    def _be_bold(self) -> None:
        self._is_careful = False
        self._wake()

    async def _turn(self) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._wake()  # this waiter got the place but was cancelled
            raise

    def leave(self, more_tokens: float = 0.0) -> None:
        """End a request, which took `more_tokens` more than it entered with."""
        self._tokens.spend(more_tokens, time.monotonic())
        self.in_flight -= 1
        self._wake()

    def _wake(self) -> None:
        free = self._free
        while self._waiting and free > 0:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                free -= 1

    def went_well(self, latency_s: float) -> None:
        """Register a reply: raise the limit by one, or by one per round trip after a trouble."""
        self._is_careful = False
        self._heard_at = time.monotonic()
        self._least_s = min(latency_s, self._least_s * _FORGETTING)
        if latency_s <= _SLOWER * self._least_s:
            self.limit = min(
                self._most, self.limit + (1.0 if self._is_rising else 1.0 / self.limit)
            )

    def had_trouble(self, latency_s: float) -> None:
        """Register a failure: halve the limit, once for all requests in flight."""
        now = self._heard_at = time.monotonic()
        if now - latency_s >= self._cut_at:
            self.limit = max(1.0, self.limit / 2)
            self._cut_at = now
        self._is_rising = False

    def hold(self, seconds: float, why: str) -> None:
        """Send nothing for some seconds, for a reason in a few words; the longest hold counts."""
        until = time.monotonic() + seconds
        if until > self._open_at:
            self._open_at, self._held_for = until, why


def spent_for_s(headers: Mapping[str, str]) -> float:
    """Seconds until the endpoint's rate limits reset if they are used up, by its headers."""
    waits = [0.0]
    for what in ("requests", "tokens"):
        if headers.get(f"x-ratelimit-remaining-{what}") == "0":
            waits.append(reset_s(headers.get(f"x-ratelimit-reset-{what}", "")) or 0.0)
    return max(waits)


def reset_s(text: str) -> float | None:
    """The seconds until a rate limit resets, in OpenAI's notation.

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
