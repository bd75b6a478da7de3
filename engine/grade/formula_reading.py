"""Read the one formula that a reply gives, in any notation and markup.

Tried in this order: the whole reply; the field of a JSON object; the text after the last
announcement ("Answer:", "The formula is"), on its line or the next; lines that contain only a
formula; a formula in running text. At each step the formula must be the only one, or the last if
each is on its own line. A reply that gives several without saying which is meant gives none.

An announced formula that does not parse is never repaired: the reply is ill-formed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.core.resources import data_file
from engine.grade.formula_text import (
    in_signs,
    is_formal,
    is_operational,
    line_formula,
    lone_atom,
    parsed,
    spans,
)
from engine.grade.worlds import Vocabulary
from engine.logic import Formula

ILL_FORMED = "ill-formed"
"""The rule for a reply whose formula is ill-formed."""

_NOTHING = "nothing-stated"
_THOUGHT = "</think>"
_MAX_REPLY = 1_000_000


@dataclass(frozen=True, slots=True)
class FormulaReading:
    """The formulas read strictly and leniently, or None, and the rule of the lenient reading."""

    strict: Formula | None
    lenient: Formula | None
    rule: str


def read_formula(raw: str, vocabulary: Vocabulary) -> FormulaReading:
    """Read the formula that the reply `raw` gives for a sentence with this key.

    Strict is a last line `Answer: FORMULA`, or a reply that is a formula and nothing else.
    """
    text = _spoken(raw)
    if text is None:
        return FormulaReading(None, None, "unfinished-thinking")
    text = "\n".join(in_signs(line, vocabulary) for line in text.split("\n"))
    lines = [line for line in map(_undressed, text.splitlines()) if line]
    if not lines:
        return FormulaReading(None, None, "empty")
    lenient, rule = _lenient(text, lines, vocabulary)
    strict = _asked(text, vocabulary)
    return FormulaReading(strict if strict == lenient else None, lenient, rule)


def _spoken(raw: str) -> str | None:
    """The reply after its thinking; None if the thinking does not end."""
    if "<think>" in raw and _THOUGHT not in raw:
        return None
    return raw.rpartition(_THOUGHT)[2].strip()[-_MAX_REPLY:]


def _asked(text: str, vocabulary: Vocabulary) -> Formula | None:
    last = text.rpartition("\n")[2].strip()
    if last.lower().startswith("answer:"):
        return parsed(last[len("answer:") :], vocabulary)
    return parsed(text, vocabulary) if last == text else None


# Marks around lines: bullets, numbers of lists, emphasis, quotation, fences of code.
_FENCE = re.compile(r"^\s*(?:```|~~~)[\w-]*\s*$")
_BEFORE = re.compile(r"^(?:[\s>#]|[*+•–-]\s|\(?\d{1,3}[.)]\s|\*\*|__|`)+")
_DRESS = re.compile(
    r"\*\*|__|\*(?=[\w ]{1,30}\*\s*:)|(?<=\w)\*(?=\s*:)|`|(?<!\w)_(?=\w)|(?<=\w)_(?!\w)"
)


def _undressed(line: str) -> str:
    """A line without Markdown; empty for a fence."""
    if _FENCE.match(line):
        return ""
    return _DRESS.sub("", _BEFORE.sub("", line)).strip()


def _lenient(text: str, lines: Sequence[str], vocabulary: Vocabulary) -> tuple[Formula | None, str]:
    for read in (_whole, _field):
        if found := read(text, lines, vocabulary):
            return found
    for place in range(len(lines) - 1, -1, -1):
        if found := _announced(lines, place, vocabulary):
            return _uncontradicted(found, lines[place + 2 :], vocabulary)
    formula, rule = _unannounced(lines, vocabulary)
    return _misfit(lines, vocabulary) if rule == _NOTHING else (formula, rule)


_Found = tuple[Formula | None, str] | None


def _whole(_: str, lines: Sequence[str], vocabulary: Vocabulary) -> _Found:
    if len(lines) > 1:
        return None
    formula = line_formula(lines[0], vocabulary)
    if formula is not None:
        return formula, "whole-reply"
    is_attempt = is_operational(lines[0]) and is_formal(lines[0], vocabulary)
    return (None, ILL_FORMED) if is_attempt else None


_OBJECT = re.compile(r"[\"']([A-Za-z_ ]{1,40})[\"']\s*:\s*(\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*')")


def _field(text: str, _: Sequence[str], vocabulary: Vocabulary) -> _Found:
    """The formula in a field of a JSON object or Python dict."""
    values = [
        _unquoted(field[2])
        for field in _OBJECT.finditer(text)
        if field[1].strip().lower().replace(" ", "_") in _words("formula_fields")
    ]
    if not values:
        return None
    [value] = values[-1:]
    return _one([line_formula(value, vocabulary) or lone_atom(value, vocabulary)], "json-field")


def _unquoted(literal: str) -> str:
    body = literal[1:-1]
    if "\\u" in body:
        body = re.sub(r"\\u([0-9a-fA-F]{4})", lambda code: chr(int(code[1], 16)), body)
    return body.replace('\\"', '"').replace("\\\\", "\\")


def _announced(lines: Sequence[str], place: int, vocabulary: Vocabulary) -> _Found:
    """The formula announced in a line, if any; it may be on the next line."""
    rest = _after_heading(lines, place)
    if rest is None:
        return None
    found = line_formula(rest, vocabulary)
    if found is not None:
        return found, "announced"
    stretches = list(dict.fromkeys(spans(rest, vocabulary)))
    if not stretches:
        return (None, ILL_FORMED) if is_operational(rest) else None
    return _one([parsed(span, vocabulary) for span in stretches[:1]], "announced")


def _after_heading(lines: Sequence[str], place: int) -> str | None:
    """The text after the last heading of a line, on the same line or the next."""
    headings = list(_heading().finditer(lines[place]))
    if not headings:
        return None
    rest = lines[place][headings[-1].end() :].strip()
    if rest.strip(" :*$."):
        return rest
    return lines[place + 1] if place + 1 < len(lines) else ""


def _misfit(lines: Sequence[str], vocabulary: Vocabulary) -> tuple[Formula | None, str]:
    """An atom not in the key, if it is the whole reply or the last announcement."""
    if len(lines) == 1 and (whole := lone_atom(lines[0], vocabulary)):
        return whole, "whole-reply"
    announced = [rest for at in range(len(lines)) if (rest := _after_heading(lines, at))]
    last = lone_atom(announced[-1], vocabulary) if announced else None
    return (last, "announced") if last else (None, _NOTHING)


def _uncontradicted(
    found: tuple[Formula | None, str], after: Sequence[str], vocabulary: Vocabulary
) -> tuple[Formula | None, str]:
    """The announced formula, unless a later line gives another one."""
    later = {f for line in after if (f := line_formula(line, vocabulary)) is not None}
    return (None, "contradictory") if later - {found[0]} else found


def _unannounced(lines: Sequence[str], vocabulary: Vocabulary) -> tuple[Formula | None, str]:
    alone = [line_formula(line, vocabulary) for line in lines]
    if alone[-1] is not None:
        return alone[-1], "closing-line"
    distinct = {formula for formula in alone if formula is not None}
    if len(distinct) == 1:
        return distinct.pop(), "sole-line"
    if distinct:
        return None, "contradictory"
    stretches = dict.fromkeys(span for line in lines for span in spans(line, vocabulary))
    if not stretches:
        return None, _NOTHING
    found = {parsed(span, vocabulary) for span in stretches}
    return _one(list(found), "in-text")


def _one(found: Sequence[Formula | None], rule: str) -> tuple[Formula | None, str]:
    if len(found) > 1:
        return None, "contradictory"
    return (None, ILL_FORMED) if found[0] is None else (found[0], rule)


@lru_cache(maxsize=1)
def _heading() -> re.Pattern[str]:
    """An announcement: a head with a colon or "is" after it."""
    heads = "|".join(sorted(map(re.escape, _words("formula_heads")), key=len, reverse=True))
    return re.compile(rf"(?i)(?<!\w)(?:{heads})(?:\s*\([^)\n]{{0,40}}\))?\s*(?::=?|=|\bis\b:?)")


@lru_cache(maxsize=4)
def _words(name: str) -> frozenset[str]:
    return frozenset(_lexicon()[name])


@lru_cache(maxsize=1)
def _lexicon() -> dict[str, Any]:  # Any: the values are lists of words
    with data_file("lexicon/answers_formal.toml").open("rb") as file:
        return tomllib.load(file)
