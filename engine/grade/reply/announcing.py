"""Where a line announces an answer, and whether it really does."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from engine.grade.reply.words import vocabulary, words

_MARKS = r"[\s*_\"'`”»」)\]]{0,8}"
_REMARK = r"(?:\([^()\n]{0,60}\))?"


class Head(NamedTuple):
    """An announcement in a line: its place, and whether a word such as "is" ends it."""

    start: int
    end: int
    is_link: bool


def cues_in(text: str, own: frozenset[str]) -> tuple[str, ...]:
    """The parts of words that announce an answer, in a kind's `own` or foreign heads, in a text."""
    low = text.lower()
    return tuple(cue for cue in _cues(own, text.isascii()) if cue in low)


@lru_cache(maxsize=8)
def _cues(own: frozenset[str], is_ascii: bool) -> tuple[str, ...]:
    foreign = {head for head in vocabulary().foreign_heads if head.isascii() or not is_ascii}
    cues = sorted(own | foreign, key=len)
    return tuple(cue for cue in cues if not any(other in cue for other in cues if other != cue))


def heads_in(line: str, cues: Iterable[str], pattern: re.Pattern[str]) -> list[Head]:
    """The announcements of a line by a pattern on its lower case; none if it has none of `cues`."""
    low = line.lower()
    for cue in cues:
        if cue in low:
            break
    else:
        return []
    if len(low) != len(line):  # in a few scripts lower-casing changes the length
        return []
    return [
        Head(found.start(), found.end(), low[: found.end()].rstrip()[-1:].isalpha())
        for found in pattern.finditer(low)
    ]


@lru_cache(maxsize=8)
def head_pattern(heads: Iterable[str], linked: str, others: str = "") -> re.Pattern[str]:
    """Heads with a colon; `linked` also with a link such as "is"; heads of other languages."""
    lexicon = vocabulary()
    longest = sorted(heads, key=len, reverse=True)
    foreign = "|".join(sorted(lexicon.foreign_heads, key=len, reverse=True))
    foreign_links = "|".join(sorted(lexicon.foreign_links, key=len, reverse=True))
    links = "|".join(lexicon.links)
    return re.compile(
        rf"(?<![^\W_])(?:{'|'.join(longest)}){_MARKS}{_REMARK}{_MARKS}(?::=?|[=→⇒]|[-=]>)"
        rf"|(?<![^\W_]){linked}{_MARKS}{_REMARK}{_MARKS}(?:–|—|-\s|\b(?:{links})(?![^\W_])\s?:?)"
        rf"|(?:{foreign})(?:\s\w{{1,12}}){{0,2}}(?:{_MARKS}(?:[:=→]|[–—]\s)"
        rf"|\s*(?:{foreign_links})(?![^\W_])\s?:?)"
        rf"{others}"
    )


def is_supposed(line: str, head: Head) -> bool:
    """Whether the sentence only supposes what it announces: "if the answer is …"."""
    before = line[max(0, head.start - 200) : head.start]
    sentence = re.split(r"[.!?:;]\s|\n", before)[-1].lower()
    said = words(sentence.rpartition(",")[2])
    supposing = vocabulary().supposing
    if not supposing.isdisjoint(said) and said[:2] != ["i", "suppose"]:
        return True
    opening = words(sentence)[:4]
    return not (supposing - {"if", "whether"}).isdisjoint(opening)


def opens_revision(before: str) -> bool:
    """Whether text before an announcement openly takes back what came earlier."""
    lexicon = vocabulary()
    revising = lexicon.revisions | lexicon.retractions - {"or", "unless"}
    return not revising.isdisjoint(words(before[-600:]))


_QUESTION = re.compile(
    r"[ \t#>*_`\d.)-]{0,12}(?:(?i:new |next |another |the )?(?i:passage|premises|situation"
    r"|question"
    r"|problem|sentence(?: 1)?|statements?(?! \d)|argument|context|paragraph|user|human"
    r"|instructions?|exercise|example|scenario"
    r"|puzzle"
    r"|input|q)(?: \d{1,3})?[\s*_`]{0,4}:|(?i:next question|new question)\b"
    r"|Q\d{0,3}[.:]\s)|\s*#{1,6} (?i:question|problem|passage|instruction)s?\W*$"
)


def starts_question(line: str) -> bool:
    """Whether a line is the heading of a question: "Passage:", "Question 2: …"."""
    return _QUESTION.match(line) is not None
