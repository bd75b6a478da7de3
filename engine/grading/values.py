"""Numbers, tuples and sets as people write them, read without evaluating anything."""

from __future__ import annotations

import re

Value = int | tuple["Value", ...] | None
"""A number, a collection in the order written, or nothing (null)."""


class Row(tuple["Value", ...]):
    """A collection written with round or pointed brackets: a row rather than a set of rows."""

    __slots__ = ()


_MAX_PARTS = 1_000
_MAX_DEPTH = 4
"""Bounds that no structure that is asked for comes near."""

_TOKEN = re.compile(
    r"(?P<skip>(?:[ \t\r\n]|\\[ ,;:!]|\$|`|\*\*|_(?=\W)|\\(?:left|right|quad|,|;)(?![A-Za-z]))+)"
    r"|(?P<open>\\\{|\\langle|[\[({<⟨]|(?:frozenset|set|list|tuple)\()"
    r"|(?P<close>\\\}|\\rangle|[\])}>⟩])"
    r"|(?P<empty>∅|\\emptyset|\\varnothing|(?:the )?empty set\b|(?:the )?empty\b)"
    r"|(?P<null>(?:null|None|none|undefined)\b)"
    r"|(?P<number>\"\d{1,4}\"|'\d{1,4}'|\d{1,4}(?![\w.]*[A-Za-z]))"
    r"|(?P<comma>[,;])"
)
_ROW = r"[\[(]\d{1,4}, ?\d{1,4}[\])]"
_PLAIN = re.compile(
    r"[ \t]*(?:[\[{] ?"
    rf"(?:(?P<numbers>\d{{1,4}}(?:, ?\d{{1,4}}){{0,99}})|(?P<rows>{_ROW}(?:, ?{_ROW}){{0,99}})|)"
    r" ?[\]}]|(?P<number>\d{1,4}(?![\w.]*[A-Za-z]))|(?P<never>[A-MO-Za-dg-kmo-rv-z∀∃¬]))"
)
"""What most values are: a set of numbers, of pairs or of nothing, a number; or clearly no value."""
_INT = re.compile(r"\d+")
_OF_ROWS = frozenset({"(", "⟨", "<", r"\langle"})
_COMMA = re.compile(r"[ \t$]*,[ \t$]*(?=[\d(⟨<\[\\])")


def read_value(text: str, start: int) -> tuple[Value, int] | None:
    """The value that is written from `start` on, and where it ends; None if there is none.

    Any bracket opens a collection and any other closes it. A collection may stand without its own
    brackets: `0, 1` and `(0, 1), (1, 2)`. A line may break before a bracket, not before a number.
    """
    first = _read_first(text, start)
    if first is None or first[0] is None or _has_collections(first[0]):
        return first
    parts: list[Value] = [first[0]]
    end = first[1]
    while (following := _after_comma(text, end)) is not None and len(parts) < _MAX_PARTS:
        if isinstance(following[0], int) != isinstance(parts[0], int):
            break
        parts.append(following[0])
        end = following[1]
    return (tuple(parts), end) if len(parts) > 1 else first


def _read_first(text: str, start: int) -> tuple[Value, int] | None:
    """What `_read` reads, at one glance where it is of the plainest form."""
    found = _PLAIN.match(text, start)
    if found is None:
        return _read(text, start)
    match found.lastgroup:
        case "numbers":
            return tuple(map(int, found["numbers"].split(","))), found.end()
        case "number":
            return int(found["number"]), found.end()
        case "never":
            return None
        case None:
            return (), found.end()
    rows = found["rows"]
    kind = Row if "(" in rows else tuple
    if kind is Row and "[" in rows:
        return _read(text, start)
    numbers = map(int, _INT.findall(rows))
    return tuple(map(kind, zip(numbers, numbers, strict=True))), found.end()


def _has_collections(value: Value) -> bool:
    return isinstance(value, tuple) and (not value or isinstance(value[0], tuple))


def _after_comma(text: str, start: int) -> tuple[Value, int] | None:
    """The value after a comma on the same line, if one follows that is a number or collection."""
    comma = _COMMA.match(text, start)
    return None if comma is None else _read(text, comma.end())


def _read(text: str, start: int) -> tuple[Value, int] | None:
    """One number or bracketed collection."""
    open_parts: list[list[Value]] = []
    brackets: list[str] = []
    place, n_parts = start, 0
    while (token := _TOKEN.match(text, place)) is not None:
        place = token.end()
        value: Value
        match token.lastgroup:
            case "skip":
                if (
                    not open_parts
                    and "\n" in token["skip"]
                    and text[place : place + 1] not in "[{("
                ):
                    return None
                continue
            case "comma":
                if not open_parts:
                    return None
                continue
            case "open":
                if len(open_parts) == _MAX_DEPTH:
                    return None
                open_parts.append([])
                brackets.append(token["open"])
                continue
            case "close":
                if not open_parts:
                    return None
                kind = Row if brackets.pop() in _OF_ROWS else tuple
                value = kind(open_parts.pop())
            case "number":
                value = int(token[0].strip("\"'"))
            case "empty":
                value = ()
            case _:
                value = None
        n_parts += 1
        if not open_parts:
            return value, place
        if n_parts > _MAX_PARTS:
            return None
        open_parts[-1].append(value)
    return None
