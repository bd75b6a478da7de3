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
    is_in_key,
    is_operational,
    line_formula,
    lone_atom,
    parsed,
    spans,
)
from engine.grade.formulas.worlds import Vocabulary
from engine.grade.reply.announcing import Announcing, Heads, opens_revision
from engine.grade.reply.dress import undressed
from engine.grade.reply.sentences import BEGINNINGS
from engine.grade.reply.words import vocabulary
from engine.logic import Formula, free_variables, postorder


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
        written = (_ROW.sub(r"\1", line.strip()) for line in text.splitlines())
        plain = [line and _undressed(in_signs(line, self._vocabulary)) for line in written]
        return [_REJECTED.sub("", line) for line in plain]

    def stated(self, text: str, after: Sequence[str], rule: str) -> Stated[Formula]:
        n_after = 0
        if not text.strip(" :*$."):
            text, n_after = (after[0], 1) if after else ("", 0)
        if rule == FIELD:
            text = in_signs(undressed(_unescaped(text)), self._vocabulary)
        else:
            text = _EQUIVALENT.split(_NEXT_SENTENCE.split(text)[0])[0] or text
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


_ROW = re.compile(r"^\|[^|∀∃\\]+\|\s*([^|]*(?:[∀∃]|\\(?:forall|exists|neg|lnot))[^|]*)\|$")
"""A row of a table whose last cell has a formula."""
_PART = (
    r"(?i)\b(?:part|side|half|piece|component|antecedent|consequent|negation|scope)s? of"
    r" (?:the|this|our) (?:\w+ )?$"
)
"""Words before a heading that announces less than a formula: "The first part of the formula is"."""
_NEXT_SENTENCE = re.compile(
    rf"\.\s+(?=(?:{BEGINNINGS}"
    r"|[A-Z][a-z]+,?\s(?!and\b|or\b|implies\b|iff\b)[a-z]{3,})\b)"
)
_REJECTED = re.compile(r"(?:, not|\bis not|,? (?:rather than|instead of))\s+(?=[∀∃¬]).*")
"""A formula that is named as not the answer: "F, not G"."""
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
    r"(?i)[,;(]?\s?\b(?:which is |or,? |this is )?(?:logically )?(?:equivalent(?:ly)?\b|i\.e\."
    r"|in other words\b)"
)
"""What says the same again."""


_MERE = re.compile(
    r"(?i)\b(?:wrong|incorrect|mistake\w*|by contrast|so far|would (?:say|mean|not)"
    r"|(?:first|second|other|left|right) (?:part|half|side))\b"
)
"""Words of sentences about a part of the formula, or about one that is not the answer."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z][a-z]*\s)")
_DRAWING = re.compile(
    r"(?i)\b(?:therefore|thus|hence|so|combin\w+|together|final\w*|settle on|in (?:full|all))\b"
)


def _unannounced(lines: Sequence[str], vocabulary: Vocabulary) -> Found[Formula]:
    last = len(lines) - 1
    alone = [line_formula(line, vocabulary) for line in lines]
    if alone[-1] is not None:
        return Found(alone[-1], "closing-line" if last else "whole-reply", last, last)
    if not last and is_operational(lines[0]) and is_formal(lines[0], vocabulary):
        return Found(None, ILL_FORMED)
    distinct = {formula for formula in alone if formula is not None}
    if in_key := {formula for formula in distinct if is_in_key(formula, vocabulary)}:
        distinct = in_key
    else:
        found = _in_text(lines, vocabulary)
        is_keyed = found.answer is not None and is_in_key(found.answer, vocabulary)
        if is_keyed or (not distinct and found.rule != NOTHING):
            return found
    if len(distinct) == 1:
        [sole] = distinct
        return Found(sole, "sole-line", alone.index(sole), alone.index(sole))
    if distinct:
        return Found(None, CONTRADICTORY)
    if not last and (whole := lone_atom(lines[0], vocabulary)):
        return Found(whole, "whole-reply", 0, 0)
    return Found(None, NOTHING)


def _in_text(lines: Sequence[str], vocabulary: Vocabulary) -> Found[Formula]:
    """The only formula in running text, or the last if the text draws it from the others.

    One broken off, or with a free variable, is a part of a formula.
    """
    found: dict[Formula | None, tuple[int, str]] = {}  # in the order of their last mention
    for number, line in enumerate(lines):
        if not is_operational(line):
            continue
        for sentence in _SENTENCE_END.split(_EQUIVALENT.split(line)[0]):
            for span in () if _MERE.search(sentence) else spans(sentence, vocabulary):
                formula = parsed(span, vocabulary) or parsed(span.rpartition(": ")[2], vocabulary)
                is_part = span.count("(") != span.count(")") if formula is None else False
                if not is_part and not (formula and free_variables(formula)):
                    found.pop(formula, None)
                    found[formula] = number, sentence[: sentence.find(span)]
    if not found:
        return Found(None, NOTHING)
    if any(one and is_in_key(one, vocabulary) for one in found):
        found = {one: at for one, at in found.items() if one and is_in_key(one, vocabulary)}
    formula, (number, before) = found.popitem()
    others = set(found) - set(postorder(formula) if formula else ())
    if others and not (formula and (opens_revision(before) or _DRAWING.search(before))):
        return Found(None, CONTRADICTORY)
    return Found(formula, "in-text" if formula else ILL_FORMED, number, number)


@lru_cache(maxsize=1)
def _heading() -> Heads:
    """An announcement: a head with a colon or "is" after it."""
    heads = vocabulary().formula_heads
    longest = sorted(map(re.escape, heads), key=len, reverse=True)
    return Heads(longest, rf"(?:{'|'.join(longest)})", heads, heads, never_after=_PART)
