"""A secret in the codes that a model may be asked to write.

The codes of a secret are made beforehand, and a text is searched for them in two views: as it is,
and with escapes undone, markup, list numbers and format characters dropped and compatible letters
made plain (NFKC); in both by letters and digits alone, and by every second character. Runs of
base64, base32 and hex are decoded up to three times, unpacked, and searched too. SECURITY.md lists
what is recognised and what is not.
"""

from __future__ import annotations

import binascii
import quopri
import re
import unicodedata
import zlib
from base64 import (
    a85encode,
    b16decode,
    b32decode,
    b32encode,
    b32hexencode,
    b64decode,
    b64encode,
    b85encode,
)
from collections.abc import Callable, Iterator
from contextlib import suppress

TELLING = 8
"""Letters that identify a long secret."""
_LAYERS = 3
_MOST_CUTS = 8
"""After this many finds, the rest of a text is cut as a whole, to bound the work."""
_UNPACKED = 1_000_000

_BETWEEN = re.compile(r"[^0-9a-z]+")
_AFTER = re.compile(r"[\w+/=;-]*")
_RUN = re.compile(r"[A-Za-z0-9+/_-]{16,}")
_DIGITS = re.compile(r"[0-9a-f]{16}")
_ESCAPE = re.compile(
    r"\\{1,8}[ux]\{?0{0,6}([0-9a-f]{2})\}?|U\+0{0,6}([0-9a-f]{2})\b|%(?:25){0,4}([0-9a-f]{2})"
    r"|&#x0{0,6}([0-9a-f]{2});?|&#0{0,6}(\d{2,3});?",
    re.IGNORECASE,
)
_DROPPED = re.compile(r"<[^<>]{0,200}>|^[ \t]*\d{1,3}[.):][ \t]", re.MULTILINE)
_TAGS = {0xE0000 + code: code for code in range(0x20, 0x7F)}


class CodesOf:
    """The codes of one secret, and the search for them."""

    def __init__(self, secret: str) -> None:
        codes = {squeezed(code) for code in _codes(secret)}
        codes = {one for code in codes if len(code) >= TELLING for one in (code, code[::-1])}
        self._whole = (secret, secret[::-1])
        self._numeric = tuple(code for code in codes if _DIGITS.match(code))
        self._others = tuple(codes - set(self._numeric))

    def cut_from(self, text: str, mark: str) -> str:
        """The text with a mark in place of each part that holds the secret in some code."""
        for holds in (self._in_letters, self._in_plain_letters):
            text = _cut(text, holds, mark)
        return _RUN.sub(lambda run: mark if self._in_run(run[0], _LAYERS) else run[0], text)

    def _in_letters(self, text: str) -> bool:
        letters = squeezed(text)
        return (
            any(code in letters for code in self._others)
            or (bool(_DIGITS.search(letters)) and any(code in letters for code in self._numeric))
            or any(whole in text[at::2] for at in (0, 1) for whole in self._whole)
        )

    def _in_plain_letters(self, text: str) -> bool:
        plain = _plain(text)
        return plain != text and self._in_letters(plain)

    def _in_run(self, run: str, layers: int) -> bool:
        """Whether a run, decoded in some way as often as may be, holds the secret."""
        for inner in (text for one in (run, run[::-1]) for text in _decoded(one)):
            if self._in_letters(inner):
                return True
            runs = _RUN.findall(inner) if layers > 1 else ()
            if any(self._in_run(found, layers - 1) for found in runs):
                return True
        return False


def squeezed(text: str) -> str:
    """The letters and digits of a text alone, in lower case."""
    return _BETWEEN.sub("", text.lower())


def in_base64(secret: bytes) -> Iterator[str]:
    """The base64 letters determined by the secret alone, for each offset in the text."""
    for offset, first in enumerate((0, 2, 3)):
        coded = b64encode(bytes(offset) + secret).decode()
        decided = coded[first : (offset + len(secret)) * 8 // 6]
        yield decided
        yield decided.translate(str.maketrans("+/", "-_"))


def _codes(secret: str) -> Iterator[str]:
    """The codes; each is searched for backwards too, and whatever stands between its letters."""
    plain = secret.encode()
    yield secret
    yield from _shifted(secret)
    yield from in_base64(plain)
    yield from in_base64(b64encode(plain))
    yield from in_base64(plain[::-1])
    for wide in ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"):
        yield from in_base64(secret.encode(wide))
        yield secret.encode(wide).hex()
    yield from (plain.hex(), plain[::-1].hex())
    yield from (coded(plain).decode().rstrip("=") for coded in (b32encode, b32hexencode))
    yield from (b85encode(plain).decode(), a85encode(plain).decode())
    yield from (
        binascii.b2a_uu(plain[at : at + 45]).decode()[1:] for at in range(0, len(plain), 45)
    )
    yield quopri.encodestring(plain).decode()
    yield from (str(int.from_bytes(plain)), _base58(plain))
    for form in ("d", "03d", "o", "03o", "08b", "b", "04x"):
        yield " ".join(format(code, form) for code in plain)
    for before in ("x", "0x", "u00", "U+00"):
        yield " ".join(f"{before}{code:02x}" for code in plain)


def _shifted(secret: str) -> Iterator[str]:
    """The secret with its letters shifted (Caesar), mirrored (Atbash), or in ROT47."""
    low = "abcdefghijklmnopqrstuvwxyz"
    for shift in range(1, 26):
        yield secret.lower().translate(str.maketrans(low, low[shift:] + low[:shift]))
    yield secret.lower().translate(str.maketrans(low, low[::-1]))
    yield "".join(chr(33 + (ord(one) + 14) % 94) if 32 < ord(one) < 127 else one for one in secret)


def _base58(plain: bytes) -> str:
    letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
    number, coded = int.from_bytes(plain), ""
    while number:
        number, at = divmod(number, 58)
        coded = letters[at] + coded
    return coded


def _plain(text: str) -> str:
    """The text with escapes undone, markup and list numbers dropped, and look-alikes made plain."""
    if "\\" in text or "%" in text or "&#" in text or "U+" in text:
        text = _ESCAPE.sub(_undone, text)
    if "<" in text or "\n" in text:
        text = _DROPPED.sub("", text)
    return text if text.isascii() else unicodedata.normalize("NFKC", text.translate(_TAGS))


def _undone(escape: re.Match[str]) -> str:
    in_hex = escape[1] or escape[2] or escape[3] or escape[4]
    return chr(int(in_hex, 16) if in_hex else int(escape[5]))


def _decoded(run: str) -> Iterator[str]:
    """What a run of letters may stand for, unpacked, without the zeros of UTF-16."""
    urlsafe = run.replace("-", "+").replace("_", "/")
    padded = urlsafe[: len(urlsafe) - (len(urlsafe) % 4 == 1)]
    ways: tuple[tuple[Callable[[str], bytes], str], ...] = (
        (b64decode, padded + "=" * (-len(padded) % 4)),
        (b16decode, run.upper()[: len(run) // 2 * 2]),
        (b32decode, run.upper() + "=" * (-len(run) % 8)),
    )
    for decode, coded in ways:
        try:
            found = decode(coded)
        except ValueError:
            continue
        if found[:2] == b"\x1f\x8b" or found[:1] == b"\x78":
            with suppress(zlib.error):
                found = zlib.decompressobj(47).decompress(found, _UNPACKED)
        yield found.replace(b"\0", b"").decode("latin-1")


def _cut(text: str, holds: Callable[[str], bool], mark: str) -> str:
    """Cut the parts that hold something: each the shortest, found by halving, and what adheres."""
    done = ""
    for _ in range(_MOST_CUTS):
        if not holds(text):
            return done + text
        start, end = _shortest(text, holds)
        after = _AFTER.match(text, end)
        done += text[:start].rstrip("\\%&#") + mark
        text = text[after.end() if after else end :]
    return done if holds(text) else done + text


def _shortest(text: str, holds: Callable[[str], bool]) -> tuple[int, int]:
    """Where the first part that holds something starts and ends."""
    end = _least(len(text), lambda n: holds(text[:n]))
    return end - _least(end, lambda n: holds(text[end - n : end])), end


def _least(most: int, fits: Callable[[int], bool]) -> int:
    """The least number that fits, where `most` does and so do all that are greater."""
    least = 0
    while least < most:
        middle = (least + most) // 2
        if fits(middle):
            most = middle
        else:
            least = middle + 1
    return most
