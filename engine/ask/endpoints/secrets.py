"""Keys redacted from whatever an endpoint sends, in the spellings in which servers repeat them.

A reply is looked at once it is parsed, when what came in JSON's escapes or in pieces is whole.
A secret is found as it stands; with letters escaped as JSON, URLs or HTML do; in base64 at any
offset, and in hex; by its first or last eight letters; and in the form by which servers say which
key they mean, its beginning and its end with stars or dots between.
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
"""Letters of a secret whose ends are looked for too, and of what is looked for of another code."""
_TELLING = 8
"""So many letters at either end of a long secret give it away."""
_SHOWN = 4
"""The least that servers show of a key's beginning."""

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
    """Redacts these secrets. A look through a reply without any takes microseconds."""

    def __init__(self, secrets: Iterable[str]) -> None:
        self._secrets = [_Secret(one) for one in secrets if len(one) >= SHORTEST_SECRET]

    def text(self, text: str) -> str:
        """The text without the secrets."""
        for secret in self._secrets:
            text = secret.redacted(text)
        return text

    def reply(self, reply: Reply) -> Reply:
        """The reply without the secrets, in whichever of its texts they stand."""
        changed: dict[str, Any] = {}  # Any: as `replace` wants it
        for name in _TEXTS:
            text = getattr(reply, name)
            if text and (clean := self.text(text)) != text:
                changed[name] = clean
        return replace(reply, **changed) if changed else reply

    def body(self, body: bytes) -> bytes:
        """What was received without the secrets as they stand, before any of it is cut off."""
        for secret in self._secrets:
            body = body.replace(secret.plain, REDACTED.encode())
        return body


class _Secret:
    """One secret: patterns of its spellings, each with the sign without which it cannot be."""

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
        """Redacts what has this secret's beginning and end, or more than a little of the former."""
        begins, ends = _MASK.split(found[0], maxsplit=1)
        ends = _MASK.sub("", ends)
        is_ended = self._whole.endswith(ends) if ends else len(begins) > _SHOWN + 1
        return REDACTED if self._whole.startswith(begins) and is_ended else found[0]


def _spellings(secret: str) -> Iterator[tuple[str, str]]:
    """What a text must have to hold a spelling of the secret, and the pattern of that spelling."""
    if len(secret) >= _LONG:
        for end in (secret[:_TELLING], secret[-_TELLING:]):
            yield end, re.escape(end) + _REST
    coded = {*_in_base64(secret.encode()), secret.encode().hex(), secret.encode().hex().upper()}
    for sign in {spelt[:_LONG] for spelt in coded if len(spelt) >= _TELLING}:
        yield sign, re.escape(sign) + _REST


def _in_base64(secret: bytes) -> Iterator[str]:
    """Those letters of base64 that the secret decides alone, wherever in a text it begins."""
    for offset, first in enumerate((0, 2, 3)):
        coded = b64encode(bytes(offset) + secret).decode()
        decided = coded[first : (offset + len(secret)) * 8 // 6]
        yield decided
        yield decided.translate(str.maketrans("+/", "-_"))


def _letter(letter: str) -> str:
    """One letter as it stands or escaped, as a pattern of bounded effort."""
    code = f"{ord(letter):02x}"
    return (
        rf"(?:\\{{0,8}}{re.escape(letter)}|\\{{1,8}}u00{code}|%(?:25){{0,4}}{code}"
        rf"|&#x0{{0,6}}{code};?|&#0{{0,6}}{ord(letter)};?)"
    )


def _unescaped(text: str) -> str:
    """The text with such escapes undone, as far as a key's letters go."""
    return _ESCAPE.sub(_undone, text).replace("\\", "")


def _undone(escape: re.Match[str]) -> str:
    in_hex = escape[1] or escape[2] or escape[3]
    return chr(int(in_hex, 16) if in_hex else int(escape[4]))
