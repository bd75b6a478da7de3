"""Keep arguments by how far the words of their premises give away what follows.

What follows says again what premises say: of arguments as they are found, the statement that shares
most pairs of words with the premises is right in two of five, and a model of all counts of that
sort is in one of two. So an argument whose right statement looks right is kept the more rarely, in
inverse proportion to the chance that this model gives it: in those kept all six look alike. The
model is a softmax over the statements; its weights are in
`data/lexicon/logicskills/overlap.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import lru_cache
from math import exp
from random import Random
from typing import NamedTuple

from engine.language.overlaps import MEASURES, Said, overlaps, said
from engine.language.two_variable import LETTERS, Tree, draw_words, sentence, words_of
from engine.language.two_variable.lexicon import symbol_of
from engine.language.two_variable.words import Words
from engine.logic import Formula, show
from engine.resources import data_file

_FILE = "lexicon/logicskills/overlap.toml"


class _Weights(NamedTuple):
    """What a measure says for a statement: by its distance from the mean, as highest, as lowest."""

    distance: float
    highest: float
    lowest: float


@lru_cache(maxsize=1)
def _model() -> tuple[float, tuple[_Weights, ...]]:
    """The chance with which every argument is kept, and the weights of the measures in order."""
    table = tomllib.loads(data_file(_FILE).read_text(encoding="utf-8"))
    return table["kept"], tuple(_Weights(*table["weights"][name]) for name in MEASURES)


@lru_cache(maxsize=1)
def _words() -> Words:
    """The words that sentences are looked at in: the small lexicon's, which are always the same."""
    entries = draw_words(Random(0), is_small=True)
    letters = (letter for sort in LETTERS.values() for letter in sort)
    return words_of(tuple(symbol_of(letter, entries[letter], "en") for letter in letters))


def spoken(tree: Tree, formula: Formula) -> Said:
    """A sentence as it is looked at, whatever words it will be told in."""
    return said(sentence(tree, _words()), show(formula))


def chances(premises: Sequence[Said], options: Sequence[Said]) -> list[float]:
    """With what chance each of the statements is the one that follows, by overlaps alone."""
    scores = [0.0] * len(options)
    for weights, counts in zip(_model()[1], overlaps(premises, options), strict=True):
        mean, high, low = sum(counts) / len(counts), max(counts), min(counts)
        if high == low:
            continue
        for at, count in enumerate(counts):
            scores[at] += weights.distance * (count - mean)
            if count == high:
                scores[at] += weights.highest / counts.count(high)
            if count == low:
                scores[at] += weights.lowest / counts.count(low)
    odds = [exp(score - max(scores)) for score in scores]
    return [one / sum(odds) for one in odds]


def is_kept(premises: Sequence[Said], options: Sequence[Said], right: int, rng: Random) -> bool:
    """Whether an argument is kept: the more rarely, the more its right statement looks right."""
    return rng.random() * chances(premises, options)[right] < _model()[0]
