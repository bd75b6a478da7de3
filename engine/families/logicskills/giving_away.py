"""Draws wrong statements that look about as right as the right one.

What follows repeats what premises say. By such counts alone a model picks it from all candidates in
two of five arguments. So each candidate gets the chance that it is the one that follows, and the
wrong ones are drawn with probabilities proportional to their chances, given that the right one is
drawn. As far as the model is right, each of the six is then the right one equally often. An
argument is rejected only as often as a chance is above a sixth.

Chances are a softmax over all candidates, of scores by the trees of
`data/lexicon/logicskills/overlap.toml`.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.core.resources import data_file
from engine.families.logicskills.repeating import COLUMNS, Numbers

_Places = npt.NDArray[np.intp]
_FILE = "lexicon/logicskills/overlap.toml"


class _Trees(NamedTuple):
    """The nodes of all trees in one row, those of a tree together and its root at `start`.

    A node asks for a `column`. `after` has two places for each: the node to go to where there is at
    most `most`, then that for more. A node that asks nothing leads to itself and has a `value`.
    """

    start: _Places
    column: _Places
    most: Numbers
    after: _Places
    value: Numbers


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


def chances(counts: Numbers) -> Numbers:
    """The chance that each candidate is the one that follows; a row of `COLUMNS` for each."""
    scores = _scores(counts)
    odds = np.exp(scores - scores.max())
    found: Numbers = odds / odds.sum()
    return found


def _scores(counts: Numbers) -> Numbers:
    """The sum of what the trees say of each row."""
    trees = _trees()
    at = np.tile(trees.start, (len(counts), 1))
    row = np.arange(len(counts))[:, None] * counts.shape[1]
    flat = np.ascontiguousarray(counts).ravel()
    while True:
        is_high = flat.take(trees.column.take(at) + row) > trees.most.take(at)
        after = trees.after.take(2 * at + is_high)
        if np.array_equal(after, at):
            found: Numbers = trees.value[at].sum(axis=1, dtype=np.float64)
            return found
        at = after


def drawn_alike(chance: Numbers, wanted: int, rng: Random) -> list[int] | None:
    """The places of so many candidates, the right one among them, which is the first.

    Each has a share of a line that is proportional to its chance, and those at equal distances on
    it are drawn, one of them in the share of the right one. A share is at most the distance, and as
    much as a chance is above that, the argument is rejected: None.
    """
    share, scale = _shares(chance, wanted)
    if rng.random() * scale * chance[0] > share[0]:
        return None
    order = list(range(len(chance)))
    rng.shuffle(order)
    ends = np.cumsum(share[order])
    start = (ends[order.index(0)] - rng.random() * share[0]) % 1
    places = ends.searchsorted(start + np.arange(wanted)).clip(max=len(order) - 1)
    return [order[place] for place in places]


def _shares(chance: Numbers, wanted: int) -> tuple[Numbers, float]:
    """The probabilities of being drawn, whose sum is `wanted`, and what they are per chance."""
    is_full = np.zeros(len(chance), bool)
    while True:
        rest = wanted - int(is_full.sum())
        scale = rest / float(chance[~is_full].sum()) if rest else 1 / float(chance.min())
        more = ~is_full & (scale * chance >= 1)
        if not more.any():
            return np.where(is_full, 1.0, scale * chance), scale
        is_full |= more
