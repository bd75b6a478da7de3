"""All answers as files to download: the snapshot, and one of Parquet, or of very many several.

Ten million answers are sixteen gigabytes of replies, more than all the rest of a build: they are
written beside it, while the pages are made, and packed as quickly as can be.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.analysis.answer_files import extent, write_answers
from engine.analysis.reading import Reading
from engine.pipeline.files.copying import copy_straight

SNAPSHOT = "sorites.duckdb"
"""What the copy of the snapshot is called."""

MOST_TOGETHER = 1_000_000
"""Answers up to which one file holds them all."""

EACH = 250_000
"""Answers in each of several files: 200 MB of usual replies."""

SUMS = "SHA256SUMS"
"""What `sha256sum --check` reads, beside several files."""

_WRITERS = 3
"""Two processors, and one that waits for the disk."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of a snapshot, and the files they go to, by their names from the root of files.

    Attributes:
        n: How many answers there are.
        parts: The first and last row of each file, by its name.
        is_split: Whether there are several files, written beside the rest.
    """

    n: int
    parts: dict[str, tuple[int, int]]
    is_split: bool


def answers_of(reading: Reading) -> Answers:
    """What there is to write, none of it without a snapshot."""
    n, last = extent(reading)
    if n <= MOST_TOGETHER:
        return Answers(n, {"responses.parquet": (0, last)} if n else {}, False)
    firsts = range(0, last + 1, EACH)
    width = len(str(len(firsts)))
    parts = {
        f"responses/responses-{number:0{width}}.parquet": (first, first + EACH - 1)
        for number, first in enumerate(firsts, 1)
    }
    return Answers(n, parts, True)


def write_together(snapshot: Path, answers: Answers, folder: Path) -> Path:
    """Write the one file of all answers."""
    [(name, (first, last))] = answers.parts.items()
    write_answers(snapshot, folder / name, first, last)
    return folder / name


@contextmanager
def writing_beside(snapshot: Path | None, answers: Answers, folder: Path) -> Iterator[None]:
    """Write the snapshot and several files of answers while something else is done.

    When that has ended they are there.
    """
    if snapshot is None:
        yield
        return
    folder.mkdir(parents=True, exist_ok=True)
    pool = ThreadPoolExecutor(_WRITERS)
    try:
        # A copy: what people do to the site's file must not be done to the snapshot.
        copied = pool.submit(copy_straight, snapshot, folder / SNAPSHOT)
        written = _writing(snapshot, answers, folder, pool)
        yield
        copied.result()
        if written:
            _write_sums(folder, written)
    finally:
        pool.shutdown(cancel_futures=True)


def _writing(
    snapshot: Path, answers: Answers, folder: Path, pool: ThreadPoolExecutor
) -> dict[str, Future[str]]:
    """The SHA-256 of each of several files, as they are written."""
    if not answers.is_split:
        return {}
    folder.joinpath(*Path(next(iter(answers.parts))).parent.parts).mkdir(parents=True)
    return {
        name: pool.submit(_write_part, snapshot, folder / name, rows)
        for name, rows in answers.parts.items()
    }


def _write_part(snapshot: Path, path: Path, rows: tuple[int, int]) -> str:
    """Write one of several files; gives its SHA-256."""
    write_answers(snapshot, path, *rows, packing="snappy")
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        _let_go(file.fileno())
    return digest


def _let_go(file: int) -> None:
    """Have a file on the disk and out of memory, where gigabytes of them are of no use."""
    os.fsync(file)
    if sys.platform == "linux":
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)


def _write_sums(folder: Path, written: dict[str, Future[str]]) -> None:
    lines = [f"{digest.result()}  {Path(name).name}\n" for name, digest in written.items()]
    beside = folder / next(iter(written))
    beside.with_name(SUMS).write_text("".join(lines), encoding="utf-8")
