"""One HTTP request to an endpoint, with a bound on all it may cost.

By aiohttp itself: the `openai` package's request and response models cost several times what the
socket does, and to load it takes half a second and 45 MB. Bodies go out and come back as bytes and
are parsed once. A reply is read in pieces, so that a server that sends without end fills no memory.
"""

from __future__ import annotations

import asyncio
import os
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Self
from urllib.parse import unquote, urlsplit

from engine.respondents.replies import Reply, failure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from aiohttp import ClientSession

    from engine.respondents.endpoint import Address

LARGEST_REPLY = 16 * 2**20
"""Bytes of a reply that are read; the longest of models is a hundredth of it."""

_CONNECT_S = 30.0
_KEPT_S = 4.0
"""An idle connection is given up before common servers do so, after five seconds, which would break
the request that is just sent on it."""

_ACCOUNT = {"OPENAI_ORG_ID": "OpenAI-Organization", "OPENAI_PROJECT_ID": "OpenAI-Project"}
"""The variables of OpenAI's own clients that say who pays, and the headers they become."""


@dataclass(frozen=True, slots=True)
class Received:
    """What came back: a status with headers and body, or the failure that there was none."""

    status: int = 0
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    failed: Reply | None = None
    passes: bool = False
    """Whether a failure may pass by itself."""


class Wire:
    """Sends bodies to one address. Use as an asynchronous context manager."""

    def __init__(self, where: Address, *, connections: int, timeout_s: float) -> None:
        self._where = where
        self._base = where.shown
        self._connections = connections
        self._timeout_s = timeout_s
        self._connect_s = min(_CONNECT_S, timeout_s)
        self._session: ClientSession | None = None

    async def __aenter__(self) -> Self:
        import aiohttp  # late: it takes a tenth of a second to load

        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=self._connections, keepalive_timeout=_KEPT_S),
            # the whole request is bounded where it is sent
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=self._connect_s),
            headers=dict(_headers(self._where)),
            cookie_jar=aiohttp.DummyCookieJar(),
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._session is not None:
            await self._session.close()

    async def post(self, path: str, body: bytes) -> Received:
        """Send a JSON body and read the whole reply, within the time and size that are allowed."""
        import aiohttp

        try:
            async with asyncio.timeout(self._timeout_s):
                return await self._exchange(path, body)
        except aiohttp.ConnectionTimeoutError:
            told = failure("timeout", f"no connection within {self._connect_s:g} s")
        except TimeoutError:
            told = failure("timeout", f"no whole reply within {self._timeout_s:g} s")
        except (aiohttp.ClientError, OSError) as error:
            text = self._where.without_secrets(f"{type(error).__name__}: {error}".encode())
            told = failure("connection", text.decode("utf-8", "replace"))
        return Received(failed=told, passes=True)

    async def _exchange(self, path: str, body: bytes) -> Received:
        if self._session is None:
            raise RuntimeError("a wire is used inside `async with`")
        async with self._session.post(f"{self._base}/{path}", data=body) as response:
            pieces, size = [], 0
            async for piece in response.content.iter_any():
                size += len(piece)
                if size > LARGEST_REPLY:
                    response.close()
                    return Received(failed=_endless())
                pieces.append(piece)
            return Received(
                response.status, self._where.without_secrets(b"".join(pieces)), response.headers
            )


def _headers(where: Address) -> Iterator[tuple[str, str]]:
    """What every request says: who asks, by whose leave, and what is sent."""
    parts = urlsplit(where.url)
    if parts.username:
        given = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        yield "Authorization", f"Basic {b64encode(given.encode()).decode()}"
    else:
        yield "Authorization", f"Bearer {where.key}"
    yield "Content-Type", "application/json"
    yield "Accept", "application/json"
    yield "User-Agent", "elenchus"
    for variable, name in _ACCOUNT.items():
        if told := os.environ.get(variable):
            yield name, told


def _endless() -> Reply:
    return failure("too-large", f"the reply is longer than {LARGEST_REPLY // 2**20} MB")
