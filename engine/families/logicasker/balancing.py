"""The distribution over arguments and edits that is nearest to an even one, its marks balanced.

Marks have to be as frequent in what edits make as in the sound arguments themselves. Where no
distribution can bring that about, a mark may be too frequent or too rare at a price in proportion;
that bounds its weight. The dual problem is convex, and its solution are the weights. After Dudík,
Phillips and Schapire, "Maximum entropy density estimation with generalized regularization and an
application to species distribution modeling", Journal of Machine Learning Research 8 (2007).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.families.logicasker.weights import other

_RAREST = 2
"""Arguments that must have a mark for it to have a weight of its own."""


class Choice(NamedTuple):
    """A sound argument's marks, and those that it has after each edit, for each answer but yes.

    Choices of one `block` are drawn from together: those that can be matched come more often, where
    else each would come as often as the next and its edits had equal parts, `out_of` so many. A
    block comes up so many `times`.
    """

    block: str
    times: int
    sound: Counter[str]
    edited: tuple[list[Counter[str]], ...]
    out_of: tuple[int, ...]


class Fit(NamedTuple):
    """The weights for each answer but yes, and the share of each choice within its block."""

    weights: tuple[dict[str, float], ...]
    shares: list[float]


class _Dual:
    """The dual problem: how far from even, and from equal frequencies, weights leave things."""

    def __init__(self, choices: Sequence[Choice], names: Sequence[str]) -> None:
        self._sound = _matrix([choice.sound for choice in choices], names)
        blocks = {block: number for number, block in enumerate(_blocks(choices))}
        self._block = np.array([blocks[choice.block] for choice in choices])
        self._edited, self._owners, self._starts, self._out_of = [], [], [], []
        for answer in range(len(choices[0].edited)):
            rows = [choice.edited[answer] for choice in choices]
            sizes = list(map(len, rows))
            self._edited.append(_matrix([one for row in rows for one in row], names))
            self._owners.append(np.repeat(np.arange(len(choices)), sizes))
            self._starts.append(np.concatenate([[0], np.cumsum(sizes)[:-1]]))
            self._out_of.append(np.array([choice.out_of[answer] for choice in choices]))
        self._n_blocks, self._n = len(blocks), len(names)
        times = {choice.block: choice.times for choice in choices}
        self._often = np.array([times[block] for block in blocks]) / sum(times.values())

    def merits(self, weights: NDArray[Any]) -> tuple[NDArray[Any], list[NDArray[Any]]]:
        """Of each sound argument, and within it the share of each edit, answer by answer."""
        total, shares = np.zeros(len(self._block)), []
        parts = weights.reshape(-1, self._n)
        for rows, owner, start, out_of, part in zip(
            self._edited, self._owners, self._starts, self._out_of, parts, strict=True
        ):
            scores = rows @ part - (self._sound @ part)[owner]
            highest = np.maximum.reduceat(scores, start)
            each = np.exp(scores - highest[owner])
            sums = np.add.reduceat(each, start)
            shares.append(each / sums[owner])
            total += np.log(sums / out_of) + highest
        return total, shares

    def __call__(self, weights: NDArray[Any]) -> tuple[float, NDArray[Any]]:
        """The value and its gradient."""
        merits, shares = self.merits(weights)
        highest = np.full(self._n_blocks, -np.inf)
        np.maximum.at(highest, self._block, merits)
        each = np.exp(merits - highest[self._block])
        sums = np.bincount(self._block, each)
        value = self._often @ (np.log(sums / np.bincount(self._block)) + highest)
        drawn = each / sums[self._block] * self._often[self._block]
        slopes = [
            rows.T @ (share * drawn[owner]) - self._sound.T @ drawn
            for rows, owner, share in zip(self._edited, self._owners, shares, strict=True)
        ]
        slope = np.concatenate(slopes) + 2e-5 * weights
        return float(value) + 1e-5 * float(weights @ weights), slope

    def shares(self, weights: NDArray[Any]) -> list[float]:
        """The share of each choice within its block."""
        merits, _ = self.merits(weights)
        highest = np.full(self._n_blocks, -np.inf)
        np.maximum.at(highest, self._block, merits)
        each = np.exp(merits - highest[self._block])
        return [float(share) for share in each / np.bincount(self._block, each)[self._block]]


def fitted(choices: Sequence[Choice], prices: Mapping[str, float]) -> Fit:
    """The weights of marks; those of a kind that are too rare share one."""
    from scipy.optimize import minimize  # type: ignore[import-untyped]

    names = _names(choices)
    problem = _Dual(choices, names)
    n_answers = len(choices[0].edited)
    limits = [prices[name.partition(":")[0]] for name in names] * n_answers
    found = minimize(
        problem,
        np.zeros(len(limits)),
        jac=True,
        method="L-BFGS-B",
        bounds=[(-limit, limit) for limit in limits],
        options={"maxiter": 1_000},
    ).x
    each = found.reshape(n_answers, -1)
    return Fit(
        tuple(dict(zip(names, map(float, one), strict=True)) for one in each),
        problem.shares(found),
    )


def _blocks(choices: Sequence[Choice]) -> list[str]:
    return list(dict.fromkeys(choice.block for choice in choices))


def _names(choices: Sequence[Choice]) -> list[str]:
    seen: Counter[str] = Counter()
    for choice in choices:
        seen.update(dict.fromkeys(choice.sound, 1))
        for rows in choice.edited:
            for one in rows:
                for mark in one:
                    seen[mark] += 1 / len(rows) / len(choice.edited)  # type: ignore[assignment]
    common = {mark for mark, n in seen.items() if n >= _RAREST}
    return sorted(common | {other(mark) for mark in seen})


def _matrix(rows: Sequence[Counter[str]], names: Sequence[str]) -> Any:  # scipy has no types
    from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

    places = {name: place for place, name in enumerate(names)}
    told = [
        (row, places.get(mark, places[other(mark)]), n)
        for row, counts in enumerate(rows)
        for mark, n in counts.items()
    ]
    at_row, at_name, values = zip(*told, strict=True)
    return csr_matrix((values, (at_row, at_name)), shape=(len(rows), len(names)), dtype=float)
