"""Shortcuts that pick the key of a question by its words alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from statistics import fmean
from typing import NamedTuple

from engine.families.argqa.arguments.wording import stems


class Sheet(NamedTuple):
    """One question in words: the sentences shown, and all sentences of the argument."""

    shown: tuple[str, str]
    graph: tuple[str, ...]


Score = Callable[[str, Sheet], float]
"""A score of an option; a shortcut picks the option with the highest."""


def _overlap(one: str, other: str) -> float:
    mine = stems(one)
    return len(mine & stems(other)) / max(len(mine), 1)


@lru_cache(maxsize=64)
def _counted(graph: tuple[str, ...]) -> Counter[str]:
    """In how many sentences of an argument each word occurs."""
    return Counter(stem for sentence in graph for stem in stems(sentence))


def _central(option: str, sheet: Sheet) -> float:
    counts = _counted(sheet.graph)
    return fmean([counts[stem] for stem in stems(option)] or [0])


OVERLAPS: Mapping[str, Score] = {
    "overlap-with-sentence-1": lambda option, sheet: _overlap(option, sheet.shown[0]),
    "overlap-with-sentence-2": lambda option, sheet: _overlap(option, sheet.shown[1]),
    "overlap-with-both": lambda option, sheet: _overlap(option, " ".join(sheet.shown)),
    "least-overlap-with-sentence-1": lambda option, sheet: -_overlap(option, sheet.shown[0]),
    "least-overlap-with-sentence-2": lambda option, sheet: -_overlap(option, sheet.shown[1]),
    "least-overlap": lambda option, sheet: -_overlap(option, " ".join(sheet.shown)),
    "central-words": _central,
}
SHORTCUTS: Mapping[str, Score] = {
    "longest": lambda option, _: len(option),
    "shortest": lambda option, _: -len(option),
    **OVERLAPS,
}


def credit(options: tuple[str, ...], sheet: Sheet, score: Score) -> float:
    """1 if a shortcut picks the first option, 0 if not, a share for a tie."""
    scores = [score(option, sheet) for option in options]
    best = max(scores)
    return (scores[0] == best) / scores.count(best)
