"""Checks whether a sentence can stand alone and has its form; the criteria are data."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from engine.core.resources import data_file

Form = Literal["advice", "comparison", "fact", "figure", "forecast", "general", "own", "verdict"]
"""What a sentence is, whatever its place in an argument; drawn at random before it was written."""

SHORTEST, LONGEST = 10, 28
"""Fewest and most words of a sentence."""
LONG = 17
"""A sentence of at least this many words is long; every other one was meant to be."""

_SHAPE = re.compile(r"[A-Z0-9].*\.")
_BROKEN = re.compile(r"[.!?;:]\s|[;:()“”\"]|\s[–—-]\s|—")
_WORD = re.compile(r"[A-Za-zÀ-ÿ0-9](?:[A-Za-zÀ-ÿ0-9'’%-]|\.(?=\d))*")
_STEM = 5
_SHORT = 3


class _Lists(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    openings: tuple[str, ...]
    ties: tuple[str, ...]
    marks: dict[Form, tuple[str, ...]]


class _Patterns(NamedTuple):
    """The lists of `data/arguments/wording.toml`, as patterns of whole words."""

    opening: re.Pattern[str]
    tied: re.Pattern[str]
    marks: dict[Form, re.Pattern[str]]


@lru_cache(maxsize=1)
def _patterns() -> _Patterns:
    text = (data_file("arguments") / "wording.toml").read_text(encoding="utf-8")
    lists = _Lists.model_validate(tomllib.loads(text))
    return _Patterns(
        re.compile(rf"(?:{'|'.join(lists.openings)})(?![\w'’-])", re.IGNORECASE),
        _whole_words(lists.ties),
        {form: _whole_words(marks) for form, marks in lists.marks.items()},
    )


def _whole_words(listed: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'’-])(?:{'|'.join(listed)})(?![\w'’-])", re.IGNORECASE)


def words(sentence: str) -> tuple[str, ...]:
    """The words of a sentence, in lower case."""
    return tuple(word.lower() for word in _WORD.findall(sentence))


@lru_cache(maxsize=16_384)
def stems(sentence: str) -> frozenset[str]:
    """The beginnings of the longer words, used to compare the topics of sentences."""
    return frozenset(word[:_STEM] for word in words(sentence) if len(word) > _SHORT)


def similarity(one: str, other: str) -> float:
    """The share of stems that two sentences have in common (Jaccard)."""
    stems_of_one, stems_of_other = stems(one), stems(other)
    return len(stems_of_one & stems_of_other) / max(len(stems_of_one | stems_of_other), 1)


def is_long(sentence: str) -> bool:
    """Whether a sentence counts as long."""
    return len(words(sentence)) >= LONG


def sentence_faults(sentence: str, form: Form) -> Iterator[str]:
    """Yield what keeps a sentence from standing alone or from its form, one clause each."""
    n = len(words(sentence))
    if not SHORTEST <= n <= LONGEST:
        yield f"has {n} words, not {SHORTEST} to {LONGEST}"
    if not _SHAPE.fullmatch(sentence) or _BROKEN.search(sentence):
        yield "is not one plain sentence: a capital, a full stop, no ; : ( ) quotes or dashes"
    yield from (f"has {fault}" for fault in leaning(sentence))
    for other, marks in _patterns().marks.items():
        hit = marks.search(sentence)
        if other == form and not hit:
            yield f"is to be {form} and has none of its words"
        if other != form and hit:
            yield f"has {hit[0]!r}, which belongs to another form, {other}"


def leaning(sentence: str) -> Iterator[str]:
    """Words with which any sentence depends on another or gives its own reason."""
    if hit := _patterns().opening.match(sentence):
        yield f"{hit[0].lower()!r}, which leans on a sentence before it"
    if hit := _patterns().tied.search(sentence):
        yield f"{hit[0].lower()!r}, which points elsewhere or carries a reason of its own"
