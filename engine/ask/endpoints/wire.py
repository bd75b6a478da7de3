"""HTTP requests through the `openai` package's client, bounded in time and size.

The package provides the client (its aiohttp transport) and the headers. Its request and response
models are skipped, because they cost more than the transfer: bodies stay bytes and are parsed once.
Replies are read in pieces, so that an endless one cannot fill the memory.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from engine.ask.endpoints.client_package import without_models
from engine.ask.endpoints.replies import Reply, failure, read_reply, status_failure

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, Mapping

    import httpx2
    from openai import AsyncOpenAI

    from engine.ask.endpoints.address import Address
    from engine.ask.endpoints.request_fields import Settings

_KEEPING = (307, 308)
"""The redirects that keep method and body."""
_MOST_REDIRECTS = 3
_ABOUT_US = "X-Stainless-"
"""How the names of the package's headers about system, processor and Python begin."""
LARGEST_REPLY = 16 * 2**20
"""The most bytes of a reply; the longest replies of models are a hundredth of it."""


@dataclass(frozen=True, slots=True)
class Received:
    """A response with status, headers and body, or the failure to get one."""

    status: int = 0
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    failed: Reply | None = None

    def reply(self, settings: Settings) -> Reply:
        """The reply in the response, or why there is none."""
        if self.failed is not None:
            return self.failed
        if not 200 <= self.status < 300:
            return status_failure(self.status, self.body, self.headers.get("location"))
        return read_reply(self.body, settings)


class Wire:
    """Sends bodies to one address. Use as an asynchronous context manager."""

    def __init__(self, where: Address, *, connections: int, timeout_s: float) -> None:
        self._where = where
        self._redactor = where.redactor()
        self._connections = connections
        self._timeout_s = timeout_s
        self._client: AsyncOpenAI | None = None
        self._http: httpx2.AsyncClient | None = None
        self._headers: httpx2.Headers | None = None
        self._urls: dict[str, httpx2.URL] = {}
        self._extensions: dict[str, Any] = {}  # Any: what the client's own says

    async def __aenter__(self) -> Self:
        # late, because the package takes a third of a second to load
        import httpx2

        with without_models():
            from openai import AsyncOpenAI, DefaultAioHttpClient

        limits = httpx2.Limits(
            max_connections=self._connections, max_keepalive_connections=self._connections
        )
        connect_s = min(30.0, self._timeout_s)
        self._http = DefaultAioHttpClient(
            limits=limits, timeout=httpx2.Timeout(self._timeout_s, connect=connect_s)
        )
        self._client = AsyncOpenAI(
            api_key=self._where.key,
            base_url=self._where.bare,
            max_retries=0,
            http_client=self._http,
        )
        own = {**self._client.default_headers, **self._client.auth_headers}
        # headers to omit have a marker instead of text; those about this machine concern nobody
        sent = {
            name: value
            for name, value in own.items()
            if isinstance(value, str) and not name.startswith(_ABOUT_US)
        }
        sent |= self._where.headers
        self._headers = httpx2.Headers({**self._http.headers, **sent})
        self._extensions = {"timeout": self._http.timeout.as_dict()}
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._client is not None:
            await self._client.close()

    async def post(self, path: str, body: bytes) -> Received:
        """Send a JSON body and read the whole reply, within the limits on time and size."""
        return await self._sent("POST", path, body)

    async def get(self, path: str) -> Received:
        """Read a document; a path that begins with a slash is the server's own."""
        return await self._sent("GET", path)

    async def _sent(self, method: str, path: str, body: bytes | None = None) -> Received:
        try:
            async with asyncio.timeout(self._timeout_s):
                received = await self._exchange(method, path, body)
        except TimeoutError:
            return self._silent()
        except Exception as error:
            if (failed := self._unreachable(error)) is None:
                raise
            return failed
        return received

    async def _exchange(self, method: str, path: str, body: bytes | None) -> Received:
        if self._client is None:
            raise RuntimeError("use `Wire` inside `async with`")
        if path not in self._urls:
            url = self._client.base_url.join(path)
            self._urls[path] = url.copy_merge_params(self._where.query)
        url, redirects = self._urls[path], 0
        response = await self._answered(method, url, body)
        while (target := _kept(response, url)) and redirects < _MOST_REDIRECTS:
            await response.aclose()
            url, redirects = target, redirects + 1
            response = await self._answered(method, url, body)
        try:
            return await self._read(response)
        finally:
            await response.aclose()

    async def _answered(self, method: str, url: httpx2.URL, body: bytes | None) -> httpx2.Response:
        """The response to a request, whose body is not read yet."""
        import httpx2

        if self._http is None:
            raise RuntimeError("use `Wire` inside `async with`")
        request = httpx2.Request(
            method,
            url,
            headers=self._headers,
            stream=httpx2.ByteStream(body or b""),  # `content` would prepare the headers anew
            extensions=self._extensions,
        )
        request.headers.encoding = "ascii"
        if body is not None:
            request.headers["content-length"] = str(len(body))
        request.read()
        return await self._http.send(request, stream=True, follow_redirects=False)

    async def _read(self, response: httpx2.Response) -> Received:
        raw = response.headers.raw  # read once, because every look at the headers decodes them all
        headers = {name.lower().decode("latin-1"): value.decode("latin-1") for name, value in raw}
        whole: AsyncIterable[bytes] = response.stream  # type: ignore[assignment]  # never both
        pieces, size = [], 0
        async for piece in response.aiter_bytes() if "content-encoding" in headers else whole:
            size += len(piece)
            if size > LARGEST_REPLY:
                return Received(failed=_endless())
            pieces.append(piece)
        if "location" in headers:
            target = response.url.join(headers["location"])
            headers["location"] = self._redactor.text(str(target))
        return Received(response.status_code, self._redactor.body(b"".join(pieces)), headers)

    def _unreachable(self, error: Exception) -> Received | None:
        """The failure for an exception of the transport; None for any other exception."""
        import aiohttp
        import httpx2

        if not isinstance(
            error, httpx2.HTTPError | httpx2.InvalidURL | aiohttp.ClientError | OSError
        ):
            return None
        # the transport reports every broken connection as a time-out; the cause is precise
        cause = error.__cause__ or error
        if isinstance(cause, TimeoutError):
            return self._silent()
        text = self._redactor.text(f"{type(cause).__name__}: {cause}")
        is_distrusted = isinstance(cause, aiohttp.ClientConnectorCertificateError)
        return Received(failed=failure("certificate" if is_distrusted else "connection", text))

    def _silent(self) -> Received:
        late = failure("timeout", f"no complete reply within {self._timeout_s:g} s")
        return Received(failed=late)


def _kept(response: httpx2.Response, url: httpx2.URL) -> httpx2.URL | None:
    """Where a redirect leads that keeps method, body and server.

    No other is followed: it would lose the question, or send it elsewhere with the key.
    """
    if response.status_code not in _KEEPING or not response.has_redirect_location:
        return None
    target = url.join(response.headers["location"])
    return target if target.origin == url.origin else None


def _endless() -> Reply:
    return failure("too-large", f"the reply is longer than {LARGEST_REPLY // 2**20} MB")
