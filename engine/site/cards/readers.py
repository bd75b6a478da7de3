"""Who read the questions themselves, and how many were found invalid."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from engine.analysis.datasets.checks import readers
from engine.analysis.datasets.composition import facts
from engine.analysis.reading import Dataset, Reading, Row
from engine.show.escaping import escape
from engine.show.notices import notice
from engine.show.tables import Cell, Column, count, interval, share, table, text

_QUESTIONS = {
    "grammar": "not grammatical",
    "one-interpretation": "unclear, or with several readings",
    "answer-derivable": "another answer than ours, or none",
    "any": "any of these",
}

_COLUMNS = (
    Column("Reader"),
    Column("Found"),
    Column("Questions", numeric=True),
    Column("Invalid", numeric=True),
    Column("Share", numeric=True),
    Column("95% interval", numeric=True),
)


def readers_section(reading: Reading, sets: Sequence[Dataset]) -> list[str]:
    """Two tables for each set that was read; for the first that can be, the commands if not."""
    parts = []
    for place, dataset in enumerate(sets):
        found = readers(reading, dataset)
        if found:
            parts += [_readers(dataset.name, found), _rates(dataset.name, found)]
        elif place == 0 and facts(reading)[dataset.dataset_id]["n_skills"]:
            name = shlex.quote(dataset.name)
            parts.append(
                notice(
                    f"{dataset.name}: nobody has read a sample of its questions yet. These commands"
                    " draw one without the answers, and take a reader’s judgement in:",
                    f"sorites review write {name} --for validity --out sheet.csv",
                    f"sorites review read sheet.csv {name} --for validity --reader NAME"
                    " --reader-kind person",
                    "sorites site build",
                )
            )
    return parts


def _readers(dataset: str, found: list[Row]) -> str:
    """Who they were: persons or models is said in so many words."""
    kinds = {row["reader"]: row["reader_kind"] for row in found if row["reader"] is not None}
    shown = " and by ".join(
        f"<strong>{escape(name)}</strong>, a {kind}" for name, kind in kinds.items()
    )
    first = next(row for row in found if row["reader"] is not None)
    nobody = "" if "person" in kinds.values() else " No person has read them yet."
    return (
        f"<p>Of the {first['n_items']:,} questions of <code>{escape(dataset)}</code>,"
        f" {first['n']:,} were read by {shown}, who did not know the answers.{nobody}</p>"
    )


def _rates(dataset: str, found: list[Row]) -> str:
    rows = [
        [
            _reader(row),
            text(_QUESTIONS[row["question"]]),
            count(row["n"]),
            count(row["n_invalid"]),
            share(row["invalid_share"]),
            interval(row["low"], row["high"]),
        ]
        for row in found
    ]
    return table(f"Questions of <code>{escape(dataset)}</code> found invalid", _COLUMNS, rows)


def _reader(row: Row) -> Cell:
    if row["reader"] is None:
        return Cell(f"any of the {row['n_readers']} readers")
    return Cell(f"{escape(row['reader'])} <small>{row['reader_kind']}</small>", row["reader"])
