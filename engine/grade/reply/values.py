"""Numbers, tuples and sets as people write them, read without evaluating anything."""

from __future__ import annotations

import re
from functools import lru_cache

Value = int | str | tuple["Value", ...] | None
"""An integer, another number as text, an ordered collection, or nothing (null)."""


class Row(tuple["Value", ...]):
    """A collection in round or angle brackets: a row rather than a set of rows."""

    __slots__ = ()


_MAX_PARTS = 1_000
_MAX_DEPTH = 4
"""Bounds far beyond any structure asked for."""

_TOKEN = re.compile(
    r"(?P<skip>(?:[ \t\r\n]|\\[ ,;:!]|\$|`|\*\*|_(?=\W)|[\"'](?=[\[{(])|(?<=[\]})])[\"']|\\(?:left"
    r"|right|quad|,|;)(?![A-Za-z]))+)|(?P<open>\\\{|\\langle|[\[({<⟨]|(?:frozenset|set|list"
    r"|tuple)\()|(?P<close>\\\}|\\rangle|[\])}>⟩])|(?P<empty>∅|\\emptyset|\\varnothing"
    r"|(?:the )?empty set\b|(?:the )?empty\b)|(?P<null>(?:null|None|none|undefined)\b)"
    r"|(?P<pair>(?P<quote>[\"'])(?:[(\[<⟨]?[ ]?\d{1,4}(?:[ ]?,[ ]?\d{1,4}){1,9}[ ]?[)\]>⟩]?"
    r"|\d\d)(?P=quote))|(?P<fraction>(?P<mark>[\"']?)[-−]?\d{1,4}\.\d{1,9}(?P=mark)(?![\w.]))"
    r"|(?P<number>\"[-−]?\d{1,4}\"|'[-−]?\d{1,4}'|[-−]?\d{1,4}(?![\w.]*[A-Za-z]|\.\d))"
    r"|(?P<comma>[,;])"
)
_COMMA = r"[ \t$]*,[ \t$]*(?=[-−]?[\d(⟨<\[\\])"


def _pairs(opening: str, closing: str) -> str:
    pair = rf"{opening}\d{{1,4}}, ?\d{{1,4}}{closing}"
    return rf"{pair}(?:, ?{pair}){{0,99}}"


_ROWS, _LISTS = _pairs(r"\(", r"\)"), _pairs(r"\[", r"\]")
PLAIN = (
    rf"[ \t]*(?:[\[{{] ?(?:(?P<numbers>\d{{1,4}}(?:, ?\d{{1,4}}){{0,99}}) ?[\]}}](?!{_COMMA})"
    rf"|(?:(?P<rows>{_ROWS})|(?P<lists>{_LISTS})|(?P<nothing>)) ?[\]}}])"
    rf"|(?P<number>\d{{1,4}}+)(?![\w.]*[A-Za-z]|\.\d)(?!{_COMMA}))"
)
"""The most frequent values: a number, or a set of numbers, of pairs or of nothing."""
PLAIN_KINDS = frozenset({"numbers", "rows", "lists", "nothing", "number"})
NO_VALUE = (
    r"[ \t\r]*+(?:\n[ \t\r\n]*+(?![\[{(\\$`*_])|(?![\[({<⟨\\∅\d\"'$`*_\n]|(?:frozen)?set\(|list\("
    r"|tuple\(|(?:the )?empty|[Nn]one|null|[-−]\d|undefined))"
)
"""Text that clearly begins no value."""
_PLAIN = re.compile(PLAIN)
_NO_VALUE = re.compile(NO_VALUE)
_INT, _DIGIT = re.compile(r"\d+"), re.compile(r"\d")
_OF_ROWS = frozenset({"(", "⟨", "<", r"\langle"})
_CONTINUES = re.compile(_COMMA)


def read_value(text: str, start: int) -> tuple[Value, int] | None:
    """The value written at `start`, and where it ends; None if there is none.

    Any opening bracket starts a collection and any closing one ends it. A collection may lack outer
    brackets: `0, 1` and `(0, 1), (1, 2)`. A line may break before a bracket, not before a number.
    """
    plain = _PLAIN.match(text, start)
    if plain is not None and plain.lastgroup is not None:
        return plain_value(plain.lastgroup, plain[plain.lastgroup]), plain.end()
    first = None if _NO_VALUE.match(text, start) else _read(text, start)
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


@lru_cache(maxsize=4096)
def plain_value(kind: str, written: str) -> Value:
    """The value matched by a group of `PLAIN`."""
    numbers = map(int, _INT.findall(written))
    match kind:
        case "number":
            return next(numbers)
        case "numbers" | "nothing":
            return tuple(numbers)
    return tuple(map(Row if kind == "rows" else tuple, zip(numbers, numbers, strict=True)))


def _has_collections(value: Value) -> bool:
    return isinstance(value, tuple) and (not value or isinstance(value[0], tuple))


def _after_comma(text: str, start: int) -> tuple[Value, int] | None:
    """The value after a comma on the same line, if it is a number or collection."""
    comma = _CONTINUES.match(text, start)
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
                value = int(token[0].strip("\"'").replace("−", "-"))
            case "fraction":
                value = token[0].strip("\"'")
            case "pair":
                value = Row(map(int, (_INT if "," in token[0] else _DIGIT).findall(token[0])))
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
