"""Redacts keys from everything an endpoint sends, in all spellings that servers use.

Replies are searched after parsing, when escapes and pieces are resolved. A secret is found
verbatim; with letters escaped as in JSON, URLs or HTML; in base64 at any offset; in hex; by its
first or last eight letters; masked, with stars or dots between its beginning and end; and in
other codes, backwards or with anything between its letters.
"""

from __future__ import annotations

import codecs
import os
import quopri
import re
from base64 import a85encode, b32encode, b64encode, b85encode
from collections.abc import Iterable, Iterator

REDACTED = "[key]"
SHORTEST_SECRET = 6
_LONG = 12
"""The least length of secrets whose ends are searched for, and the length of encoded prefixes."""
_TELLING = 8
"""Letters at either end of a long secret that identify it."""
_SHOWN = 4
"""The least letters that servers show of a masked key's beginning."""

_BETWEEN = re.compile(r"[^0-9a-z]+")
_REST = r"[\w+/=-]*"
_ESCAPE = re.compile(
    r"\\{1,8}u00([0-9a-f]{2})|%(?:25){0,4}([0-9a-f]{2})|&#x0{0,6}([0-9a-f]{2});?"
    r"|&#0{0,6}(\d{2,3});?",
    re.IGNORECASE,
)
_HIDDEN = r"(?:\*{2,}|•{2,}|\.{2,}|…+|x{3,}|X{3,})"
_MASK = re.compile(_HIDDEN)


_SHAPE = re.compile(
    r"(?<![A-Za-z0-9])(?:(?:sk-|gsk_|hf_|ghp_|github_pat_|glpat-|nvapi-|AIza|AKIA)[\w-]{16,}"
    r"|(?:xai|pplx)-\w{32,})"
)
"""How the keys of known services begin."""
_NAMES = re.compile(r"KEY|TOKEN|SECRET|PASSWORD", re.IGNORECASE)


def holds_key(text: str, secrets: Iterable[str] = ()) -> bool:
    """Whether a text holds one of the secrets, or what looks like the key of a known service."""
    return bool(_SHAPE.search(text)) or any(
        len(secret) >= SHORTEST_SECRET and secret in text for secret in secrets
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
        self._coded = {_squeezed(code) for code in _codes(secret)}
        self._spelt = tuple((sign, re.compile(pattern)) for sign, pattern in _spellings(secret))
        self._escaped = re.compile("".join(map(_letter, secret)), re.IGNORECASE)
        self._masked = re.compile(
            rf"{re.escape(secret[:_SHOWN])}[\w+/=-]{{0,64}}?{_HIDDEN}[\w+/=-]{{0,64}}"
        )

    def redacted(self, text: str) -> str:
        if ("\\" in text or "%" in text or "&#" in text) and self._whole in _unescaped(text):
            text = self._escaped.sub(REDACTED, text)
        text = text.replace(self._whole, REDACTED)
        squeezed = _squeezed(text)
        for code in self._coded:
            if len(code) >= _TELLING and code in squeezed:
                text = re.sub(r"[^0-9a-z]*".join(code) + _REST, REDACTED, text, flags=re.IGNORECASE)
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
        for end in (secret[:_TELLING], secret[-_TELLING:]):
            yield end, re.escape(end) + _REST
    coded = {*_in_base64(secret.encode()), secret.encode().hex(), secret.encode().hex().upper()}
    for sign in {spelt[:_LONG] for spelt in coded if len(spelt) >= _TELLING}:
        yield sign, re.escape(sign) + _REST


def _codes(secret: str) -> Iterator[str]:
    """The secret in codes that a model may be asked to write, whatever stands between letters."""
    plain = secret.encode()
    yield from (secret, secret[::-1], codecs.encode(secret, "rot13"))
    yield from _in_base64(plain)
    yield from _in_base64(b64encode(plain))
    yield from (plain.hex(), plain[::-1].hex(), b32encode(plain).decode().rstrip("="))
    yield from (b85encode(plain).decode(), a85encode(plain).decode())
    yield from _in_base64(secret.encode("utf-16-le"))
    yield quopri.encodestring(plain).decode()
    for form in ("d", "03d", "o", "03o", "08b", "b", "04x"):
        yield " ".join(format(code, form) for code in plain)
    for before in ("x", "0x", "u00", "U+00"):
        yield " ".join(f"{before}{code:02x}" for code in plain)


def _squeezed(text: str) -> str:
    """The letters and digits of a text alone, in lower case."""
    return _BETWEEN.sub("", text.lower())


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
