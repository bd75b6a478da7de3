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
from contextlib import suppress
from pathlib import Path

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
    r"(?<![A-Za-z0-9])(?:(?:AIza|AKIA|glpat-|nvapi-)[\w-]{16,}|(?:sk|pk|rk|gsk|csk|xai|hf|r8|pplx|fw"
    r"|tgp(?:_v\d)?|gh[opsu]|github_pat|key)[-_](?P<tail>[\w-]{16,}))",
    re.ASCII,
)
"""How the keys of known services begin; those that names begin with too need a random tail."""
_PART = re.compile(r"[A-Za-z0-9]{6,}")
_RUN = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
_SPARSE = ((12, 3.5), (24, 4.75), (30, 7.5))
"""Least lengths of text that is random if its runs, of letters or digits, have less than a mean.

The runs of random text have about 2 characters, and those of names 5.
"""
_NAMES = re.compile(r"KEY|TOKEN|SECRET|PASSWORD", re.IGNORECASE)
_NAMES_ONE = re.compile(rf"(?:{_NAMES.pattern})$", re.IGNORECASE)
_LEAST_OWN = 16
"""Shorter values in the environment are dummies and plain words, such as `lm-studio`."""


def holds_key(text: str, secrets: Iterable[str] = ()) -> bool:
    """Whether a text holds a secret, a key of the environment, or what looks like a known key.

    Plain words that serve as keys (`lm-studio`) and paths to files with keys are no secrets.
    """
    own = (value for name, value in os.environ.items() if _NAMES_ONE.search(name))
    return any(map(_is_a_key, _SHAPE.finditer(text))) or any(
        secret in text and not _is_a_file(secret)
        for secret in (
            *(one for one in secrets if len(one) >= SHORTEST_SECRET and not _is_plain(one)),
            *(one for one in own if len(one) >= _LEAST_OWN),
        )
    )


def _is_a_file(secret: str) -> bool:
    with suppress(OSError, ValueError):  # too long, or no path
        return Path(secret).exists()
    return False


def _is_plain(secret: str) -> bool:
    return len(secret) < _LEAST_OWN and not any(letter.isdigit() for letter in secret)


def _is_a_key(found: re.Match[str]) -> bool:
    """Whether what is shaped like a key is as random as one, and not made of words and numbers."""
    if found["tail"] is None:
        return True
    parts = _PART.findall(found["tail"])
    return any(
        len(text) >= least and len(text) / len(_RUN.findall(text)) < mean
        for text in ("".join(parts), *parts)
        for least, mean in _SPARSE
    )


def without_keys(text: str) -> str:
    """A message or report without the keys in the environment, and without what looks like one."""
    known = [value for name, value in os.environ.items() if _NAMES.search(name)]
    text = Redactor(known).text(text)
    return _SHAPE.sub(lambda found: REDACTED if _is_a_key(found) else found[0], text)


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
