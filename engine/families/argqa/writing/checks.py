"""Rules for a written sentence; each returns a clause that names the fault, or None."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.families.argqa.arguments import similarity
from engine.families.argqa.arguments.wording import leaning, words

SHORTEST, LONGEST = 4, 40
"""Fewest and most words of any sentence."""
TOO_ALIKE = 0.6
"""Sentences that share more of their longer words than this say the same."""

_FURTHER = re.compile(r"[.!?]['\"”’]?\s+[A-Z]")
_QUOTES = "\"'“”‘’"


def tidy(text: str) -> str:
    """Strip what models like to put around a sentence."""
    bare = text.strip()
    if len(bare) > 1 and bare[0] in _QUOTES and bare[-1] in _QUOTES:
        bare = bare[1:-1].strip()
    return bare


def form_fault(text: str) -> str | None:
    """What keeps a text from being one self-contained sentence."""
    if "\n" in text or not text or text[-1] not in ".!?" or not text[0].isupper():
        return "it is not one sentence on one line, with a capital and a full stop"
    if _FURTHER.search(text):
        return "it is more than one sentence"
    return next((f"it has {fault}" for fault in leaning(text)), None)


def length_fault(text: str, least: int, most: int) -> str | None:
    """Whether a sentence has too few or too many words."""
    n = len(words(text))
    return None if least <= n <= most else f"it has {n} words, not {least} to {most}"


def reuse_fault(text: str, others: Iterable[str]) -> str | None:
    """Whether a sentence contains another, or says nearly the same."""
    bare = " ".join(words(text))
    for other in others:
        if " ".join(words(other)) in bare or similarity(text, other) > TOO_ALIKE:
            return f"it repeats the words of another sentence, {other!r}"
    return None


def copy_fault(text: str, source: str) -> str | None:
    """Whether a rewritten sentence contains its source verbatim, or is contained in it."""
    mine, theirs = (f" {' '.join(words(one))} " for one in (text, source))
    if mine in theirs or theirs in mine:
        return "it repeats the sentence word for word"
    return None
