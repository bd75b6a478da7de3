"""A model behind any OpenAI-compatible endpoint: asked within limits, again where that may help.

The client's own retries are off: ours count attempts, wait as the endpoint asks, and hold back all
requests to it while they do.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self
from urllib.parse import unquote, urlsplit, urlunsplit

from engine.errors import InputError
from engine.respondents.fuse import Fuse
from engine.respondents.pacing import Limits, Pace, spent_for_s
from engine.respondents.replies import Reply, read_reply, status_failure
from engine.respondents.retrying import LONGEST_HOLD_S, Patience, is_retried, retry_after_s
from engine.respondents.secrets import BLOTTED, SHORTEST_SECRET, Blotter
from engine.respondents.settings import Settings
from engine.respondents.wire import Received, Wire

DEFAULT_URL = "https://api.openai.com/v1"
DEFAULT_KEY = "OPENAI_API_KEY"
CHARACTERS_A_TOKEN = 4
"""What estimates go by where nobody has counted yet: English is a little above it."""

_URL = "OPENAI_BASE_URL"
_TROUBLE = frozenset({"rate-limit", "server", "timeout", "connection"})


@dataclass(frozen=True, slots=True)
class Address:
    """Where a model is asked, and the key for it. The key is never shown or stored."""

    url: str
    key: str

    def __repr__(self) -> str:
        return f"Address({self.shown!r})"

    @property
    def shown(self) -> str:
        """The URL without user, password, key, query or fragment: what may be stored."""
        parts = urlsplit(self.url)
        host, path = parts.netloc.rpartition("@")[2], parts.path.rstrip("/")
        if len(self.key) >= SHORTEST_SECRET:
            path = path.replace(self.key, BLOTTED)
        return urlunsplit((parts.scheme, host, path, "", ""))

    @property
    def secrets(self) -> tuple[str, ...]:
        """What may stand nowhere: the key, and the password of the URL in both spellings."""
        password = urlsplit(self.url).password or ""
        return tuple({self.key, password, unquote(password)} - {""})

    def blotter(self) -> Blotter:
        """What blots the secrets out, should the endpoint repeat them."""
        return Blotter(self.secrets)


def address(base_url: str | None, key_env: str = DEFAULT_KEY) -> Address:
    """The endpoint to use: the flag, else OPENAI_BASE_URL, else OpenAI's own.

    The key comes from the environment only. Without one, requests to another address than
    OpenAI's carry a placeholder, for local servers ask for none.

    Raises:
        InputError: the address is no URL, or the key is missing.
    """
    url = base_url or os.environ.get(_URL) or DEFAULT_URL
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InputError(
            "--base-url must be an http or https address such as http://127.0.0.1:8000/v1"
        )
    key = os.environ.get(key_env, "").strip()
    if not key:
        if url == DEFAULT_URL or key_env != DEFAULT_KEY:
            raise InputError(
                f"the environment variable {key_env} holds no key; set it, or name another "
                "variable with --key-env, or another endpoint with --base-url"
            )
        key = "none"
    if not key.isascii() or not key.isprintable():
        raise InputError(
            f"the key in the environment variable {key_env} has characters that no HTTP header can"
            " carry; copy it anew"
        )
    return Address(url, key)


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
        self._blotter = where.blotter()
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
        """The request that asks for a reply to `messages`."""
        return self.settings.body(self.model, messages)

    async def ask(self, body: bytes) -> Reply | None:
        """The reply to a request, after as many attempts as patience and fuse allow.

        None if the fuse blew before there was one: the question counts as not asked.
        """
        failed = 0
        while self.fuse.reason is None:
            reply, received = await self._attempt(body)
            failed += 1
            if not (received.passes or is_retried(received.status)):
                return reply
            asked_for_s = retry_after_s(received.headers)
            self._hold(asked_for_s or 0.0)
            if failed >= self._patience.attempts:
                return reply
            if self.fuse.reason is None:
                await asyncio.sleep(self._patience.wait_s(failed, asked_for_s))
        return None

    def _hold(self, seconds: float) -> None:
        """Leave the endpoint alone for as long as it asks; for very long, by giving it up."""
        if seconds > LONGEST_HOLD_S:
            self.fuse.blow(
                f"the endpoint asks to be left alone for {seconds / 3600:,.1f} h, and a run waits"
                f" {LONGEST_HOLD_S / 3600:g} h at most"
            )
        elif seconds:
            self.pace.hold(seconds)

    async def _attempt(self, body: bytes) -> tuple[Reply, Received]:
        """One request, told to the pace and the fuse."""
        expected = expected_tokens(len(body), self.settings.most_tokens)
        await self.pace.enter(expected)
        used, started, attempt = expected, time.perf_counter(), self.fuse.begin()
        try:
            self.requests += 1
            received = await self._wire.post(self.settings.path, body)
            latency_s = time.perf_counter() - started
            reply = self._blotter.reply(_read(received, self.settings))
            reply = replace(reply, latency_ms=round(latency_s * 1000, 3))
            if reply.prompt_tokens is not None:
                used = reply.prompt_tokens + (reply.completion_tokens or 0)
            if reply.error_kind in _TROUBLE:
                self.pace.had_trouble(latency_s)
            else:
                self.pace.went_well(latency_s)
            self._hold(spent_for_s(received.headers))
            self.fuse.heed(reply, attempt)
            return reply, received
        finally:
            self.pace.leave(used - expected)


def expected_tokens(characters: int, max_tokens: int | None) -> int:
    """The tokens that a request of so many characters may take, its reply included."""
    return characters // CHARACTERS_A_TOKEN + (max_tokens or 0)


def _read(received: Received, settings: Settings) -> Reply:
    if received.failed is not None:
        return received.failed
    if not 200 <= received.status < 300:
        return status_failure(received.status, received.body)
    return read_reply(received.body, settings)
