"""All answers as files to download: the snapshot, and one or several Parquet files.

Ten million answers are sixteen gigabytes of replies and dominate a build. They are written in the
background while the pages are made, with fast compression.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.analysis.items.answer_files import extent, write_answers
from engine.analysis.sources.reading import Reading
from engine.pipeline.files.copying import copy_straight

SNAPSHOT = "sorites.duckdb"
"""The name of the snapshot's copy."""

MOST_TOGETHER = 1_000_000
"""The most answers that go into a single file."""

EACH = 250_000
"""Answers per file if there are several: about 200 MB."""

SUMS = "SHA256SUMS"
"""The file of checksums for `sha256sum --check`, next to several files."""

_WRITERS = 3
"""Threads without an executor: two compute while one waits for the disk."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of a snapshot and the files to write.

    Attributes:
        n: The number of answers.
        parts: The first and last row of each file, by its path below the folder of files.
        is_split: Whether there are several files, written in the background.
    """

    n: int
    parts: dict[str, tuple[int, int]]
    is_split: bool


def answers_of(reading: Reading) -> Answers:
    """The answers to write; none without a snapshot."""
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
def writing_in_background(
    snapshot: Path | None, answers: Answers, folder: Path, executor: Executor | None = None
) -> Iterator[None]:
    """Write the snapshot and several files of answers while the context runs.

    On exit the files are complete. Without an executor, threads of this process write them.
    """
    if snapshot is None:
        yield
        return
    folder.mkdir(parents=True, exist_ok=True)
    with nullcontext(executor) if executor else ThreadPoolExecutor(_WRITERS) as pool:
        # a copy, so that changes to the site's file cannot reach the snapshot
        copied = pool.submit(copy_straight, snapshot, folder / SNAPSHOT)
        written = _writing(snapshot, answers, folder, pool)
        try:
            yield
            copied.result()
            if written:
                _write_sums(folder, written)
        finally:
            begun: list[Future[Any]] = [copied, *written.values()]  # Any: not looked at
            wait([one for one in begun if not one.cancel()])


def _writing(
    snapshot: Path, answers: Answers, folder: Path, pool: Executor
) -> dict[str, Future[str]]:
    """The SHA-256 of each of several files, once it is written."""
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
    """Flush a file to disk and drop it from the page cache, which gigabytes would fill."""
    os.fsync(file)
    if sys.platform == "linux":
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)


def _write_sums(folder: Path, written: dict[str, Future[str]]) -> None:
    lines = [f"{digest.result()}  {Path(name).name}\n" for name, digest in written.items()]
    first = folder / next(iter(written))
    first.with_name(SUMS).write_text("".join(lines), encoding="utf-8")
