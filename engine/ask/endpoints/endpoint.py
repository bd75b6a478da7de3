"""A model at an OpenAI-compatible endpoint, asked within rate limits and with retries.

The client's own retries are off. Ours count attempts, wait as long as the endpoint asks, and
meanwhile hold back all requests to it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Self

from engine.ask.endpoints.address import Address
from engine.ask.endpoints.failures import LOADING, TRANSIENT
from engine.ask.endpoints.fuse import Fuse
from engine.ask.endpoints.pacing import CAREFUL, Limits, Pace, spent_for_s
from engine.ask.endpoints.replies import Reply
from engine.ask.endpoints.request_fields import Settings
from engine.ask.endpoints.retrying import LOADING_S, LONGEST_HOLD_S, Patience, retry_after_s
from engine.ask.endpoints.wire import Received, Wire

CHARACTERS_A_TOKEN = 4
"""For estimates before tokens are counted; English has slightly more."""

_ROUNDS = 4
"""How often the wait of an endpoint that has never answered is doubled."""

_TROUBLE = TRANSIENT - {LOADING}


class Endpoint:
    """Asks one model at one address. Use as an asynchronous context manager."""

    def __init__(
        self,
        model: str,
        where: Address,
        settings: Settings,
        *,
        limits: Limits | None = None,
        timeout_s: float = 600.0,
        patience: Patience | None = None,
        fuse: Fuse | None = None,
        pace: Pace | None = None,
    ) -> None:
        self.model = model
        self.where = where
        self.settings = settings
        self.fuse = fuse or Fuse()
        self._redactor = where.redactor()
        self.requests = 0
        limits = limits or Limits()
        self.concurrency = limits.concurrency
        self.pace = pace or Pace(limits)
        self._patience = patience or Patience()
        self._wire = Wire(where, connections=limits.concurrency, timeout_s=timeout_s)

    async def __aenter__(self) -> Self:
        await self._wire.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._wire.__aexit__(kind, error, trace)

    def body(self, messages: Sequence[Mapping[str, str]]) -> bytes:
        """The body of a request with `messages`."""
        return self.settings.body(self.model, messages)

    async def ask(self, body: bytes) -> Reply | None:
        """The reply to a request, with as many attempts as patience and fuse allow.

        None if the fuse blew first; the question then counts as not asked. Waiting for a model to
        load is no attempt.
        """
        failed, expected = 0, expected_tokens(len(body), self.settings.most_tokens)
        while self.fuse.reason is None:
            await self.pace.enter(expected)
            if self.fuse.reason is not None:  # it blew while this request waited its turn
                self.pace.leave(-expected)
                break
            reply, received = await self._attempt(body, expected)
            if reply.error_kind not in TRANSIENT:
                return reply
            asked_for_s = retry_after_s(received.headers)
            if reply.error_kind == LOADING:
                self._hold(asked_for_s or LOADING_S, "the model is loading")
                continue
            failed += 1
            self._hold(asked_for_s or 0.0, f"{reply.error_kind}, as the endpoint asks")
            self._hold_all(reply.error_kind)
            if failed >= self._patience.attempts:
                return reply
            if self.fuse.reason is None:
                self.pace.troubles[reply.error_kind] += 1
                await asyncio.sleep(self._patience.wait_s(failed, asked_for_s))
        return None

    def _hold_all(self, kind: str) -> None:
        """Let failures in a row hold back all requests: before the first answer, or of a limit."""
        at_first = min(-(-self.fuse.failed // CAREFUL), _ROUNDS)
        of_limit = self.fuse.limited - _ROUNDS
        if rounds := max(at_first, of_limit):
            late = f"the rate limit refused {self.fuse.limited} rounds of requests"
            why = late if of_limit >= at_first else f"{kind}, no answer so far"
            self.pace.hold(self._patience.wait_s(rounds, None), why)

    def _hold(self, seconds: float, why: str) -> None:
        """Send nothing for as long as the endpoint asks; give it up if that is too long."""
        if seconds > LONGEST_HOLD_S:
            self.fuse.blow(
                f"the endpoint asks to wait {seconds / 3600:,.1f} h, but a run waits at most"
                f" {LONGEST_HOLD_S / 3600:g} h"
            )
        elif seconds:
            self.pace.hold(seconds, why)

    async def _attempt(self, body: bytes, expected: int) -> tuple[Reply, Received]:
        """Make one admitted request, and report its outcome to the pace and the fuse."""
        used, started, attempt = expected, time.perf_counter(), self.fuse.begin()
        try:
            self.requests += 1
            received = await self._wire.post(self.settings.path, body)
            latency_s = time.perf_counter() - started
            reply = self._redactor.reply(received.reply(self.settings))
            reply = replace(reply, latency_ms=round(latency_s * 1000, 3))
            if reply.prompt_tokens is not None:
                used = reply.prompt_tokens + (reply.completion_tokens or 0)
            if reply.error_kind in _TROUBLE:
                self.pace.had_trouble(latency_s)
            elif reply.error_kind is None:
                self.pace.went_well(latency_s)
            self._hold(spent_for_s(received.headers), "its rate limit is used up")
            self.fuse.heed(reply, attempt)
            return reply, received
        finally:
            self.pace.leave(used - expected)


def expected_tokens(characters: int, max_tokens: int | None) -> int:
    """The tokens that a request of some length may take, including its reply."""
    return characters // CHARACTERS_A_TOKEN + (max_tokens or 0)
