"""Fits the weights of edits (`weights`); `benchmarks/logicasker_weights.py` writes the data file.

Sound arguments are drawn for the leaves of the published tree in turn, with all edits that each
could be given, and for every answer that is not “it follows” the distribution over edits is sought
that is nearest to an even one while its marks are as frequent as in the sound arguments. Where no
distribution can bring that about, a mark may be too frequent or too rare at a price in proportion
(its kind's `PRICES`); that bounds its weight. The dual problem is convex, and its solution are the
weights. After Dudík, Phillips and Schapire, "Maximum entropy density estimation with generalized
regularization and an application to species distribution modeling", Journal of Machine Learning
Research 8 (2007).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.families.logicasker.arguments import Rejected, fallacy, sound_argument
from engine.families.logicasker.edits import edits
from engine.families.logicasker.looks import (
    Formulas,
    conclusion_marks,
    joint_marks,
    looks,
    passage_marks,
    premise_marks,
    told,
)
from engine.families.logicasker.params import Params, cell
from engine.families.logicasker.weights import edited, other, table_name
from engine.families.seeding import group_rng
from engine.logic import Standing
from engine.logic.judging import our_standing
from engine.logic.skills import Problem

SEED = 20_251_122
GROUPS = {1: 6_240, 8: 1_212}
"""Arguments drawn, by the greatest length: of one step, and of two to eight."""

PRICES: Mapping[bool, Mapping[str, float]] = {
    False: {
        "conclusion": 3.5,
        "conclusion root": 2,
        "denials of conclusion": 4,
        "premises": 10,
        "roots": 5,
        "denials of premises": 6,
        "said": 9,
        "sizes": 0.5,
        "shared": 9,
        "sign": 8,
    },
    True: {
        "conclusion": 6,
        "conclusion root": 4,
        "denials of conclusion": 3,
        "premise": 5,
        "root": 4,
        "shared": 4,
        "used once": 4,
        "used often": 4,
        "literals of no premise": 3,
        "sign": 8,
    },
}
"""What a mark that is too frequent or too rare costs, by its kind: at one step, and in chains."""

_RAREST = 6
"""Arguments that must have a mark for it to have a weight of its own."""


class Choice(NamedTuple):
    """A sound argument's marks, and those that it has after each edit that could be chosen."""

    sound: Counter[str]
    edited: list[Counter[str]]


class _Drawn(NamedTuple):
    formulas: Formulas
    problem: Problem
    fallacy: Formulas | None
    refuted: list[Formulas]
    left_open: list[Formulas]


def _drawn(longest: int, group: int) -> _Drawn:
    """One sound argument with everything that an edit makes of it."""
    params = Params(min_length=min(longest, 2), max_length=longest)
    rng = group_rng("logicasker weights", 1, str(longest), SEED, group)
    planned = cell(params, group)
    while True:
        try:
            sound = sound_argument(planned, params, rng)
            break
        except Rejected:
            continue
    formulas = (*sound.premises, sound.conclusion)
    found: dict[Standing, list[Formulas]] = {Standing.REFUTED: [], Standing.UNDETERMINED: []}
    for edit in edits(formulas, sound.fresh.next_names):
        changed = edited(formulas, edit)
        standing = our_standing(changed[:-1], changed[-1])
        if standing in found:
            found[standing].append(changed)
    mistaken = fallacy(sound) if planned.skill.is_fallacy else None
    return _Drawn(
        formulas,
        planned.problem,
        None if mistaken is None else (*mistaken.premises, mistaken.query),
        *found.values(),
    )


def _candidates(drawn: _Drawn, kind: str) -> list[Formulas]:
    """What may stand beside the sound argument: by plan, or of one kind."""
    if kind == "contradiction" or (not kind and drawn.problem is Problem.CONTRADICTION):
        return drawn.refuted
    return drawn.left_open if drawn.fallacy is None else [drawn.fallacy]


def marks(formulas: Formulas, is_chain: bool) -> Counter[str]:
    """How often an argument has each mark that has a price."""
    *premises, conclusion = map(looks, formulas)
    found = Counter(conclusion_marks(conclusion))
    found.update(joint_marks(told(premises), conclusion))
    if is_chain:
        found.update(mark for premise in premises for mark in premise_marks(premise))
    else:
        found.update(passage_marks(premises, conclusion))
    priced = PRICES[is_chain]
    return Counter({mark: n for mark, n in found.items() if mark.partition(":")[0] in priced})


def fitted(choices: Sequence[Choice], prices: Mapping[str, float]) -> dict[str, float]:
    """The weights of marks; those of a kind that are too rare share one."""
    from scipy.optimize import minimize  # type: ignore[import-untyped]

    names = _names(choices)
    sound = _matrix([choice.sound for choice in choices], names)
    edited = _matrix([one for choice in choices for one in choice.edited], names)
    sizes = [len(choice.edited) for choice in choices]
    wanted = np.asarray(sound.mean(axis=0)).ravel()
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    owners = np.repeat(np.arange(len(sizes)), sizes)

    def dual(weights: NDArray[Any]) -> tuple[float, NDArray[Any]]:
        scores = edited @ weights
        highest = np.maximum.reduceat(scores, starts)
        shares = np.exp(scores - highest[owners])
        totals = np.add.reduceat(shares, starts)
        mean = (edited.T @ (shares / totals[owners])) / len(sizes)
        value = float((np.log(totals) + highest).mean() - wanted @ weights)
        return value + 1e-5 * float(weights @ weights), mean - wanted + 2e-5 * weights

    limits = [prices[name.partition(":")[0]] for name in names]
    found = minimize(
        dual,
        np.zeros(len(names)),
        jac=True,
        method="L-BFGS-B",
        bounds=[(-limit, limit) for limit in limits],
        options={"maxiter": 1_000},
    )
    return dict(zip(names, map(float, found.x), strict=True))


def _names(choices: Sequence[Choice]) -> list[str]:
    seen: Counter[str] = Counter()
    for choice in choices:
        seen.update(dict.fromkeys(choice.sound, 1))
        for one in choice.edited:
            for mark in one:
                seen[mark] += 1 / len(choice.edited)  # type: ignore[assignment]
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


def tables() -> Iterator[tuple[str, dict[str, float]]]:
    """The tables of the data file, one after the other."""
    for longest, n_groups in GROUPS.items():
        is_chain = longest > 1
        arguments = [_drawn(longest, group) for group in range(n_groups)]
        for question, kind in (
            ("two-way", ""),
            ("three-way", "contradiction"),
            ("three-way", "unrelated"),
        ):
            choices = []
            for one in arguments:
                if found := _candidates(one, kind):
                    edited = [marks(candidate, is_chain) for candidate in found]
                    choices.append(Choice(marks(one.formulas, is_chain), edited))
            yield table_name(question, kind, longest), fitted(choices, PRICES[is_chain])
