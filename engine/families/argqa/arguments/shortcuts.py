"""Shortcuts that pick the key of a question by its words alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from statistics import fmean
from typing import NamedTuple

from engine.families.argqa.arguments.wording import stems


class Sheet(NamedTuple):
    """One question in words: the sentences shown, and the options, the key first."""

    shown: tuple[str, str]
    options: tuple[str, ...]
    graph: tuple[str, ...]


def _overlap(one: str, other: str) -> float:
    mine = stems(one)
    return len(mine & stems(other)) / max(len(mine), 1)


def _central(option: str, sheet: Sheet) -> float:
    """How often the words of an option occur in the sentences of its graph, on average."""
    counts = _counted(sheet.graph)
    return fmean([counts[stem] for stem in stems(option)] or [0])


@lru_cache(maxsize=64)
def _counted(graph: tuple[str, ...]) -> Counter[str]:
    return Counter(stem for sentence in graph for stem in stems(sentence))


SHORTCUTS: Mapping[str, Callable[[str, Sheet], float]] = {
    "longest": lambda option, _: len(option),
    "shortest": lambda option, _: -len(option),
    "overlap with sentence 1": lambda option, sheet: _overlap(option, sheet.shown[0]),
    "overlap with sentence 2": lambda option, sheet: _overlap(option, sheet.shown[1]),
    "overlap with both": lambda option, sheet: _overlap(option, " ".join(sheet.shown)),
    "least overlap with sentence 1": lambda option, sheet: -_overlap(option, sheet.shown[0]),
    "least overlap with sentence 2": lambda option, sheet: -_overlap(option, sheet.shown[1]),
    "least overlap with both": lambda option, sheet: -_overlap(option, " ".join(sheet.shown)),
    "most central words": _central,
}
"""Each picks the option that it scores highest."""


def credit(sheet: Sheet, score: Callable[[str, Sheet], float]) -> float:
    """1 if a shortcut picks the key, 0 if not, a share for a tie."""
    scores = [score(option, sheet) for option in sheet.options]
    best = max(scores)
    return (scores[0] == best) / scores.count(best)
