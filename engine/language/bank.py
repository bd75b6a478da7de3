"""The proposition bank: our own simple statements, each true or false in any situation.

Every proposition names its subject, and no two in the bank share one, so that to a reader too the
propositions of an item are independent of each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from engine.core.errors import InputError
from engine.core.items import Symbol
from engine.core.resources import data_file

COLUMNS = ("subject", "text", "negation", "paraphrase", "world")

_WORLD = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Proposition:
    """A statement in mid-sentence form, with its negation and paraphrase.

    `negation` is its contradictory, `paraphrase` another wording of the same; `world` says whether
    it is true in the world, where that is known; `domain` is the field that it comes from.
    """

    subject: str
    text: str
    negation: str
    paraphrase: str | None = None
    domain: str | None = None
    world: bool | None = None

    def symbol(self, atom: str) -> Symbol:
        """The proposition as what `atom` stands for in an item."""
        return Symbol(atom, self.text, self.negation, self.paraphrase, self.domain, self.world)


@lru_cache(maxsize=1)
def load_bank() -> tuple[Proposition, ...]:
    """All propositions of our own bank, by domain and then in the order of the files.

    Raises:
        InputError: a row cannot be used, or two propositions share their subject or a wording.
    """
    return read_bank(data_file("lexicon/propositions"))


def read_bank(folder: Path) -> tuple[Proposition, ...]:
    """The propositions of a folder with one tab-separated file for each domain.

    Raises:
        InputError: a row cannot be used, or two propositions share their subject or a wording.
    """
    found: list[Proposition] = []
    taken: dict[tuple[str, str], str] = {}
    for path in sorted(folder.glob("*.tsv")):
        for where, row in _rows(path):
            proposition = _proposition(row, path.stem, where)
            for column in COLUMNS[:4]:
                key = (column if column == "subject" else "wording", row[column].lower())
                if key in taken:
                    raise InputError(
                        f"{where}: the {column} {row[column]!r} is also at {taken[key]}"
                    )
                taken[key] = where
            found.append(proposition)
    if not found:
        raise InputError(f"no propositions in {folder}; it needs a .tsv file for each domain")
    return tuple(found)


def _rows(path: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Each row as a mapping, with where it stands (file and line)."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if not lines or tuple(lines[0].split("\t")) != COLUMNS:
        raise InputError(f"{path.name}, line 1: expected the columns {', '.join(COLUMNS)}")
    for number, line in enumerate(lines[1:], start=2):
        where = f"{path.name}, line {number}"
        cells = line.split("\t")
        if len(cells) != len(COLUMNS):
            raise InputError(f"{where}: {len(cells)} columns instead of {len(COLUMNS)}")
        yield where, dict(zip(COLUMNS, cells, strict=True))


def _proposition(row: dict[str, str], domain: str, where: str) -> Proposition:
    for column, cell in row.items():
        if not cell or cell != cell.strip():
            raise InputError(f"{where}: the {column} is empty or has blanks around it")
    if row["world"] not in _WORLD:
        raise InputError(f"{where}: world is {row['world']!r} instead of true or false")
    for column in ("text", "negation", "paraphrase"):
        if row["subject"].lower() not in row[column].lower():
            raise InputError(f"{where}: the {column} does not name the subject {row['subject']!r}")
    return Proposition(
        subject=row["subject"],
        text=row["text"],
        negation=row["negation"],
        paraphrase=row["paraphrase"],
        domain=domain,
        world=_WORLD[row["world"]],
    )
