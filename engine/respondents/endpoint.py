"""A model behind any OpenAI-compatible endpoint, asked through the `openai` package.

The client's own retries are off: ours count attempts, wait as Retry-After asks, and hold back
all requests to the endpoint while it does. Responses are taken raw and parsed once; the
package's response models cost more than the socket.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from types import TracebackType
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit, urlunsplit

from engine.errors import InputError
from engine.respondents.replies import Reply, error_text, failure, read_completion
from engine.respondents.retrying import Patience, is_retried, retry_after_s

if TYPE_CHECKING:
    from openai import APIStatusError, AsyncOpenAI

DEFAULT_URL = "https://api.openai.com/v1"
DEFAULT_KEY = "OPENAI_API_KEY"
_URL = "OPENAI_BASE_URL"
_SHORTEST_SECRET = 6


@dataclass(frozen=True, slots=True)
class Settings:
    """What is sent beside the messages; None leaves it to the endpoint."""

    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int | None = None
    seed: int | None = None

    def sent(self) -> dict[str, float | int]:
        """The settings that are set, by the names of the API."""
        return {name: value for name, value in asdict(self).items() if value is not None}


@dataclass(frozen=True, slots=True)
class Address:
    """Where a model is asked, and the key for it. The key is never shown or stored."""

    url: str
    key: str

    def __repr__(self) -> str:
        return f"Address({self.shown!r})"

    @property
    def shown(self) -> str:
        """The URL without user, password, query or fragment: what may be stored."""
        parts = urlsplit(self.url)
        host = parts.netloc.rpartition("@")[2]
        return urlunsplit((parts.scheme, host, parts.path.rstrip("/"), "", ""))


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
    return Address(url, key)


class Endpoint:
    """Asks one model at one address. Use as an asynchronous context manager."""

    def __init__(
        self,
        model: str,
        where: Address,
        settings: Settings,
        *,
        connections: int,
        timeout_s: float = 600.0,
        patience: Patience | None = None,
    ) -> None:
        self.model = model
        self.where = where
        self.settings = settings
        self._connections = connections
        self._timeout_s = timeout_s
        self._patience = patience or Patience()
        self._open_at = 0.0
        self._client: AsyncOpenAI | None = None

    async def __aenter__(self) -> Self:
        # Late: the package takes most of a second to load.
        import httpx2
        from openai import AsyncOpenAI

        limits = httpx2.Limits(
            max_connections=self._connections, max_keepalive_connections=self._connections
        )
        timeout = httpx2.Timeout(self._timeout_s, connect=min(30.0, self._timeout_s))
        self._client = AsyncOpenAI(
            api_key=self.where.key,
            base_url=self.where.url,
            max_retries=0,
            http_client=httpx2.AsyncClient(limits=limits, timeout=timeout),
            timeout=timeout,
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._client is not None:
            await self._client.close()

    async def ask(self, messages: Sequence[Mapping[str, str]]) -> Reply:
        """The reply to `messages`, after as many attempts as patience allows."""
        failed = 0
        while True:
            await self._wait_until_open()
            started = time.perf_counter()
            reply, again, asked_for_s = await self._attempt(messages)
            failed += 1
            if not again or failed >= self._patience.attempts:
                latency = (time.perf_counter() - started) * 1000
                return self._without_key(replace(reply, latency_ms=round(latency, 3)))
            wait = self._patience.wait_s(failed, asked_for_s)
            if asked_for_s is not None:
                self._open_at = max(self._open_at, time.monotonic() + asked_for_s)
            await asyncio.sleep(wait)

    async def _attempt(
        self, messages: Sequence[Mapping[str, str]]
    ) -> tuple[Reply, bool, float | None]:
        """One request: its reply, whether to ask again, and the wait that the endpoint asks for."""
        import httpx2
        import openai

        if self._client is None:
            raise RuntimeError("an endpoint is asked inside `async with`")
        body = {"model": self.model, "messages": list(messages), **self.settings.sent()}
        try:
            response = await self._client.post(
                "/chat/completions", cast_to=httpx2.Response, body=body
            )
        except openai.APITimeoutError:
            return failure("timeout", f"no reply within {self._timeout_s:g} s"), True, None
        except openai.APIConnectionError as error:
            return failure("connection", f"{type(error.__cause__).__name__}: {error}"), True, None
        except openai.APIStatusError as error:
            return _status_failure(error)
        return read_completion(response.content), False, None

    async def _wait_until_open(self) -> None:
        while (wait := self._open_at - time.monotonic()) > 0:
            await asyncio.sleep(wait)

    def _without_key(self, reply: Reply) -> Reply:
        """The reply with the key blotted out, should the endpoint repeat it."""
        key = self.where.key
        if len(key) < _SHORTEST_SECRET:
            return reply

        def clean(text: str | None) -> str | None:
            return text and text.replace(key, "[key]")

        return replace(
            reply,
            raw=clean(reply.raw),
            reasoning=clean(reply.reasoning),
            error=clean(reply.error),
        )


def _status_failure(error: APIStatusError) -> tuple[Reply, bool, float | None]:
    status = error.status_code
    if status in (401, 403):
        kind = "auth"
    elif status == 429:
        kind = "rate-limit"
    elif status >= 500:
        kind = "server"
    else:
        kind = "timeout" if status == 408 else "rejected"
    reply = failure(kind, f"HTTP {status}: {error_text(error.body) or error.message}")
    return reply, is_retried(status), retry_after_s(error.response.headers)
