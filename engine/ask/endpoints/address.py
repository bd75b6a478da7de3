"""The URL and key of an endpoint, and the part of them that may be shown."""

from __future__ import annotations

import os
import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit, urlunsplit

from engine.ask.endpoints.secrets import Redactor
from engine.core.errors import InputError
from engine.core.pasted_keys import DEFAULT_KEY
from engine.core.secrets import REDACTED, SHORTEST_SECRET

DEFAULT_URL = "https://api.openai.com/v1"

_URL = "OPENAI_BASE_URL"
_PASTED = ("/chat/completions", "/completions", "/responses")
_AZURE = "api-version"
"""The query of Azure's addresses, whose key is sent in a header of its own too."""

_HEADERS = "OPENAI_CUSTOM_HEADERS"
"""Header fields that the `openai` package adds to every request, one a line."""
_NAMES_A_SECRET = re.compile(r"auth|key|password|secret|token", re.IGNORECASE)
_TOKEN = 16
"""The fewest letters of a user that are taken for a token."""


@dataclass(frozen=True)
class Address:
    """The URL and key of an endpoint. The key is never shown or stored."""

    url: str
    key: str

    def __repr__(self) -> str:
        return f"Address({self.shown!r})"

    @cached_property
    def shown(self) -> str:
        """The URL without user, password, key, fragment and query but Azure's: it may be stored."""
        parts = urlsplit(self.url)
        host, path = parts.netloc.rpartition("@")[2], parts.path.rstrip("/")
        if len(self.key) >= SHORTEST_SECRET:
            path = path.replace(self.key, REDACTED)
        query = urlencode({name: self.query[name] for name in (_AZURE,) if name in self.query})
        return urlunsplit((parts.scheme, host, path, query, ""))

    @property
    def is_local(self) -> bool:
        """Whether the endpoint is on this machine, or is reached as if it were."""
        host = urlsplit(self.url).hostname or ""
        return host in ("localhost", "::1") or host.startswith("127.")

    @property
    def bare(self) -> str:
        """The URL without user and password, which go into a header, and without its query."""
        parts = urlsplit(self.url)
        return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], query=""))

    @property
    def query(self) -> dict[str, str]:
        """The query to send with every request, such as an `api-version`."""
        return dict(parse_qsl(urlsplit(self.url).query, keep_blank_values=True))

    @property
    def headers(self) -> dict[str, str]:
        """The headers for the URL's user and password, which replace the key's, and for Azure's."""
        parts = urlsplit(self.url)
        azure = {"api-key": self.key} if _AZURE in self.query else {}
        if parts.username is None:
            return azure
        pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        return {**azure, "Authorization": f"Basic {b64encode(pair.encode()).decode()}"}

    @property
    def secrets(self) -> tuple[str, ...]:
        """The strings to redact: key, the URL's password, and header fields named like keys.

        A user without a password, or as long as a token, is one.
        """
        parts = urlsplit(self.url)
        user, password = parts.username or "", parts.password or ""
        if password and len(user) < _TOKEN:
            user = ""
        basic = self.headers.get("Authorization", "").removeprefix("Basic ")
        asked = {value for name, value in self.query.items() if name != _AZURE}
        named = {value for name, value in _custom_headers() if _NAMES_A_SECRET.search(name)}
        bare = {value.removeprefix("Bearer ") for value in named}
        own = {self.key, user, unquote(user), password, unquote(password), basic}
        return tuple({*own, *asked, *named, *bare} - {""})

    def redactor(self) -> Redactor:
        """A redactor of the secrets, in case the endpoint repeats them."""
        return Redactor(self.secrets)


def _custom_headers() -> Iterator[tuple[str, str]]:
    for line in os.environ.get(_HEADERS, "").splitlines():
        name, _, value = line.partition(":")
        yield name.strip(), value.strip()


def address(base_url: str | None, key_env: str = DEFAULT_KEY) -> Address:
    """The endpoint to use: the flag, else OPENAI_BASE_URL, else OpenAI's own.

    The key comes from the environment only. Without a key, requests to other addresses than
    OpenAI's carry a placeholder, because local servers need none. The path of a request, pasted
    with the address, is left out; a query is sent with every request.

    Raises:
        InputError: the address is not a URL or has a fragment, or the key is missing.
    """
    parts = urlsplit((base_url or os.environ.get(_URL) or DEFAULT_URL).strip())
    path = parts.path.rstrip("/")
    for pasted in _PASTED:
        path = path.removesuffix(pasted)
    url = urlunsplit(parts._replace(path=path.rstrip("/")))
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InputError(
            "--base-url must be an http or https address such as http://127.0.0.1:8000/v1"
        )
    if parts.fragment:
        raise InputError(
            "--base-url must not have a fragment (#), which would not be sent; leave it out"
        )
    key = os.environ.get(key_env, "").strip()
    if not key:
        if url == DEFAULT_URL or key_env != DEFAULT_KEY:
            raise InputError(
                f"the environment variable {key_env} holds no key; set it, name another "
                "variable with --key-env, or name another endpoint with --base-url"
            )
        key = "none"
    if not key.isascii() or not key.isprintable():
        raise InputError(
            f"the key in the environment variable {key_env} has characters that an HTTP header"
            " cannot carry; copy it again"
        )
    return Address(url, key)
