"""Rejects arguments whose premises' words give away what follows.

What follows repeats what premises say. In unfiltered arguments, the statement that shares most
pairs of words with the premises is right in two of five, and a model of all such counts picks the
right one in one of two. So an argument is kept with a probability inversely proportional to the
chance that this model gives its right statement; among those kept, all six look alike. The model is
a softmax over the statements, scored by the trees of `data/lexicon/logicskills/overlap.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import lru_cache
from math import exp
from random import Random
from typing import Any, NamedTuple

from engine.core.resources import data_file
from engine.families.logicskills.language import (
    LETTERS,
    Tree,
    draw_words,
    formula_of,
    sentence,
    words_of,
)
from engine.families.logicskills.language.lexicon import symbol_of
from engine.families.logicskills.language.words import Words
from engine.language.overlaps import MEASURES, SIDES, Said, beside, overlaps, said
from engine.logic import show

_FILE = "lexicon/logicskills/overlap.toml"
_COLUMNS = [f"{measure} {side}" for measure in MEASURES for side in SIDES]
_PLACES = {name: place for place, name in enumerate(_COLUMNS)}


class _Question(NamedTuple):
    """A node of a tree: a measure, the `most` of it that leads to `lower`, and both branches."""

    place: int
    most: float
    lower: _Question | float
    higher: _Question | float


@lru_cache(maxsize=1)
def _trees() -> tuple[_Question | float, ...]:
    table = tomllib.loads(data_file(_FILE).read_text(encoding="utf-8"))
    return tuple(map(_tree, table["trees"]))


def _tree(node: Any) -> _Question | float:  # Any: a number or a list, as in the file
    if isinstance(node, float | int):
        return float(node)
    name, most, lower, higher = node
    return _Question(_PLACES[name], most, _tree(lower), _tree(higher))


@lru_cache(maxsize=1)
def _words() -> Words:
    """The words by which sentences are measured: the small lexicon's, which are fixed."""
    entries = draw_words(Random(0), is_small=True)
    letters = (letter for sort in LETTERS.values() for letter in sort)
    return words_of(tuple(symbol_of(letter, entries[letter], "en") for letter in letters))


@lru_cache(maxsize=1 << 13)
def measured(tree: Tree) -> Said:
    """A sentence as it is measured, whatever words it will get."""
    return said(sentence(tree, _words()), show(formula_of(tree)))


def chances(premises: Sequence[Said], options: Sequence[Said]) -> list[float]:
    """The chance that each statement is the one that follows, by overlaps alone."""
    counts = beside(overlaps(premises, options))
    scores = [sum(_value(tree, own) for tree in _trees()) for own in counts]
    odds = [exp(score - max(scores)) for score in scores]
    return [one / sum(odds) for one in odds]


def _value(tree: _Question | float, own: Sequence[float]) -> float:
    while isinstance(tree, _Question):
        tree = tree.lower if own[tree.place] <= tree.most else tree.higher
    return tree


def is_kept(premises: Sequence[Said], options: Sequence[Said], right: int, rng: Random) -> bool:
    """Draw whether to keep an argument: the lowest chance over that of the right statement.

    Among arguments with equal chances each statement is then right equally often.
    """
    found = chances(premises, options)
    return rng.random() * found[right] < min(found)
