"""The URL and key of an endpoint, and the part of them that may be shown."""

from __future__ import annotations

import os
import re
from base64 import b64encode
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit, urlunsplit

from engine.ask.endpoints.secrets import Redactor
from engine.core.errors import InputError
from engine.core.secrets import REDACTED, SHORTEST_SECRET

DEFAULT_URL = "https://api.openai.com/v1"
DEFAULT_KEY = "OPENAI_API_KEY"

_URL = "OPENAI_BASE_URL"
_PASTED = ("/chat/completions", "/responses")
_LIKE_A_KEY = re.compile(r"(?:sk|pk|rk|gsk|xai|hf|nvapi|AIza)[-_]?[A-Za-z0-9_-]{20,}")


@dataclass(frozen=True, slots=True)
class Address:
    """The URL and key of an endpoint. The key is never shown or stored."""

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
            path = path.replace(self.key, REDACTED)
        return urlunsplit((parts.scheme, host, path, "", ""))

    @property
    def bare(self) -> str:
        """The URL without user and password, which go into a header."""
        parts = urlsplit(self.url)
        return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))

    @property
    def authorization(self) -> str | None:
        """The header for the URL's user and password, which replaces the key's; None if none."""
        parts = urlsplit(self.url)
        if parts.username is None:
            return None
        pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        return f"Basic {b64encode(pair.encode()).decode()}"

    @property
    def secrets(self) -> tuple[str, ...]:
        """The strings to redact: the key, and the URL's password, encoded and decoded."""
        password = urlsplit(self.url).password or ""
        basic = (self.authorization or "").removeprefix("Basic ")
        return tuple({self.key, password, unquote(password), basic} - {""})

    def redactor(self) -> Redactor:
        """A redactor of the secrets, in case the endpoint repeats them."""
        return Redactor(self.secrets)


def address(base_url: str | None, key_env: str = DEFAULT_KEY) -> Address:
    """The endpoint to use: the flag, else OPENAI_BASE_URL, else OpenAI's own.

    The key comes from the environment only. Without a key, requests to other addresses than
    OpenAI's carry a placeholder, because local servers need none. The path of a request, pasted
    with the address, is left out.

    Raises:
        InputError: the address is not a URL or has a query, or the key is missing.
    """
    url = (base_url or os.environ.get(_URL) or DEFAULT_URL).rstrip("/")
    for pasted in _PASTED:
        url = url.removesuffix(pasted)
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InputError(
            "--base-url must be an http or https address such as http://127.0.0.1:8000/v1"
        )
    if parts.query or parts.fragment:
        raise InputError(
            f"--base-url must not have a {'query (?)' if parts.query else 'fragment (#)'}, which"
            " would not be sent; leave it out"
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


def is_like_a_key(model: str) -> bool:
    """Whether a model's name looks like a key, which must not be stored or shown.

    >>> is_like_a_key("sk-proj-0123456789abcdefghij"), is_like_a_key("gpt-5-mini")
    (True, False)
    """
    keys = (value for name, value in os.environ.items() if name.endswith("_API_KEY"))
    return _LIKE_A_KEY.fullmatch(model) is not None or (bool(model) and model in keys)
