"""Counts of what a sentence repeats of the premises, for one sentence in many letters at once.

A sentence is a row of numbers: its words, and the letters, atoms and signed letters of its formula.
In other letters it is the same row with some numbers exchanged, so runs of a row are counted for
all its exchanges by looking them up in tables of what the premises have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.families.logicskills.bank import EXCHANGES
from engine.families.logicskills.language import LETTERS, Tree, formula_of, sentence
from engine.families.logicskills.language.words import Noun, VerbPhrase, Words
from engine.logic import show

_Places = npt.NDArray[np.intp]
Numbers = npt.NDArray[Any]

_HELD = "".join(sorted(EXCHANGES[0]))
_SYMBOLS = (*_HELD, "x", "y", "¬")
_ATOM = re.compile(r"([A-Z])\((.)(?:, (.))?\)")
_SIGNED = re.compile(r"(¬?)([A-Z]|[a-c](?=[,)]))")
_QUANTIFIERS = ("every", "a", "no", "not", "only")
_SORTS = {
    "names": LETTERS["name"],
    "properties": LETTERS["verb"] + LETTERS["adjective"],
    "nouns": LETTERS["noun"],
    "relations": LETTERS["relation"],
}
_RUNS = (("words", 1), ("words", 2), ("words", 3), ("letters", 1), ("letters", 2), ("letters", 3),
         ("atoms", 1), ("signed", 1), ("opposed", 1), ("phrases", 1))  # fmt: skip
_SAME = {"opposed": "signed"}
"""Units that are looked for among other units of the premises."""
_WAYS = ("shared", "often", "most")
_ENDS = ((0, 0), (0, -1), (-1, 0), (-1, -1))
_OF_LETTERS = (
    *(f"{sort}-{way}" for sort in _SORTS for way in ("often", "premises")),
    *(f"ends-{one}-{other}" for one, other in _ENDS),
    "most-of-two",
    "in-several",
    "in-one",
    "rarest",
    "different",
)
MEASURES = (
    *(f"{kind}-{length}-{way}" for kind, length in _RUNS for way in _WAYS),
    *_OF_LETTERS,
)
COLUMNS = tuple(f"{one} {way}" for one in MEASURES for way in ("alone", "above", "below"))
"""Each measure, how far it is above the mean of all candidates, and above the highest."""


class Units(NamedTuple):
    """What is counted of a sentence, as numbers that `_exchanged` says how to exchange."""

    words: _Places
    letters: _Places
    atoms: _Places
    signed: _Places
    opposed: _Places
    phrases: _Places


class _Vocabulary(dict[str, int]):
    """Numbers for words; those of letters come first."""

    def __missing__(self, word: str) -> int:
        self[word] = len(self)
        return self[word]


_SIZE = 64  # above the number of words
_FORMS = ("-{0}", "{0}s", "{0}ed", "@{0}")
_numbers = _Vocabulary()
for _form in _FORMS:
    for _letter in _HELD:
        _numbers[_form.format(_letter)]


@lru_cache(maxsize=1)
def _words() -> Words:
    """Words of one shape for all letters of a sort."""
    found = Words(names={name: f"@{name}" for name in LETTERS["name"]})
    for letter in LETTERS["noun"]:
        found.nouns[letter] = Noun(f"-{letter}", f"a -{letter}", f"{letter}s")
        found.properties[letter] = VerbPhrase(f"is a -{letter}", f"is not a -{letter}", "is")
    for letter in LETTERS["verb"]:
        found.properties[letter] = VerbPhrase(f"{letter}ed", f"did not -{letter}", "did")
    for letter in LETTERS["relation"]:
        found.relations[letter] = VerbPhrase(f"{letter}ed", f"did not -{letter}", "did")
    return found


@lru_cache(maxsize=1 << 12)
def units_of(tree: Tree) -> Units:
    """The units of the sentence of a tree in the letters of `PALETTE`."""
    text, formula = sentence(tree, _words()), show(formula_of(tree))
    words = [_numbers[word.strip(",.")] for word in (text[0].lower() + text[1:]).split()]
    place = {letter: at for at, letter in enumerate(_SYMBOLS)}
    signed = [(bool(sign), place[letter]) for sign, letter in _SIGNED.findall(formula)]
    arrays: list[list[int]] = [
        words,
        [place[letter] for letter in re.findall(r"[A-Z]|[ab]", formula)],
        [
            place[name] * 169 + place[one] * 13 + (place[other] if other else 12)
            for name, one, other in _ATOM.findall(formula)
        ],
        [sign * 16 + at for sign, at in signed],
        [(not sign) * 16 + at for sign, at in signed],
        list(_phrases(words)),
    ]
    return Units(*(np.array(one, np.intp) for one in arrays))


def _phrases(words: Sequence[int]) -> Iterator[int]:
    """Quantifiers with the next word that is none."""
    quantifiers, last = {_numbers[one] for one in _QUANTIFIERS}, -1
    for word in words:
        if word in quantifiers:
            last = word
        elif last >= 0:
            yield last * _SIZE + word
            last = -1


@lru_cache(maxsize=1)
def _exchanged() -> Mapping[str, _Places]:
    """For each kind of unit and each exchange, what every number becomes."""
    letters = np.array(
        [[*(_HELD.index(one[letter]) for letter in _HELD), 9, 10, 11, 12, *range(13, 16)]
         for one in EXCHANGES]
    )  # fmt: skip
    words = np.tile(np.arange(_SIZE), (len(EXCHANGES), 1))
    for start in range(0, len(_FORMS) * len(_HELD), len(_HELD)):
        words[:, start : start + len(_HELD)] = start + letters[:, : len(_HELD)]
    atom = np.arange(13**3)
    parts = [letters[:, part] for part in (atom // 169, atom // 13 % 13, atom % 13)]
    signed = np.hstack([letters, 16 + letters])
    phrase = np.arange(_SIZE**2)
    return {
        "words": words,
        "letters": letters,
        "atoms": parts[0] * 169 + parts[1] * 13 + parts[2],
        "signed": signed,
        "opposed": signed,
        "phrases": phrase // _SIZE * _SIZE + words[:, phrase % _SIZE],
    }


def columns(
    premises: Sequence[Tree], firsts: Sequence[Tree], rows: Sequence[tuple[int, int]]
) -> Numbers:
    """A row for each of these sentences, an exchange of one of the firsts, with all `COLUMNS`."""
    given, made = [units_of(tree) for tree in premises], np.array(rows)
    counts = np.empty((len(MEASURES), len(rows)))
    for number in np.unique(made[:, 0]):
        [places] = (made[:, 0] == number).nonzero()
        own, exchanges = units_of(firsts[number]), made[places, 1]
        found = [_of_runs(*run, given, own, exchanges) for run in _RUNS]
        letters = _exchanged()["letters"][exchanges][:, own.letters]
        counts[:, places] = np.vstack([*found, _of_letters(given, letters)])
    beside = (counts.mean(axis=1, keepdims=True), counts.max(axis=1, keepdims=True))
    rows_of = [counts, *(counts - one for one in beside)]
    return np.stack(rows_of, axis=1).reshape(-1, counts.shape[1]).T


def _of_runs(
    kind: str, length: int, given: Sequence[Units], own: Units, exchanges: _Places
) -> Numbers:
    """For each exchange: how many different runs are shared, how often, how many with one premise.

    Exchanges repeat the runs that the sentence repeats, so the first shows which are different.
    """
    each = [_runs(getattr(one, _SAME.get(kind, kind)), length) for one in given]
    mine = _runs(_exchanged()[kind][exchanges][:, getattr(own, kind)], length)
    if not mine.shape[1]:
        return np.zeros((len(_WAYS), len(exchanges)))
    is_first = np.zeros(mine.shape[1], bool)
    is_first[np.unique(mine[0], return_index=True)[1]] = True
    known = np.unique(np.concatenate([*each, [-1]]))
    places = known.searchsorted(mine).clip(max=len(known) - 1)
    counted = [np.bincount(known.searchsorted(one), minlength=len(known)) for one in each]
    times = np.array(counted)[:, places] * (known[places] == mine)
    shared = (times > 0) & is_first
    return np.array(
        [
            shared.any(axis=0).sum(axis=1),
            times.sum(axis=(0, 2)),
            shared.sum(axis=2).max(axis=0),
        ]
    )


def _runs(numbers: _Places, length: int) -> _Places:
    """Runs of numbers, each as one number, along the last axis."""
    n = max(0, numbers.shape[-1] - length + 1)
    found = np.zeros((*numbers.shape[:-1], n), np.intp)
    for at in range(length):
        found = found * _SIZE + numbers[..., at : at + n]
    return found


def _of_letters(given: Sequence[Units], mine: _Places) -> Numbers:
    """For each row of letters, the values of `_OF_LETTERS`."""
    has = np.array([np.bincount(one.letters, minlength=len(_HELD)) for one in given])
    times, is_held = has.sum(axis=0), has > 0
    rows: list[Numbers] = []
    for sort in _SORTS.values():
        is_of = np.isin(mine, [_HELD.index(letter) for letter in sort if letter in _HELD])
        rows.append((times[mine] * is_of).sum(axis=1))
        rows.append((is_held[:, mine] & is_of).any(axis=2).sum(axis=0))
    for first, second in _ENDS:
        ends = np.array([one.letters[first] for one in given])
        rows.append((ends[:, np.newaxis] == mine[:, second]).sum(axis=0))
    own = np.zeros((len(mine), len(_HELD)), bool)
    np.put_along_axis(own, mine, values=True, axis=1)
    pairs = [one | other for one, other in combinations_with_replacement(is_held, 2)]
    rows.append(np.max([(own & pair).sum(axis=1) for pair in pairs], axis=0))
    standing = is_held.sum(axis=0)
    rows += [((standing > 1) & own).sum(axis=1), ((standing == 1) & own).sum(axis=1)]
    rows += [np.where(own, standing, len(given)).min(axis=1), own.sum(axis=1)]
    return np.array(rows)
