"""Words for letters, in two languages with one grammar: `data/lexicon/logicskills/words.tsv`.

A row has an English word and its counterpart, so drawn rows word both sentences of a pair. The
letters are the paper's: names a–c, verbs F–I, adjectives J–L, nouns M–O, relations P–R.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from types import MappingProxyType

from engine.core.errors import InputError
from engine.core.items import Symbol
from engine.core.resources import data_file

_FILE = "lexicon/logicskills/words.tsv"
LANGUAGES = ("en", "carroll")
LETTERS = MappingProxyType(
    {"name": "abc", "verb": "FGHI", "adjective": "JKL", "noun": "MNO", "relation": "PQR"}
)
"""The letters of each kind of word."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row: a word in each language, and its other form.

    The other form of a past-tense verb is its base, that of a noun its plural; a verb with “will”,
    an adjective or a name has none. A noun comes with its article.
    """

    kind: str
    is_core: bool
    words: tuple[str, str]
    others: tuple[str, str]


@lru_cache(maxsize=1)
def lexicon() -> tuple[Entry, ...]:
    """All rows of the table.

    Raises:
        InputError: a row is of no kind or repeats a word.
    """
    with data_file(_FILE).open(encoding="utf-8", newline="") as text:
        rows = list(csv.DictReader(text, delimiter="\t", restval=""))
    seen: set[str] = set()
    for number, row in enumerate(rows, start=2):
        words = {row["english"], row["carroll"]}
        if row["kind"] not in LETTERS or not all(words) or len(words) < 2 or words & seen:
            raise InputError(f"{_FILE}, line {number}: a kind and two words of its own are needed")
        seen |= words
    return tuple(
        Entry(
            row["kind"],
            row["core"] == "yes",
            (row["english"], row["carroll"]),
            (row["english_other"], row["carroll_other"]),
        )
        for row in rows
    )


@lru_cache(maxsize=16)
def entries(kind: str, is_core: bool) -> tuple[Entry, ...]:
    """The rows of a kind: those of the small lexicon, or all."""
    return tuple(e for e in lexicon() if e.kind == kind and (e.is_core or not is_core))


def draw_words(rng: Random, *, is_small: bool) -> dict[str, Entry]:
    """Draw a row for each letter; the small lexicon always has the same rows in the same places."""
    drawn: dict[str, Entry] = {}
    for kind, letters in LETTERS.items():
        rows = entries(kind, is_small)
        chosen = rows if is_small else rng.sample(rows, len(letters))
        drawn.update(zip(letters, chosen, strict=True))
    return drawn


def symbol_of(letter: str, entry: Entry, language: str) -> Symbol:
    """The key entry of a letter."""
    at = LANGUAGES.index(language)
    word, other = entry.words[at], entry.others[at]
    match entry.kind:
        case "name":
            return Symbol(letter, word)
        case "relation":
            return Symbol(f"{letter}(x, y)", f"x {word} y", f"x did not {other} y")
        case "noun":
            return Symbol(
                f"{letter}(x)", f"x is {word}", f"x is not {word}", paraphrase=f"x are {other}"
            )
        case "adjective":
            return Symbol(f"{letter}(x)", f"x is {word}", f"x is not {word}")
    if other:
        return Symbol(f"{letter}(x)", f"x {word}", f"x did not {other}")
    return Symbol(f"{letter}(x)", f"x {word}", f"x will not {word.removeprefix('will ')}")
