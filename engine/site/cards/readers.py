"""Who reviewed the questions, and how many they found invalid."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from engine.analysis.datasets.checks import readers
from engine.analysis.datasets.composition import facts
from engine.analysis.sources.reading import Dataset, Reading, Row
from engine.show.tables.html import Cell, Column, count, interval, share, table, text
from engine.show.texts.escaping import escape
from engine.show.texts.notices import notice

_QUESTIONS = {
    "grammar": "not grammatical",
    "one-interpretation": "unclear or ambiguous",
    "answer-derivable": "a different answer, or none",
    "any": "any of the three",
}

_COLUMNS = (
    Column("Reader"),
    Column("Fault"),
    Column("Questions", numeric=True),
    Column("Invalid", numeric=True),
    Column("Share", numeric=True),
    Column("95% interval", numeric=True),
)


def readers_section(reading: Reading, sets: Sequence[Dataset]) -> list[str]:
    """Two tables for each reviewed set; if the first set is unreviewed, how to review it."""
    parts = []
    for place, dataset in enumerate(sets):
        found = readers(reading, dataset)
        if found:
            parts += [_readers(dataset.name, found), _rates(dataset.name, found)]
        elif place == 0 and facts(reading)[dataset.dataset_id]["n_skills"]:
            name = shlex.quote(dataset.name)
            parts.append(
                notice(
                    f"{dataset.name}: nobody has reviewed its questions yet. These commands draw a"
                    " sample without answers and import a reader’s judgements:",
                    f"sorites review write {name} --for validity --out sheet.csv",
                    f"sorites review read sheet.csv {name} --for validity --reader NAME"
                    " --reader-kind person",
                    "sorites site build",
                )
            )
    return parts


def _readers(dataset: str, found: list[Row]) -> str:
    """Name the readers, and say whether each is a person or a model."""
    kinds = {row["reader"]: row["reader_kind"] for row in found if row["reader"] is not None}
    shown = " and by ".join(
        f"<strong>{escape(name)}</strong>, a {kind}" for name, kind in kinds.items()
    )
    first = next(row for row in found if row["reader"] is not None)
    nobody = "" if "person" in kinds.values() else " No person has reviewed them yet."
    return (
        f"<p>{first['n']:,} of the {first['n_items']:,} questions of"
        f" <code>{escape(dataset)}</code> were reviewed by {shown}, without seeing the"
        f" answers.{nobody}</p>"
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
    return table(f"Invalid questions in <code>{escape(dataset)}</code>", _COLUMNS, rows)


def _reader(row: Row) -> Cell:
    if row["reader"] is None:
        return Cell(f"any of the {row['n_readers']} readers")
    return Cell(f"{escape(row['reader'])} <small>{row['reader_kind']}</small>", row["reader"])
