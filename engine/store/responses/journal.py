"""The journal: every answer is on disk as soon as it is received, before it reaches a database.

`journal/<run hash>/run.json` next to the database describes the run. Each worker appends one JSON
line per answer to its own file there. A line is written by one call and never changed, so a killed
process leaves at most one half-written last line, which the reader skips. The journal is both the
crash-safe record and the key for resuming a run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import orjson

from engine.core.errors import InputError, StoreError
from engine.core.items import Grade, Mistake, Origin, Outcome, Response
from engine.store.responses.answers import Answer
from engine.store.responses.runs import Run

_HEADER = "run.json"
_NEWLINE = b"\n"


class Journal:
    """The file of one worker for one run. Use it as a context manager."""

    def __init__(self, folder: Path, worker: str) -> None:
        self.path = folder / f"{worker}.jsonl"
        self._file = -1

    def __enter__(self) -> Self:
        self._file = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        size = os.fstat(self._file).st_size
        if size and os.pread(self._file, 1, size - 1) != _NEWLINE:
            # a killed worker left half a line; without a newline the next answer would be lost with
            # it
            os.write(self._file, _NEWLINE)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._file)

    def append(self, response: Response, grade: Grade, group: int | None = None) -> None:
        """Record one answer. Once this returns, killing the process cannot lose it.

        `group` is that of its item, for watching the run without its items.

        Raises:
            StoreError: if the disk did not take it.
        """
        entry = {"response": response, "grade": grade, "group": group}
        line = memoryview(orjson.dumps(entry) + _NEWLINE)
        try:
            while line:
                line = line[os.write(self._file, line) :]
        except OSError as error:
            raise StoreError(f"cannot write the journal {self.path}: {error.strerror}") from None


class Entry(NamedTuple):
    """One answer of a journal, and the byte offset of its end in the file.

    `group` is that of its item; None if unknown.
    """

    response: Response
    grade: Grade
    group: int | None
    end: int


def journal_root(db: Path) -> Path:
    """The folder of all journals of a database."""
    return db.parent / "journal"


def open_journal(db: Path, run: Run) -> Path:
    """The folder of a run's journal, with the run's description written into it.

    The header is rewritten at each start, so that a resumed run can plan more answers.
    """
    folder = journal_root(db) / run.run_hash
    folder.mkdir(parents=True, exist_ok=True)
    partial = folder / f"{_HEADER}.{os.getpid()}"
    partial.write_bytes(orjson.dumps({"database": db.name, "run": asdict(run)}))
    partial.replace(folder / _HEADER)
    return folder


def read_run(folder: Path) -> Run:
    """The run of this journal.

    Raises:
        InputError: if the folder holds no journal.
    """
    try:
        header = orjson.loads((folder / _HEADER).read_bytes())["run"]
        beside = tuple(header.get("beside", ()))
        return Run(**{**header, "origin": Origin(header["origin"]), "beside": beside})
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise InputError(f"{folder} holds no journal of a run: {error}") from None


def journals(db: Path) -> tuple[Path, ...]:
    """The folders of the journals that belong to this database, by name."""
    found = []
    for header in sorted(journal_root(db).glob(f"*/{_HEADER}")):
        try:
            owner = orjson.loads(header.read_bytes())["database"]
        except (ValueError, TypeError, KeyError):
            continue
        if owner == db.name:
            found.append(header.parent)
    return tuple(found)


def worker_files(folder: Path) -> tuple[Path, ...]:
    """The files of a journal, one per worker."""
    return tuple(sorted(folder.glob("*.jsonl")))


def read_file(path: Path, start: int = 0) -> Iterator[Entry]:
    """The answers of one worker's file from byte `start` on.

    An unfinished or damaged line is skipped; its question counts as not asked.
    """
    with path.open("rb") as file:
        file.seek(start)
        end = start
        for line in file:
            end += len(line)
            if not line.endswith(_NEWLINE):
                return
            answer = _answer(line)
            if answer is not None:
                yield Entry(*answer, end)


def read_journal(folder: Path) -> Iterator[Answer]:
    """All answers of a run, worker after worker."""
    for path in worker_files(folder):
        for entry in read_file(path):
            yield entry.response, entry.grade


def _answer(line: bytes) -> tuple[Response, Grade, int | None] | None:
    try:
        entry: dict[str, Any] = orjson.loads(line)
        response, grade = entry["response"], entry["grade"]
        return (
            Response(**{**response, "messages": tuple(response["messages"])}),
            Grade(
                **{
                    **grade,
                    "outcome": Outcome(grade["outcome"]),
                    "strict_outcome": Outcome(grade["strict_outcome"]),
                    "mistake": Mistake(grade["mistake"]) if grade.get("mistake") else None,
                }
            ),
            entry.get("group"),
        )
    except (ValueError, TypeError, KeyError):
        return None
