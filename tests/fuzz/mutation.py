"""Change a document so that it stays near its format, as readers refuse noise at its first byte."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import orjson

_PIECES = (
    b"9" * 5_000, b"-1", b"1e999", b"NaN", b"null", b"[]", b"{}", b'""', b"true", b"[" * 3_000,
    b'{"a":' * 3_000, b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\\ud800", b"\\u0000", b"\r", b"\n\n",
    b"\xe2\x80\xa8", b'"', b",", b"'", b"=cmd()", b"</edu>", b"<!ENTITY a 'b'>", b"]]>",
    b"A" * 200_000,
)  # fmt: skip


def mutated(document: bytes, others: list[bytes], rng: Random) -> bytes:
    """A document with up to four changes; it may take parts of others.

    Half of the changed JSON is JSON still, so that more than the parser is tried.
    """
    changes = _CHANGES if rng.random() < 0.5 else (_change_json,)
    changed = document
    for _ in range(rng.randint(1, 4)):
        change: Callable[[bytes, list[bytes], Random], bytes] = rng.choice(changes)
        changed = change(changed, others, rng)
    return changed if changed != document else rng.choice(_CHANGES)(document, others, rng)


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


def _number(document: bytes, _: list[bytes], rng: Random) -> bytes:
    """Write an odd number over some bytes, as lengths stand in binary files."""
    at, size = rng.randrange(len(document) + 1), rng.choice((1, 4, 8))
    number = rng.choice((0, 1, 9, 1 << 30, (1 << 63) - 1, (1 << 64) - 1)) % (1 << 8 * size)
    return document[:at] + number.to_bytes(size, "little") + document[at + size :]


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


_VALUES: tuple[object, ...] = (
    None, True, 0, -1, 2**63, 1e300, "", "a", "A" * 5_000, "1", "\x00", "\u2028", [], {}, [[]],
    [None], {"a": None}, {"": {}}, ["a", "a"], [{}],
)  # fmt: skip


def _change_json(document: bytes, _: list[bytes], rng: Random) -> bytes:
    """Replace, remove, repeat or move a value inside JSON: the document, or one line of it."""
    lines = document.split(b"\n")
    at = rng.randrange(len(lines))
    for whole, before, after in (
        (document, b"", b""),
        (lines[at], b"\n".join([*lines[:at], b""]), b"\n".join([b"", *lines[at + 1 :]])),
    ):
        try:
            value = orjson.loads(whole)
            places = list(_places(value))
            if places:
                _change_at(*rng.choice(places), places, rng)
                return before + orjson.dumps(value) + after
        except (ValueError, TypeError, RecursionError):  # no JSON, or too deep to write again
            pass
    return document


def _places(value: Any) -> Iterator[tuple[Any, Any]]:  # Any: JSON
    """Every value inside a value, as its container and its key there."""
    keys = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    for key in list(keys):
        yield value, key
        yield from _places(value[key])


def _change_at(container: Any, key: Any, places: list[tuple[Any, Any]], rng: Random) -> None:
    change = rng.randrange(4)
    if change == 0:
        del container[key]
    elif change == 1 and isinstance(container, list):
        container.insert(key, container[key])
    elif change == 2:
        other, place = rng.choice(places)
        container[key] = orjson.loads(orjson.dumps(other[place]))
    else:
        container[key] = rng.choice(_VALUES)


_CHANGES = (
    _cut, _end_early, _insert, _repeat, _flip, _splice, _replace_value, _replace_value,
    _number, _change_json,
)  # fmt: skip
