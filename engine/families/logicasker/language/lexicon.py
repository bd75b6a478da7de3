"""Our own words for people and what can be said about them, from `data/lexicon/logicasker`.

Every entry has a `group`. Words of one group bear on one another (“bald” and “blond”, “baker” and
“bakes rye bread”), so an item uses at most one of them.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import lru_cache

from engine.core.errors import InputError
from engine.core.resources import data_file

_FOLDER = "lexicon/logicasker"


@dataclass(frozen=True, slots=True)
class Phrase:
    """What a subject is or does: `is a baker` and `is not a baker`."""

    affirmed: str
    denied: str
    group: str


@dataclass(frozen=True, slots=True)
class Relation(Phrase):
    """What a subject does to an object: `admires`, `does not admire`; `passive` reverses it."""

    passive: str


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All entries. `impersonals` are whole clauses about no person."""

    names: tuple[str, ...]
    occupations: tuple[Phrase, ...]
    adjectives: tuple[Phrase, ...]
    actions: tuple[Phrase, ...]
    impersonals: tuple[Phrase, ...]
    relations: tuple[Relation, ...]


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The lexicon of the data folder.

    Raises:
        InputError: a file lacks a column, or repeats an entry.
    """
    names = data_file(f"{_FOLDER}/names.txt").read_text(encoding="utf-8").split()
    return Lexicon(
        names=tuple(names),
        occupations=tuple(
            Phrase(f"is {row['noun']}", f"is not {row['noun']}", row["group"])
            for row in _rows("occupations.tsv", "noun")
        ),
        adjectives=tuple(
            Phrase(f"is {row['adjective']}", f"is not {row['adjective']}", row["group"])
            for row in _rows("adjectives.tsv", "adjective")
        ),
        actions=tuple(
            Phrase(row["third"], f"does not {row['verb']}", row["group"])
            for row in _rows("actions.tsv", "verb", "third")
        ),
        impersonals=tuple(
            Phrase(row["clause"], row["negation"], row["group"])
            for row in _rows("impersonals.tsv", "clause", "negation")
        ),
        relations=tuple(
            Relation(
                row["third"], f"does not {row['verb']}", row["group"], f"is {row['participle']} by"
            )
            for row in _rows("relations.tsv", "verb", "third", "participle")
        ),
    )


def _rows(file: str, key: str, *columns: str) -> list[dict[str, str]]:
    """The rows of a table; an entry without a group is a group of its own."""
    with data_file(f"{_FOLDER}/{file}").open(encoding="utf-8", newline="") as text:
        rows = list(csv.DictReader(text, delimiter="\t", restval=""))
    seen: set[str] = set()
    for number, row in enumerate(rows, start=1):
        if not all(row.get(column) for column in (key, *columns)):
            raise InputError(f"{file}, row {number}: the columns {key, *columns} need a text each")
        if row[key] in seen:
            raise InputError(f"{file}, row {number}: {row[key]!r} occurs twice")
        seen.add(row[key])
        row["group"] = row.get("group") or row[key]
    return rows
