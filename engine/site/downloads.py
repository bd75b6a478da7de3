"""What can be downloaded: the boards as tables, all answers, and the snapshot itself.

Written before the pages, which tell size and SHA-256 of each, and moved in beside them.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import orjson

from engine.analysis.boards import Board, Score
from engine.analysis.reading import Reading
from engine.core import spreadsheets
from engine.pipeline.files.answers import EACH, SNAPSHOT, SUMS, Answers, answers_of, write_together
from engine.pipeline.files.suites import RELEASES
from engine.pipeline.suites import suite_releases
from engine.show.tables import DASH, Cell, Column, code, count, table, text
from engine.site.boards.releases import release_boards
from engine.store import STORAGE_VERSION, digest_of, sum_of

FOLDER = "files"
"""Where they lie in the built site."""

# The key of a run means nothing outside of the snapshot.
_COLUMNS = [one.name for one in fields(Score) if one.name != "run_id"]
_EVERY_ANSWER = "every answer, unaltered, and how it was judged"


@dataclass(frozen=True, slots=True)
class Download:
    """A file to be had: its name, what it is, its rows (None: not one table), size and SHA-256."""

    name: str
    about: str
    n_rows: int | None
    n_bytes: int
    sha256: str


def write_downloads(reading: Reading, folder: Path) -> tuple[Download, ...]:
    """Write all files but those written beside; the same snapshot gives the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    stamp = reading.snapshot.stamp.content if reading.snapshot else None
    n_rows = _write_boards(folder / "leaderboard", reading.boards, {"snapshot": stamp})
    made = [
        _described(folder / "leaderboard.csv", "all boards, a row a score", n_rows),
        _described(folder / "leaderboard.json", "the same as JSON", n_rows),
    ]
    _write_releases(reading, folder / RELEASES)
    if reading.snapshot is None:
        return tuple(made)
    answers = answers_of(reading)
    if answers.n and not answers.is_split:
        path = write_together(reading.snapshot.path, answers, folder)
        made.append(_described(path, _EVERY_ANSWER, answers.n))
    about = f"the snapshot these pages are made from, DuckDB storage version {STORAGE_VERSION}"
    size, digest = reading.snapshot.path.stat().st_size, sum_of(reading.snapshot.path)
    made.append(Download(SNAPSHOT, about, None, size, digest))
    return tuple(made)


def _write_boards(path: Path, found: tuple[Board, ...], facts: dict[str, Any]) -> int:
    """Boards as CSV and as JSON with facts about them; gives the number of rows. Any: JSON."""
    rows = [row for board in found for row in board_rows(board)]
    _write_csv(path.with_suffix(".csv"), rows)
    document = orjson.dumps({**facts, "rows": rows}, option=orjson.OPT_INDENT_2)
    path.with_suffix(".json").write_bytes(document)
    return len(rows)


def _write_releases(reading: Reading, folder: Path) -> None:
    """The boards of each release, with what it froze."""
    folder.mkdir()
    for release in suite_releases():
        facts = {"suite": release.suite, "released": release.released.isoformat()}
        contents = {"content_sha256": dict(release.contents)}
        _write_boards(folder / release.suite, release_boards(reading, release), facts | contents)


def board_rows(board: Board) -> Iterator[dict[str, Any]]:
    """A row a score. Any: JSON."""
    for score in board.scores:
        row = {**asdict(score), "origin": str(score.origin)}
        yield {name: row[name] for name in _COLUMNS}


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
        Column("What it is"),
        Column("Rows", numeric=True),
        Column("Bytes", numeric=True),
        Column("SHA-256"),
    )
    return table("Files to download", columns, rows, data={"key": "files"})


def _write_csv(path: Path, rows: list[dict[str, Any]]) -> None:
    """Any: cells of a table."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(_COLUMNS)
        for row in rows:
            writer.writerow(
                spreadsheets.inert(cell) if isinstance(cell, str) else cell for cell in row.values()
            )


def _answers_rows(answers: Answers) -> Iterator[list[Cell]]:
    """A line for several files, whose sizes and hashes are not known before they are written."""
    if not answers.is_split:
        return
    places = [f"{FOLDER}/{name}" for name in answers.parts]
    sums = f"{places[0].rpartition('/')[0]}/{SUMS}"
    links = " ".join(_link(place, str(at)) for at, place in enumerate(places, 1))
    yield [
        Cell(f"responses-….parquet: {links}"),
        text(f"{_EVERY_ANSWER}; {EACH:,} in each file"),
        count(answers.n),
        Cell(DASH),
        Cell(_link(sums, SUMS)),
    ]


def _link(place: str, shown: str) -> str:
    return f'<a href="site:{place}" download="">{shown}</a>'


def _described(path: Path, about: str, n_rows: int) -> Download:
    return Download(path.name, about, n_rows, path.stat().st_size, digest_of(path))
