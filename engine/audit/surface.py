"""Counts of an item's English: lengths, places, marks and the words of our wordings."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from statistics import fmean, pstdev

from engine.audit.shapes import shape_of
from engine.core.items import Item
from engine.language.expressions import wordings
from engine.language.words import denials, words

_MARKS = ",;:“”‘’'\""
_LAST = 99
"""The position of a premise that does not exist."""

Counts = dict[str, float]


def wording_counts(item: Item) -> Counts:
    """The counts of the English, and where the passage mentions the statement's atoms.

    In a triple these differ slightly, because a statement and its negation differ in length.
    """
    lengths = [len(sentence.split()) for sentence in item.passage]
    statement = set(words(item.question))
    shared = [len(statement.intersection(words(sentence))) for sentence in item.passage]
    passage = " ".join(item.passage)
    counts: Counts = {
        "words": sum(lengths),
        "characters": len(passage),
        "statement words": len(statement),
        "statement characters": len(item.question),
        "longest premise": max(lengths, default=0),
        "shortest premise": min(lengths, default=0),
        "spread of lengths": pstdev(lengths) if lengths else 0.0,
        "first premise words": lengths[0] if lengths else 0,
        "last premise words": lengths[-1] if lengths else 0,
        "words shared at most": max(shared, default=0),
        "words shared in all": sum(shared),
    }
    for mark in _MARKS:
        counts[f"mark {mark}"] = passage.count(mark)
        counts[f"statement mark {mark}"] = item.question.count(mark)
    counts.update(_cues("word", passage))
    counts.update(_cues("statement word", item.question))
    counts.update(_positions(item))
    return counts


def _positions(item: Item) -> Counts:
    """The places in the passage, from either end, that mention an atom of the statement."""
    found: Counts = {}
    held = [shape_of(premise)[1] for premise in item.premises]
    for number, name in enumerate(shape_of(item.query[0])[1]):
        places = [at for at, names in enumerate(held) if name in names]
        found[f"q{number} first"] = places[0] if places else _LAST
        found[f"q{number} last"] = len(held) - 1 - places[-1] if places else _LAST
        found[f"q{number} mean place"] = fmean(places) / len(held) if places else _LAST
    return found


def _cues(prefix: str, text: str) -> dict[str, int]:
    cues, denying = _cuewords(), denials()
    found = Counter(word for word in words(text) if word in cues)
    named = {f"{prefix} {word}": times for word, times in found.items()}
    named[f"{prefix}s denying"] = sum(times for word, times in found.items() if word in denying)
    return named


@lru_cache(maxsize=1)
def _cuewords() -> frozenset[str]:
    """The words of our wordings and of denial."""
    ours = {word for wording in wordings() for text in wording.texts for word in words(text)}
    return frozenset(ours | denials())
