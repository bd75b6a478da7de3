"""Checks whether a sentence of our own arguments can stand alone; the criteria are data."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from engine.core.resources import data_file

SHORTEST, LONGEST = 13, 20
"""Fewest and most words of a sentence."""
SPREAD = 2
"""Most words by which sentences of one graph may differ, so that no length stands out."""

_SHAPE = re.compile(r"[A-Z](?:[A-Za-zÀ-ÿ0-9 ,'%-]|\.(?=\d))*\.")
_WORD = re.compile(r"[A-Za-zÀ-ÿ0-9](?:[A-Za-zÀ-ÿ0-9'%-]|\.(?=\d))*")
_STEM = 5
_SHORT = 3


class _Lists(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    pointers: frozenset[str]
    reasons: frozenset[str]
    turns: frozenset[str]
    connectives: frozenset[str]
    cues: dict[str, frozenset[str]]


class _Ban(NamedTuple):
    """Words that a sentence must not have, and the fault they are."""

    words: frozenset[str]
    fault: str
    is_for_openings: bool = False


@lru_cache(maxsize=1)
def _lists() -> _Lists:
    text = (data_file("arguments") / "wording.toml").read_text(encoding="utf-8")
    return _Lists.model_validate(tomllib.loads(text))


@lru_cache(maxsize=1)
def _bans() -> tuple[_Ban, ...]:
    lists = _lists()
    return (
        _Ban(lists.pointers, "points at another sentence"),
        _Ban(lists.reasons, "carries a reason or a conclusion inside the sentence"),
        _Ban(lists.turns, "sounds like a denial or an objection"),
        _Ban(lists.connectives, "leans on a sentence before it", is_for_openings=True),
    )


def words(sentence: str) -> tuple[str, ...]:
    """The words of a sentence, in lower case."""
    return tuple(word.lower() for word in _WORD.findall(sentence))


def stems(sentence: str) -> frozenset[str]:
    """The beginnings of the longer words, used to compare the topics of sentences."""
    return frozenset(word[:_STEM] for word in words(sentence) if len(word) > _SHORT)


def sentence_faults(sentence: str) -> Iterator[str]:
    """Yield what keeps a sentence from standing alone, one clause each."""
    found = words(sentence)
    if not SHORTEST <= len(found) <= LONGEST:
        yield f"has {len(found)} words, not {SHORTEST} to {LONGEST}"
    if not _SHAPE.fullmatch(sentence):
        yield "is not one plain sentence: a capital, letters, commas, ' - and %, a full stop"
    yield from (f"has {fault}" for fault in _banned(found, _bans()))


def leaning(sentence: str) -> Iterator[str]:
    """Words with which any sentence depends on another or gives its own reason."""
    lists = _lists()
    return _banned(words(sentence), [one for one in _bans() if one.words != lists.turns])


def _banned(found: tuple[str, ...], bans: Iterable[_Ban]) -> Iterator[str]:
    padded = f" {' '.join(found)} "
    for ban in bans:
        for word in sorted(ban.words):
            if f" {word} " in padded and (
                not ban.is_for_openings or padded.startswith(f" {word} ")
            ):
                yield f"{word!r}, which {ban.fault}"


def graph_faults(sentences: Mapping[str, str]) -> Iterator[str]:
    """Yield what would give keys away in the sentences of one graph, one sentence each.

    `sentences` are keyed by proposition, reasons before what follows from them.
    """
    lengths = {one: len(words(sentence)) for one, sentence in sentences.items()}
    if max(lengths.values()) - min(lengths.values()) > SPREAD:
        shortest, longest = (
            min(lengths, key=lengths.__getitem__),
            max(lengths, key=lengths.__getitem__),
        )
        yield (
            f"{longest} has {lengths[longest]} words and {shortest} {lengths[shortest]}: no two may"
            f" differ by more than {SPREAD}"
        )
    ordered = list(sentences.values())
    half = len(ordered) // 2
    for kind, cue in _lists().cues.items():
        lower = sum(word in cue for one in ordered[:half] for word in words(one))
        upper = sum(word in cue for one in ordered[-half:] for word in words(one))
        if abs(lower - upper) > 1:
            yield (
                f"words of {kind} stand {lower} times in the lower half and {upper} times in the"
                " upper: they may differ by one"
            )
    yield from _near_twins(sentences)


def _near_twins(sentences: Mapping[str, str]) -> Iterator[str]:
    listed = list(sentences.items())
    for at, (one, sentence) in enumerate(listed):
        for other, another in listed[at + 1 :]:
            if similarity(sentence, another) > 0.5:
                yield f"{one} and {other} say nearly the same words"


def similarity(one: str, other: str) -> float:
    """The share of stems that two sentences have in common (Jaccard)."""
    stems_of_one, stems_of_other = stems(one), stems(other)
    return len(stems_of_one & stems_of_other) / max(len(stems_of_one | stems_of_other), 1)
