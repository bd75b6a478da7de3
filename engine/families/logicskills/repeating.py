"""Counts of what a statement repeats of the premises, by which arguments are sieved.

They are those of `overlaps` in this folder and some of the letters alone: by sort, with what
negates them, at both ends, and by how many premises they stand in.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

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
from engine.families.logicskills.overlaps import MEASURES, SIDES, Units, beside, overlaps, units_of
from engine.logic import show

_SORTS = {
    "names": LETTERS["name"],
    "properties": LETTERS["verb"] + LETTERS["adjective"],
    "nouns": LETTERS["noun"],
    "relations": LETTERS["relation"],
}
_ENDS = tuple(product((0, -1), repeat=2))
_QUANTIFIERS = frozenset(("every", "a", "an", "no", "not", "only"))
_SIGNED = re.compile(r"¬?[A-Z]|[a-c](?=[,)])")
_MORE = (
    *(f"{sort}-{way}" for sort in _SORTS for way in ("often", "own", "premises")),
    "signed-often",
    "opposed-often",
    "phrases-often",
    "phrases-shared",
    *(f"ends-{'first' if one == 0 else 'last'}-{'first' if other == 0 else 'last'}"
      for one, other in _ENDS),
    "most-of-one",
    "most-of-two",
    "in-several",
    "rarest",
    "in-one",
)  # fmt: skip
COLUMNS = (
    *(f"{measure} {side}" for measure in (*MEASURES, *_MORE) for side in SIDES),
    *_MORE,
)


class Measured(NamedTuple):
    """A sentence as it is measured, whatever words it will get."""

    units: Units
    letters: frozenset[str]
    signed: tuple[str, ...]
    phrases: tuple[tuple[str, str], ...]


@lru_cache(maxsize=1)
def _words() -> Words:
    """The words by which sentences are measured: the small lexicon's, which are fixed."""
    entries = draw_words(Random(0), is_small=True)
    letters = (letter for sort in LETTERS.values() for letter in sort)
    return words_of(tuple(symbol_of(letter, entries[letter], "en") for letter in letters))


@lru_cache(maxsize=1 << 13)
def measured(tree: Tree) -> Measured:
    """The sentence of a tree as it is measured."""
    formula = show(formula_of(tree))
    one = units_of(sentence(tree, _words()), formula)
    return Measured(one, frozenset(one.letters), tuple(_SIGNED.findall(formula)), _phrases(one))


def _phrases(one: Units) -> tuple[tuple[str, str], ...]:
    """The words that follow quantifiers, with them."""
    found, last = [], ""
    for word in one.words:
        if word in _QUANTIFIERS:
            last = word
        elif last:
            found.append((last, word))
            last = ""
    return tuple(found)


def columns(premises: Sequence[Measured], options: Sequence[Measured]) -> npt.NDArray[np.float32]:
    """A row for each statement, with the values of `COLUMNS`."""
    more = _more(premises, options)
    counted = [*overlaps([one.units for one in premises], [one.units for one in options]), *more]
    return np.hstack([beside(counted), np.array(more).T]).astype(np.float32)


def _more(premises: Sequence[Measured], options: Sequence[Measured]) -> list[list[int]]:
    """A row for each of `_MORE`, with a count for each statement."""
    own = [one.units.letters for one in options]
    return [
        *_of_sorts(premises, own),
        *_of_signs(premises, options),
        *(
            [sum(one.units.letters[i : i + 1 or None] == few[j : j + 1 or None] for one in premises)
             for few in own]
            for i, j in _ENDS
        ),
        *_of_letters(premises, options),
    ]  # fmt: skip


def _of_sorts(premises: Sequence[Measured], own: Sequence[Sequence[str]]) -> list[list[int]]:
    times = Counter(letter for one in premises for letter in one.units.letters)
    rows = []
    for sort in _SORTS.values():
        of_sort = [[letter for letter in few if letter in sort] for few in own]
        rows.append([sum(times[letter] for letter in few) for few in of_sort])
        rows.append([len(set(few)) for few in of_sort])
        rows.append([sum(not one.letters.isdisjoint(few) for one in premises) for few in of_sort])
    return rows


def _of_signs(premises: Sequence[Measured], options: Sequence[Measured]) -> list[list[int]]:
    signs = Counter(letter for one in premises for letter in one.signed)
    phrases = Counter(phrase for one in premises for phrase in one.phrases)
    return [
        [sum(signs[letter] for letter in one.signed) for one in options],
        [sum(signs[_opposed(letter)] for letter in one.signed) for one in options],
        [sum(phrases[phrase] for phrase in one.phrases) for one in options],
        [len(phrases.keys() & set(one.phrases)) for one in options],
    ]


def _opposed(letter: str) -> str:
    return letter[1:] if letter[0] == "¬" else f"¬{letter}"


def _of_letters(premises: Sequence[Measured], options: Sequence[Measured]) -> list[list[int]]:
    each = [one.letters for one in premises]
    pairs = [one | other for one, other in product(each, repeat=2)]
    standing = Counter(letter for one in each for letter in one)
    counts = [[standing[letter] for letter in one.letters] for one in options]
    return [
        [max(len(one.letters & few) for few in each) for one in options],
        [max(len(one.letters & few) for few in pairs) for one in options],
        [sum(count > 1 for count in row) for row in counts],
        [min(row) for row in counts],
        [row.count(1) for row in counts],
    ]
