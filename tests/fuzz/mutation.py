"""Change a document so that it stays near its format, as readers refuse noise at its first byte."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

_PIECES = (
    b"9" * 5_000, b"-1", b"1e999", b"NaN", b"null", b"[]", b"{}", b'""', b"true", b"[" * 3_000,
    b'{"a":' * 3_000, b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\\ud800", b"\\u0000", b"\r", b"\n\n",
    b"\xe2\x80\xa8", b'"', b",", b"'", b"=cmd()", b"</edu>", b"<!ENTITY a 'b'>", b"]]>",
    b"A" * 200_000,
)  # fmt: skip


def mutated(document: bytes, others: list[bytes], rng: Random) -> bytes:
    """A document with up to four changes; it may take parts of others."""
    for _ in range(rng.randint(1, 4)):
        change: Callable[[bytes, list[bytes], Random], bytes] = rng.choice(_CHANGES)
        document = change(document, others, rng)
    return document


def _span(document: bytes, rng: Random) -> tuple[int, int]:
    start = rng.randint(0, len(document))
    return start, min(len(document), start + rng.choice((0, 1, 2, 8, 64, 1_000)))


def _cut(document: bytes, _: list[bytes], rng: Random) -> bytes:
    start, end = _span(document, rng)
    return document[:start] + document[end:]


def _end_early(document: bytes, _: list[bytes], rng: Random) -> bytes:
    return document[: rng.randint(0, len(document))]


def _insert(document: bytes, _: list[bytes], rng: Random) -> bytes:
    start, end = _span(document, rng)
    return document[:start] + rng.choice(_PIECES) + document[end:]


def _repeat(document: bytes, _: list[bytes], rng: Random) -> bytes:
    start, end = _span(document, rng)
    return document[:end] + document[start:end] * rng.choice((1, 3, 50)) + document[end:]


def _flip(document: bytes, _: list[bytes], rng: Random) -> bytes:
    at = rng.randrange(len(document) + 1)
    return document[:at] + bytes([rng.randrange(256)]) + document[at + 1 :]


def _splice(document: bytes, others: list[bytes], rng: Random) -> bytes:
    other = rng.choice(others)
    return document[: rng.randint(0, len(document))] + other[rng.randint(0, len(other)) :]


def _replace_value(document: bytes, _: list[bytes], rng: Random) -> bytes:
    """Put another value where one stands between a colon, comma or tab and the next mark."""
    marks = [at for at, byte in enumerate(document) if byte in b':,\t=<["']
    if not marks:
        return document
    start = rng.choice(marks) + 1
    ends = [at for at in marks if at > start] or [len(document)]
    return document[:start] + rng.choice(_PIECES) + document[ends[0] :]


_CHANGES = (_cut, _end_early, _insert, _repeat, _flip, _splice, _replace_value, _replace_value)
