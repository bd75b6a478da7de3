"""Redacts keys from everything an endpoint sends, in all spellings that servers and models use.

Replies are searched after parsing, when escapes and pieces are resolved. A secret is found
verbatim; in base64 at any offset; in hex; by its first or last eight letters; masked, with stars or
dots between its beginning and end; and in the codes of `key_codes`, forwards or backwards, whatever
stands between their letters.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator

from engine.core.key_codes import TELLING, CodesOf, in_base64

REDACTED = "[key]"
SHORTEST_SECRET = 6
_LONG = 12
"""The least length of secrets whose ends are searched for, and the length of encoded prefixes."""
_SHOWN = 4
"""The least letters that servers show of a masked key's beginning."""

_REST = r"[\w+/=-]*"
_HIDDEN = r"(?:\*{2,}|•{2,}|\.{2,}|…+|x{3,}|X{3,})"
_MASK = re.compile(_HIDDEN)


_SHAPE = re.compile(
    r"(?<![A-Za-z0-9])(?:(?:sk-|gsk_|hf_|ghp_|github_pat_|glpat-|nvapi-|AIza|AKIA)[\w-]{16,}"
    r"|(?:xai|pplx)-\w{32,})"
)
"""How the keys of known services begin."""
_NAMES = re.compile(r"KEY|TOKEN|SECRET|PASSWORD", re.IGNORECASE)
_NAMES_ONE = re.compile(rf"(?:{_NAMES.pattern})$", re.IGNORECASE)


def holds_key(text: str, secrets: Iterable[str] = ()) -> bool:
    """Whether a text holds a secret, a key of the environment, or what looks like a known key."""
    own = (
        value
        for name, value in os.environ.items()
        if _NAMES_ONE.search(name) and len(value) >= TELLING
    )
    return bool(_SHAPE.search(text)) or any(
        len(secret) >= SHORTEST_SECRET and secret in text for secret in (*secrets, *own)
    )


def without_keys(text: str) -> str:
    """A message or report without the keys in the environment, and without what looks like one."""
    known = [value for name, value in os.environ.items() if _NAMES.search(name)]
    return _SHAPE.sub(REDACTED, Redactor(known).text(text))


class Redactor:
    """Redacts secrets. A reply without any takes microseconds."""

    def __init__(self, secrets: Iterable[str]) -> None:
        self._secrets = [_Secret(one) for one in secrets if len(one) >= SHORTEST_SECRET]

    def text(self, text: str) -> str:
        """The text without the secrets."""
        for secret in self._secrets:
            text = secret.redacted(text)
        return text

    def body(self, body: bytes) -> bytes:
        """A body without verbatim secrets, redacted before anything is cut off."""
        for secret in self._secrets:
            body = body.replace(secret.plain, REDACTED.encode())
        return body


class _Secret:
    """One secret: patterns of its spellings, each with a substring that must occur first."""

    def __init__(self, secret: str) -> None:
        self.plain = secret.encode()
        self._whole = secret
        self._codes = CodesOf(secret)
        self._spelt = tuple((sign, re.compile(pattern)) for sign, pattern in _spellings(secret))
        self._masked = re.compile(
            rf"{re.escape(secret[:_SHOWN])}[\w+/=-]{{0,64}}?{_HIDDEN}[\w+/=-]{{0,64}}"
        )

    def redacted(self, text: str) -> str:
        text = self._codes.cut_from(text.replace(self._whole, REDACTED), REDACTED)
        if self._whole[:_SHOWN] in text:
            text = self._masked.sub(self._unless_anothers, text)
        for sign, pattern in self._spelt:
            if sign in text:
                text = pattern.sub(REDACTED, text)
        return text

    def _unless_anothers(self, found: re.Match[str]) -> str:
        """Redact a mask with this secret's beginning and end, or with much of its beginning."""
        begins, ends = _MASK.split(found[0], maxsplit=1)
        ends = _MASK.sub("", ends)
        is_ended = self._whole.endswith(ends) if ends else len(begins) > _SHOWN + 1
        return REDACTED if self._whole.startswith(begins) and is_ended else found[0]


def _spellings(secret: str) -> Iterator[tuple[str, str]]:
    """For each spelling, a substring that must occur, and the pattern."""
    if len(secret) >= _LONG:
        for end in (secret[:TELLING], secret[-TELLING:]):
            yield end, re.escape(end) + _REST
    coded = {*in_base64(secret.encode()), secret.encode().hex(), secret.encode().hex().upper()}
    for sign in {spelt[:_LONG] for spelt in coded if len(spelt) >= TELLING}:
        yield sign, re.escape(sign) + _REST
