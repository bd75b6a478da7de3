"""Redacts keys from everything an endpoint sends, in all spellings that servers use.

Replies are searched after parsing, when escapes and pieces are resolved. A secret is found
verbatim; with letters escaped as in JSON, URLs or HTML; in base64 at any offset; in hex; by its
first or last eight letters; and masked, with stars or dots between its beginning and end.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from engine.ask.endpoints.replies import Reply

REDACTED = "[key]"
SHORTEST_SECRET = 6
_LONG = 12
"""The least length of secrets whose ends are searched for, and the length of encoded prefixes."""
_TELLING = 8
"""Letters at either end of a long secret that identify it."""
_SHOWN = 4
"""The least letters that servers show of a masked key's beginning."""

_REST = r"[\w+/=-]*"
_ESCAPE = re.compile(
    r"\\{1,8}u00([0-9a-f]{2})|%(?:25){0,4}([0-9a-f]{2})|&#x0{0,6}([0-9a-f]{2});?"
    r"|&#0{0,6}(\d{2,3});?",
    re.IGNORECASE,
)
_HIDDEN = r"(?:\*{2,}|•{2,}|\.{2,}|…+|x{3,}|X{3,})"
_MASK = re.compile(_HIDDEN)
_TEXTS = ("raw", "reasoning", "finish_reason", "error")


class Redactor:
    """Redacts secrets. A reply without any takes microseconds."""

    def __init__(self, secrets: Iterable[str]) -> None:
        self._secrets = [_Secret(one) for one in secrets if len(one) >= SHORTEST_SECRET]

    def text(self, text: str) -> str:
        """The text without the secrets."""
        for secret in self._secrets:
            text = secret.redacted(text)
        return text

    def reply(self, reply: Reply) -> Reply:
        """The reply with the secrets removed from all its texts."""
        changed: dict[str, Any] = {}  # Any: as `replace` wants it
        for name in _TEXTS:
            text = getattr(reply, name)
            if text and (clean := self.text(text)) != text:
                changed[name] = clean
        return replace(reply, **changed) if changed else reply

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
        self._spelt = tuple((sign, re.compile(pattern)) for sign, pattern in _spellings(secret))
        self._escaped = re.compile("".join(map(_letter, secret)), re.IGNORECASE)
        self._masked = re.compile(
            rf"{re.escape(secret[:_SHOWN])}[\w+/=-]{{0,64}}?{_HIDDEN}[\w+/=-]{{0,64}}"
        )

    def redacted(self, text: str) -> str:
        if ("\\" in text or "%" in text or "&#" in text) and self._whole in _unescaped(text):
            text = self._escaped.sub(REDACTED, text)
        if self._whole[:_SHOWN] in text:
            text = text.replace(self._whole, REDACTED)
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
        for end in (secret[:_TELLING], secret[-_TELLING:]):
            yield end, re.escape(end) + _REST
    coded = {*_in_base64(secret.encode()), secret.encode().hex(), secret.encode().hex().upper()}
    for sign in {spelt[:_LONG] for spelt in coded if len(spelt) >= _TELLING}:
        yield sign, re.escape(sign) + _REST


def _in_base64(secret: bytes) -> Iterator[str]:
    """The base64 letters determined by the secret alone, for each offset in the text."""
    for offset, first in enumerate((0, 2, 3)):
        coded = b64encode(bytes(offset) + secret).decode()
        decided = coded[first : (offset + len(secret)) * 8 // 6]
        yield decided
        yield decided.translate(str.maketrans("+/", "-_"))


def _letter(letter: str) -> str:
    """A pattern of bounded cost for a letter, verbatim or escaped."""
    code = f"{ord(letter):02x}"
    return (
        rf"(?:\\{{0,8}}{re.escape(letter)}|\\{{1,8}}u00{code}|%(?:25){{0,4}}{code}"
        rf"|&#x0{{0,6}}{code};?|&#0{{0,6}}{ord(letter)};?)"
    )


def _unescaped(text: str) -> str:
    """The text with escapes of a key's letters undone."""
    return _ESCAPE.sub(_undone, text).replace("\\", "")


def _undone(escape: re.Match[str]) -> str:
    in_hex = escape[1] or escape[2] or escape[3]
    return chr(int(in_hex, 16) if in_hex else int(escape[4]))
