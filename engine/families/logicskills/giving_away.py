"""Rejects arguments whose premises' words give away what follows.

What follows repeats what premises say. In unfiltered arguments, the statement that shares most
pairs of words with the premises is right in two of five, and a model of all such counts picks the
right one in more than one of two. So an argument is kept with a probability inversely proportional
to the chance that this model gives its right statement; among those kept, all six look alike. The
model is a softmax over the statements, scored by the trees of
`data/lexicon/logicskills/overlap.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.core.resources import data_file
from engine.families.logicskills.repeating import COLUMNS, Measured, columns

_FILE = "lexicon/logicskills/overlap.toml"
_Numbers = npt.NDArray[np.intp]


class _Trees(NamedTuple):
    """The nodes of all trees in one row, those of a tree together and its root at `start`.

    A node asks for a `column`. `after` has two places for each: the node to go to where there is at
    most `most`, then that for more. A node that asks nothing leads to itself and has a `value`.
    """

    start: _Numbers
    column: _Numbers
    most: npt.NDArray[np.float32]
    after: _Numbers
    value: npt.NDArray[np.float32]


@lru_cache(maxsize=1)
def _trees() -> _Trees:
    table = tomllib.loads(data_file(_FILE).read_text(encoding="utf-8"))
    names = {name: place for place, name in enumerate(COLUMNS)}
    asked = np.array([names[name] for name in table["columns"]])
    start = np.cumsum([0, *(len(tree) for tree in table["trees"])])
    nodes = np.array(
        [
            (0, 0, at + place, at + place, node[0])
            if len(node) == 1
            else (node[0], node[1], at + node[2], at + node[3], 0)
            for at, tree in zip(start, table["trees"], strict=False)
            for place, node in enumerate(tree)
        ]
    )
    column, most, value = nodes[:, 0].astype(np.intp), *nodes[:, [1, 4]].astype(np.float32).T
    return _Trees(start[:-1], asked[column], most, nodes[:, 2:4].astype(np.intp).ravel(), value)


def chances(premises: Sequence[Measured], options: Sequence[Measured]) -> npt.NDArray[np.float64]:
    """The chance that each statement is the one that follows, by what it repeats alone."""
    scores = _scores(columns(premises, options))
    odds = np.exp(scores - scores.max())
    found: npt.NDArray[np.float64] = odds / odds.sum()
    return found


def _scores(counts: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """The sum of what the trees say of each row."""
    trees = _trees()
    at = np.tile(trees.start, (len(counts), 1))
    row = np.arange(len(counts))[:, None] * counts.shape[1]
    flat = np.ascontiguousarray(counts).ravel()
    while True:
        is_high = flat.take(trees.column.take(at) + row) > trees.most.take(at)
        after = trees.after.take(2 * at + is_high)
        if np.array_equal(after, at):
            found: npt.NDArray[np.float64] = trees.value[at].sum(axis=1, dtype=np.float64)
            return found
        at = after


def is_kept(
    premises: Sequence[Measured], options: Sequence[Measured], right: int, rng: Random
) -> bool:
    """Draw whether to keep an argument: the lowest chance over that of the right statement.

    Among arguments with equal chances each statement is then right equally often.
    """
    found = chances(premises, options)
    return rng.random() * float(found[right]) < float(found.min())
