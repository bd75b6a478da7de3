"""Read the one formula that a reply gives, in any notation and markup.

Without an announced formula, tried in this order: the whole reply; lines that contain only a
formula; a formula in running text. The formula must be the only one, or the last if each is on its
own line. A reply that gives several without saying which is meant gives none.

An announced formula that does not parse is never repaired, and none is cut out of a longer text
that goes on as if it were part of it: the reply is ill-formed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from engine.grade.core import (
    CONTRADICTORY,
    FIELD,
    ILL_FORMED,
    NOTHING,
    Found,
    Kind,
    Reading,
    Stated,
    read,
)
from engine.grade.formulas.text import (
    in_signs,
    is_formal,
    is_operational,
    line_formula,
    lone_atom,
    parsed,
    spans,
)
from engine.grade.formulas.worlds import Vocabulary
from engine.grade.reply.announcing import Announcing, Heads
from engine.grade.reply.dress import undressed
from engine.grade.reply.words import vocabulary
from engine.logic import Formula


def read_formula(
    raw: str, vocabulary: Vocabulary, asked: Callable[[], str] = str
) -> Reading[Formula]:
    """Read the formula that the reply `raw` gives for a sentence with this key.

    Strict is a last line `Answer: FORMULA`, or a reply that is a formula and nothing else.
    """
    return read(raw, _FormulaKind(vocabulary, asked))


class _FormulaKind(Kind[Formula]):
    """Formulas in the symbols of one key."""

    is_binding = False

    def __init__(self, vocabulary: Vocabulary, asked: Callable[[], str]) -> None:
        self._vocabulary = vocabulary
        self.asked = asked

    def announcements(self) -> Announcing:
        return _heading().within(self.text)

    def lines(self, text: str) -> list[str]:
        written = (line.strip() for line in text.splitlines())
        return [line and _undressed(in_signs(line, self._vocabulary)) for line in written]

    def stated(self, text: str, after: Sequence[str], rule: str) -> Stated[Formula]:
        n_after = 0
        if not text.strip(" :*$."):
            text, n_after = (after[0], 1) if after else ("", 0)
        if rule == FIELD:
            text = in_signs(undressed(_unescaped(text)), self._vocabulary)
        else:
            text = _NEXT_SENTENCE.split(text)[0]
        found = line_formula(text, self._vocabulary)
        if found is None and not is_operational(text):
            lone = lone_atom(text, self._vocabulary)
            return Stated(lone, NOTHING if lone is None else "", n_after)
        if found is None:
            stretches = list(dict.fromkeys(spans(text, self._vocabulary)))
            if stretches and _ends(text, stretches[0]):
                found = parsed(stretches[0], self._vocabulary)
        return Stated(found, ILL_FORMED if found is None else "", n_after)

    def is_retracted(self, rest: str, after: Sequence[str], answer: Formula) -> bool:
        later = {f for line in after if (f := line_formula(line, self._vocabulary)) is not None}
        return bool(later - {answer})

    def concluded(self, lines: Sequence[str]) -> Found[Formula]:
        return _unannounced(lines, self._vocabulary)

    def strict(self, text: str, answer: Formula) -> Formula | None:
        text = in_signs(text.strip(), self._vocabulary)
        last = text.rpartition("\n")[2].strip()
        if last.lower().startswith("answer:"):
            return parsed(last[len("answer:") :], self._vocabulary)
        return parsed(text, self._vocabulary) if last == text else None


_PART = (
    r"(?i)\b(?:part|side|half|piece|component|antecedent|consequent|negation|scope)s? of"
    r" (?:the|this|our) (?:\w+ )?$"
)
"""Words before a heading that announces less than a formula: "The first part of the formula is"."""
_NEXT_SENTENCE = re.compile(
    r"\.\s+(?=(?:Is|I|It|In|If|The|This|That|So|We|You|Let|For|Do|[A-Z][a-z]{3,})\b)"
)
_GOES_ON = re.compile(
    r"\s*(?!(?i:where|which|because|as|with|since|for|in|is|when|meaning|or|that|and|if|so|to|but"
    r"|this)\b)[^\W\d_]{2}"
)


def _ends(text: str, span: str) -> bool:
    """Whether a formula's text ends where the span does: no word follows as if part of it."""
    return _GOES_ON.match(text, text.find(span) + len(span)) is None


def _unescaped(body: str) -> str:
    """The text of a JSON string."""
    if "\\u" in body:
        units = re.sub(r"\\u([0-9a-fA-F]{4})", lambda code: chr(int(code[1], 16)), body)
        body = units.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return body.replace('\\"', '"').replace("\\\\", "\\")


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


_EQUIVALENT = re.compile(
    r"(?i)[,;(]?\s?\b(?:which is |or,? |this is )?(?:logically )?(?:equivalent(?:ly)?|i\.e\."
    r"|in other words)\b"
)
"""What says the same again."""


def _unannounced(lines: Sequence[str], vocabulary: Vocabulary) -> Found[Formula]:
    last = len(lines) - 1
    alone = [line_formula(line, vocabulary) for line in lines]
    if alone[-1] is not None:
        return Found(alone[-1], "closing-line" if last else "whole-reply", last, last)
    if not last and is_operational(lines[0]) and is_formal(lines[0], vocabulary):
        return Found(None, ILL_FORMED)
    distinct = {formula for formula in alone if formula is not None}
    if len(distinct) == 1:
        [sole] = distinct
        return Found(sole, "sole-line", alone.index(sole), alone.index(sole))
    if distinct:
        return Found(None, CONTRADICTORY)
    places = {
        span: number
        for number, line in enumerate(lines)
        if is_operational(line)
        for span in spans(_EQUIVALENT.split(line)[0], vocabulary)
    }
    found = {parsed(span, vocabulary): number for span, number in places.items()}
    if len(found) > 1:
        return Found(None, CONTRADICTORY)
    for formula, number in found.items():
        return Found(formula, "in-text" if formula else ILL_FORMED, number, number)
    if not last and (whole := lone_atom(lines[0], vocabulary)):
        return Found(whole, "whole-reply", 0, 0)
    return Found(None, NOTHING)


@lru_cache(maxsize=1)
def _heading() -> Heads:
    """An announcement: a head with a colon or "is" after it."""
    heads = vocabulary().formula_heads
    longest = sorted(map(re.escape, heads), key=len, reverse=True)
    return Heads(longest, rf"(?:{'|'.join(longest)})", heads, heads, never_after=_PART)
