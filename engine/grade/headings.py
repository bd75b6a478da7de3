"""Where a line announces an answer: "Answer:", "the correct option is", "<answer>"."""

from __future__ import annotations

import re
from functools import lru_cache

from engine.grade.marking import MARK
from engine.grade.words import Labels, vocabulary

_MARKS = r"[\s*_\"'`”»」)\]]{0,8}"


def headings(low: str, labels: Labels) -> list[int]:
    """The end of each announcement in a lower-case line."""
    if not (any(head in low for head in _heads(labels.is_lettered)) or MARK in low):
        return []
    return [heading.end() for heading in _pattern(labels.is_lettered).finditer(low)]


def is_mere_link(low: str, end: int) -> bool:
    """Whether an announcement ends in a word such as "is" instead of a colon or a dash."""
    return low[:end].rstrip()[-1:].isalpha()


@lru_cache(maxsize=2)
def _heads(is_lettered: bool) -> frozenset[str]:
    lexicon = vocabulary()
    return lexicon.heads | lexicon.choice_heads if is_lettered else lexicon.heads


@lru_cache(maxsize=2)
def _pattern(is_lettered: bool) -> re.Pattern[str]:
    """A heading with a colon; `answer`, or the right choice, also with a link such as "is"."""
    lexicon = vocabulary()
    heads = "|".join(sorted(_heads(is_lettered)))
    links = "|".join(lexicon.links)
    linked = "answer"
    others = ""
    if is_lettered:
        chosen = "|".join(sorted(lexicon.choice_heads))
        subjects = "|".join(sorted(lexicon.choice_subjects))
        linked = rf"(?:answer|(?:correct|right|best|final)\s(?:{chosen}|one|letter))"
        # "the conclusion that does not follow is C": the negation describes C
        named = rf"(?=[\s:(*\"'`]{{1,8}}(?:(?:option|choice)[\s(*\"'`]{{1,8}})?{MARK})"
        said = rf"\s[^.!?:;\n{MARK}]{{1,120}}?\sis{named}"
        others = (
            rf"|(?<![^\W_])(?:{subjects})\s(?:that|which|least|most){said}"
            rf"|(?<![^\W_])(?:least|most){said}"
            r"|<(?:final[ _-])?answer>"
        )
    return re.compile(
        rf"(?<![^\W_])(?:(?:{heads}){_MARKS}[:=→]|{linked}{_MARKS}"
        rf"(?:–|—|-\s|\b(?:{links})(?![^\W_]))){others}"
    )
