"""Can the key of a question be picked by its words alone? Counted graph by graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import mean
from typing import NamedTuple

from engine.arguments.graph import ArgumentGraph
from engine.arguments.questions import QUESTION_TYPES, Triplet, candidates, shown_and_key
from engine.arguments.wording import stems

LIMIT = 3.0
"""Of the nine questions of a graph, those a shortcut may get right; by chance it gets 2.25."""


class Sheet(NamedTuple):
    """One question in words: what is shown, and the options, the key first."""

    shown: tuple[str, str]
    options: tuple[str, ...]
    graph: tuple[str, ...]


def _overlap(one: str, other: str) -> float:
    mine = stems(one)
    return len(mine & stems(other)) / max(len(mine), 1)


def _central(option: str, sheet: Sheet) -> float:
    """How often the words of an option come in the sentences of its graph, on average."""
    counts = Counter(stem for sentence in sheet.graph for stem in stems(sentence))
    return mean([counts[stem] for stem in stems(option)] or [0])


SHORTCUTS: Mapping[str, Callable[[str, Sheet], float]] = {
    "longest": lambda option, _: len(option),
    "shortest": lambda option, _: -len(option),
    "overlap with sentence 1": lambda option, sheet: _overlap(option, sheet.shown[0]),
    "overlap with sentence 2": lambda option, sheet: _overlap(option, sheet.shown[1]),
    "overlap with both": lambda option, sheet: _overlap(option, " ".join(sheet.shown)),
    "least overlap with both": lambda option, sheet: -_overlap(option, " ".join(sheet.shown)),
    "most central words": _central,
}
"""Each picks the option that it scores highest."""


def sheets(graph: ArgumentGraph, triplets: Sequence[Triplet]) -> Iterator[tuple[str, list[Sheet]]]:
    """The nine questions in words; several sheets where several options can stand in a role."""
    texts = tuple(map(graph.text, graph.ids))
    for code, kind in QUESTION_TYPES.items():
        for triplet in triplets:
            if triplet.structure != kind.structure:
                continue
            shown, key = shown_and_key(kind, triplet)
            first, second, third = candidates(graph, kind, shown)
            yield (
                code,
                [
                    Sheet(
                        (graph.text(shown[0]), graph.text(shown[1])),
                        tuple(map(graph.text, (key, i, ii, iii))),
                        texts,
                    )
                    for i in first
                    for ii in second
                    for iii in third
                ],
            )


def hits(graph: ArgumentGraph, triplets: Sequence[Triplet]) -> dict[str, dict[str, float]]:
    """What each shortcut gets right, by question; ties and alternatives count in part."""
    found: dict[str, dict[str, float]] = {name: {} for name in SHORTCUTS}
    for code, versions in sheets(graph, triplets):
        for name, score in SHORTCUTS.items():
            found[name][code] = mean([credit(sheet, score) for sheet in versions])
    return found


def credit(sheet: Sheet, score: Callable[[str, Sheet], float]) -> float:
    """Whether a shortcut picks the key; a share where it likes several options as well."""
    scores = [score(option, sheet) for option in sheet.options]
    best = max(scores)
    return (scores[0] == best) / scores.count(best)
