"""The general files to download: the boards as tables, and all answers.

They are written before the pages, which show the size and SHA-256 of each.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import orjson

from engine.analysis.boards import Board, Score
from engine.analysis.items.readings import corpus
from engine.analysis.sources.reading import Reading
from engine.core.canary import canary
from engine.core.resources import project_file
from engine.core.spreadsheets import neutralised
from engine.core.suite_files import Release, suite_releases
from engine.pipeline.files.answers import SNAPSHOT, answers_of, write_together
from engine.pipeline.files.suites import RELEASES
from engine.pipeline.generate.suites import held_sets
from engine.store import STORAGE_VERSION, digest_of, sum_of

FOLDER = "files"
"""The folder of downloads in the built site."""

# the key of a run means nothing outside the snapshot
_COLUMNS = [one.name for one in fields(Score) if one.name != "run_id"]
READ_BY_HAND = "readings/replies.jsonl"
EVERY_ANSWER = "every answer, unaltered, and how it was judged"


@dataclass(frozen=True, slots=True)
class Download:
    """A file to download: name, description, rows (None: not one table), size and SHA-256."""

    name: str
    about: str
    n_rows: int | None
    n_bytes: int
    sha256: str


def write_downloads(reading: Reading, folder: Path) -> tuple[Download, ...]:
    """Write all files but those written in the background; equal snapshots give equal bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    stamp = reading.snapshot.stamp.content if reading.snapshot else None
    n_rows = _write_boards(folder / "leaderboard", reading.boards, {"snapshot": stamp})
    made = [
        _described(folder / "leaderboard.csv", "all boards, a row a score", n_rows),
        _described(folder / "leaderboard.json", "the same as JSON", n_rows),
    ]
    _write_releases(reading, folder / RELEASES)
    replies = _write_replies(folder)
    if reading.snapshot is None:
        return (*made, replies)
    answers = answers_of(reading)
    if answers.n and not answers.is_split:
        path = write_together(reading.snapshot.path, answers, folder)
        made.append(_described(path, EVERY_ANSWER, answers.n))
    about = f"the snapshot these pages are made from, DuckDB storage version {STORAGE_VERSION}"
    size, digest = reading.snapshot.path.stat().st_size, sum_of(reading.snapshot.path)
    return (*made, Download(SNAPSHOT, about, None, size, digest), replies)


def _write_replies(folder: Path) -> Download:
    """The replies read by hand, with the canary in each line, and what their fields mean."""
    path = folder / READ_BY_HAND
    path.parent.mkdir()
    lines = [orjson.dumps({**reply, "canary": canary()}) for reply in corpus()]
    path.write_bytes(b"\n".join(lines) + b"\n")
    (path.parent / "README.md").write_bytes(project_file("site/parts/replies.md").read_bytes())
    about = "replies of small models and how readers read them"
    return replace(_described(path, about, len(lines)), name=READ_BY_HAND)


def _write_boards(path: Path, found: tuple[Board, ...], facts: dict[str, Any]) -> int:
    """Boards as CSV and as JSON with facts about them; gives the number of rows. Any: JSON."""
    rows = [row for board in found for row in board_rows(board)]
    _write_csv(path.with_suffix(".csv"), rows)
    document = orjson.dumps({**facts, "rows": rows}, option=orjson.OPT_INDENT_2)
    path.with_suffix(".json").write_bytes(document)
    return len(rows)


def _write_releases(reading: Reading, folder: Path) -> None:
    """Write the boards of each release, with its frozen content hashes."""
    folder.mkdir()
    for release in suite_releases():
        facts = {"suite": release.suite, "released": release.released.isoformat()}
        contents = {"content_sha256": dict(release.contents)}
        _write_boards(folder / release.suite, release_boards(reading, release), facts | contents)


def board_rows(board: Board) -> Iterator[dict[str, Any]]:
    """A row per score. Any: JSON."""
    for score in board.scores:
        row = {**asdict(score), "origin": str(score.origin)}
        yield {name: row[name] for name in _COLUMNS}


def release_boards(reading: Reading, release: Release) -> tuple[Board, ...]:
    """The boards of the data sets of a release."""
    names = {dataset.name for dataset in held_sets(reading.datasets, release).values()}
    return tuple(board for board in reading.boards if board.dataset in names)


def _write_csv(path: Path, rows: list[dict[str, Any]]) -> None:
    """Any: cells of a table."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(_COLUMNS)
        writer.writerows(neutralised(row.values()) for row in rows)


def _described(path: Path, about: str, n_rows: int) -> Download:
    return Download(path.name, about, n_rows, path.stat().st_size, digest_of(path))
