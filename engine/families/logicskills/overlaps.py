"""Measure how much of some sentences a statement repeats: n-grams of words and letters, atoms.

Letters are those of the formulas, predicates and names in the order in which they are written:
what is left of a sentence where "every" and "some" are one, and "did not follow" is "followed".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.language.words import words

_LETTER = re.compile(r"[A-Z]|[a-h]")
_ATOM = re.compile(r"[A-Z]\([^)]*\)")

RUNS = (
    ("words", 1),
    ("words", 2),
    ("words", 3),
    ("letters", 1),
    ("letters", 2),
    ("letters", 3),
    ("atoms", 1),
)
"""What is looked for, and how many of it in a row."""
_WAYS = ("shared", "often", "most")
MEASURES = tuple(f"{units}-{length}-{way}" for units, length in RUNS for way in _WAYS)
"""Of each run: how many different ones all sentences share with the statement, how often those of
the statement stand in them, and how many different ones the sentence that has most of them has."""


class Units(NamedTuple):
    """The words of a sentence, and the letters and atoms of its formula, in order."""

    words: tuple[str, ...]
    letters: tuple[str, ...]
    atoms: tuple[str, ...]


def units_of(text: str, formula: str) -> Units:
    """The units of a sentence and its formula, of which one may be empty."""
    return Units(
        tuple(words(text)),
        tuple(_LETTER.findall(formula)),
        tuple(_ATOM.findall(formula)),
    )


def overlaps(sentences: Sequence[Units], statements: Sequence[Units]) -> list[list[int]]:
    """A row for each of `MEASURES`, with a count for each statement."""
    rows: list[list[int]] = []
    for units, length in RUNS:
        runs_of = [_runs(getattr(one, units), length) for one in sentences]
        times, each = Counter(chain.from_iterable(runs_of)), list(map(set, runs_of))
        own = [
            [run for run in _runs(getattr(one, units), length) if run in times]
            for one in statements
        ]
        rows.append([len(set(runs)) for runs in own])
        rows.append([sum([times[run] for run in runs]) for runs in own])
        rows.append([max([len(one.intersection(runs)) for one in each]) for runs in own])
    return rows


def _runs(units: Sequence[str], length: int) -> list[tuple[str, ...]]:
    return list(zip(*(units[start:] for start in range(length)), strict=False))


SIDES = ("above", "highest", "lowest")
"""Beside the other statements: how far above their mean, and a share in being the highest or the
lowest, which those that are equal divide among them; no share where all are equal."""


def beside(rows: Sequence[Sequence[int]]) -> npt.NDArray[np.float64]:
    """The counts of each statement beside the others', `SIDES` of one measure after another."""
    counts = np.array(rows, np.float64)
    high, low = counts.max(axis=1, keepdims=True), counts.min(axis=1, keepdims=True)
    sides = [counts - counts.mean(axis=1, keepdims=True)]
    for end in (high, low):
        among = counts == end
        sides.append(among * (high > low) / among.sum(axis=1, keepdims=True))
    return np.stack(sides, axis=1).reshape(-1, counts.shape[1]).T
