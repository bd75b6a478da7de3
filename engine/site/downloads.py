"""The downloads as a table with links: boards, all answers and the snapshot."""

from __future__ import annotations

from collections.abc import Iterator

from engine.pipeline.files.answers import EACH, SUMS, Answers
from engine.pipeline.files.downloads import EVERY_ANSWER, FOLDER, Download
from engine.show.tables.html import DASH, Cell, Column, code, count, table, text


def downloads_section(made: tuple[Download, ...], answers: Answers) -> str:
    """The files as a table, with the links to them."""
    rows = [
        [
            Cell(_link(f"{FOLDER}/{one.name}", one.name)),
            text(one.about),
            count(one.n_rows),
            count(one.n_bytes),
            code(one.sha256),
        ]
        for one in made
    ]
    rows[2:2] = _answers_rows(answers)
    columns = (
        Column("File"),
        Column("Content"),
        Column("Rows", numeric=True),
        Column("Bytes", numeric=True),
        Column("SHA-256"),
    )
    return table("Downloads", columns, rows, data={"key": "files"})


def _answers_rows(answers: Answers) -> Iterator[list[Cell]]:
    """One row for all answer files; they are written later, so sizes and hashes are unknown."""
    if not answers.is_split:
        return
    places = [f"{FOLDER}/{name}" for name in answers.parts]
    sums = f"{places[0].rpartition('/')[0]}/{SUMS}"
    links = " ".join(_link(place, str(at)) for at, place in enumerate(places, 1))
    yield [
        Cell(f"responses-….parquet: {links}"),
        text(f"{EVERY_ANSWER}; {EACH:,} in each file"),
        count(answers.n),
        Cell(DASH),
        Cell(_link(sums, SUMS)),
    ]


def _link(place: str, shown: str) -> str:
    return f'<a href="site:{place}" download="">{shown}</a>'
