"""What can be downloaded: the boards as tables, all answers, and the snapshot itself.

Written before the pages, which tell size and SHA-256 of each, and moved in beside them.
"""

from __future__ import annotations

import csv
import hashlib
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import orjson

from engine import spreadsheets
from engine.site.reading import Reading
from engine.site.releases import release_boards
from engine.site.scores import Board, boards
from engine.site.sources import RELEASES
from engine.site.tables import Cell, Column, code, count, table, text
from engine.store import STORAGE_VERSION, write_parquet
from engine.suites import suite_releases

FOLDER = "files"
"""Where they lie in the built site."""

_N_ANSWERS = "SELECT coalesce(sum(n), 0)::BIGINT AS n FROM effort"

_ANSWERS = """
SELECT run_hash, model, kind, dataset, prompt, probe, origin, item, idx, split, language, sample,
    rotation, gold, raw, answer, strict_answer, outcome, strict_outcome, extraction_rule, mistake,
    finish_reason, error_kind, latency_ms, prompt_tokens, completion_tokens, asked_at
FROM item_responses
"""

_JUDGED = _ANSWERS.replace(" raw,", "")
"""The same without what was replied."""

MOST_REPLIES = 1_000_000
"""Answers above which the file of answers leaves out the replies, which the snapshot holds packed:
ten million of them, written out once more, are ten gigabytes and minutes of work."""


@dataclass(frozen=True, slots=True)
class Download:
    """A file to be had: its name, what it is, its rows (None: not one table), size and SHA-256."""

    name: str
    about: str
    n_rows: int | None
    n_bytes: int
    sha256: str


def write_downloads(reading: Reading, folder: Path) -> tuple[Download, ...]:
    """Write all files into a folder; the same snapshot gives the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    stamp = reading.snapshot.stamp.content if reading.snapshot else None
    n_rows = _write_boards(folder / "leaderboard", boards(reading), {"snapshot": stamp})
    made = [
        _told(folder / "leaderboard.csv", "all boards, a row a score", n_rows),
        _told(folder / "leaderboard.json", "the same as JSON", n_rows),
    ]
    _write_releases(reading, folder / RELEASES)
    if reading.snapshot is None:
        return tuple(made)
    if answers := _write_answers(reading, folder / "responses.parquet"):
        made.append(answers)
    _put(reading.snapshot.path, folder / "elenchus.duckdb")
    about = f"the snapshot these pages are made from, DuckDB storage version {STORAGE_VERSION}"
    made.append(_told(folder / "elenchus.duckdb", about, None))
    return tuple(made)


def _write_boards(path: Path, found: tuple[Board, ...], told: dict[str, Any]) -> int:
    """Boards as CSV and as JSON with what is told of them; gives the number of rows. Any: JSON."""
    rows = [row for board in found for row in board_rows(board)]
    _write_csv(path.with_suffix(".csv"), rows)
    document = orjson.dumps({**told, "rows": rows}, option=orjson.OPT_INDENT_2)
    path.with_suffix(".json").write_bytes(document)
    return len(rows)


def _write_releases(reading: Reading, folder: Path) -> None:
    """The boards of each release, with what it froze."""
    folder.mkdir()
    for release in suite_releases():
        told = {"suite": release.suite, "released": release.released.isoformat()}
        contents = {"content_sha256": dict(release.contents)}
        _write_boards(folder / release.suite, release_boards(reading, release), told | contents)


def board_rows(board: Board) -> Iterator[dict[str, Any]]:
    """A row a score, with the range of its rank on its board. Any: JSON."""
    for score, rank in zip(board.scores, board.ranks(), strict=True):
        best, worst = rank or (None, None)
        yield {"rank_best": best, "rank_worst": worst, **asdict(score), "origin": str(score.origin)}


def downloads_section(made: tuple[Download, ...]) -> str:
    """The files as a table, with the links to them."""
    rows = [
        [
            Cell(f'<a href="site:{FOLDER}/{one.name}" download="">{one.name}</a>'),
            text(one.about),
            count(one.n_rows),
            count(one.n_bytes),
            code(one.sha256),
        ]
        for one in made
    ]
    columns = (
        Column("File"),
        Column("What it is"),
        Column("Rows", numeric=True),
        Column("Bytes", numeric=True),
        Column("SHA-256"),
    )
    return table("Files to download", columns, rows)


def _write_csv(path: Path, rows: list[dict[str, Any]]) -> None:
    """Any: cells of a table."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(rows[0] if rows else ())
        for row in rows:
            writer.writerow(
                spreadsheets.inert(cell) if isinstance(cell, str) else cell for cell in row.values()
            )


def _write_answers(reading: Reading, path: Path) -> Download | None:
    """All answers, as they lie in the snapshot; None where there are none."""
    if reading.snapshot is None:
        return None
    [counted] = reading.rows(_N_ANSWERS)
    n = counted["n"]
    if not n:
        return None
    has_replies = n <= MOST_REPLIES
    write_parquet(reading.snapshot.path, _ANSWERS if has_replies else _JUDGED, path)
    told = "unaltered, and how it was judged" if has_replies else "as judged; replies: the snapshot"
    return _told(path, f"every answer, {told}", n)


def _put(source: Path, target: Path) -> None:
    """A file under another name, without copying it where both lie on one disk.

    A snapshot is never written to: a new one takes its place.
    """
    try:
        target.hardlink_to(source)
    except OSError:
        shutil.copyfile(source, target)


def _told(path: Path, about: str, n_rows: int | None) -> Download:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return Download(path.name, about, n_rows, path.stat().st_size, digest)
