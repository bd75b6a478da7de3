"""The journal: every answer is on disk as soon as it is received, before it reaches a database.

`journal/<run hash>/run.json` next to the database describes the run, and `planned.bin` lists its
questions. Each worker appends one JSON line per answer to its own file there. A line is written by
one call and never changed, so a killed process leaves at most one half-written last line, which the
reader skips. The journal is both the crash-safe record and the key for resuming a run.

A kill loses nothing that was received. A power failure loses at most the last `SYNC_EVERY_S`
seconds, never what the database holds: a journal is flushed to the disk before it is ingested.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime
from operator import attrgetter
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from engine.core.durable import sync, write_durably
from engine.core.errors import InputError, StoreError, first_fault
from engine.core.items import Grade, Response
from engine.store.responses.answers import Answer
from engine.store.responses.planned import Planned
from engine.store.responses.runs import Run

SYNC_EVERY_S = 1.0
"""The most seconds of answers that a power failure can lose."""

_HEADER = "run.json"
_NEWLINE = b"\n"
_LONGEST = 32 * 2**20
"""Bytes of a line: twice the longest reply that is received."""
_SHORT = 12
"""Letters of a run's hash by which each of its lines names it."""
_MOST = {
    "sample": 127,
    "rotation": 63,
    "prompt_tokens": 2**31 - 1,
    "completion_tokens": 2**31 - 1,
    "cached_tokens": 2**31 - 1,
    "reasoning_tokens": 2**31 - 1,
}
"""The largest numbers that runs and tables take."""
_limited = attrgetter(*_MOST)


class Journal:
    """The file of one worker for one run. Use it as a context manager."""

    def __init__(self, folder: Path, worker: str) -> None:
        self.path = folder / f"{worker}.jsonl"
        self._file = -1
        self._sync_at = 0.0
        self._disk = ThreadPoolExecutor(1)  # a disk can take long, and meanwhile replies come
        self._syncing: Future[None] | None = None

    def __enter__(self) -> Self:
        self._file = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        size = os.fstat(self._file).st_size
        if size and os.pread(self._file, 1, size - 1) != _NEWLINE:
            # a killed worker left half a line; without a newline the next answer would be lost with
            # it
            os.write(self._file, _NEWLINE)
        sync(self.path.parent)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._disk.shutdown()
        os.close(self._file)
        if self._syncing is not None:
            self._syncing.result()
        sync(self.path)

    def append(self, response: Response, grade: Grade, group: int | None = None) -> None:
        """Record one answer. Once this returns, killing the process cannot lose it.

        A power failure can lose the answers of the last `SYNC_EVERY_S` seconds.
        `group` is that of its item, for watching the run without its items.

        Raises:
            StoreError: if the disk did not take it.
        """
        run = self.path.parent.name[:_SHORT]
        entry = {"response": response, "grade": grade, "group": group, "run": run}
        line = memoryview(orjson.dumps(entry) + _NEWLINE)
        try:
            while line:
                line = line[os.write(self._file, line) :]
            if (now := time.monotonic()) >= self._sync_at:
                if self._syncing is not None:
                    self._syncing.result()
                self._syncing = self._disk.submit(os.fsync, self._file)
                self._sync_at = now + SYNC_EVERY_S
        except OSError as error:
            raise StoreError(f"cannot write the journal {self.path}: {error.strerror}") from None


class Line(BaseModel):
    """One answer as it stands in a journal. `group` is that of its item; None if unknown.

    `run` begins the hash of its run; None in journals of before November 2026.
    """

    model_config = ConfigDict(frozen=True, strict=True)

    response: Response
    grade: Grade
    group: int | None = Field(None, ge=-(2**63), lt=2**63)
    run: str | None = None

    @model_validator(mode="after")
    def _fits_tables(self) -> Self:
        """Refuse numbers and times that no table takes, so that one line cannot stop the rest."""
        response = self.response
        for name, value in zip(_MOST, _limited(response), strict=True):
            if value and not 0 <= value <= _MOST[name]:
                raise ValueError(f"{name} is not from 0 to {_MOST[name]:,}")
        asked_at = response.asked_at
        if asked_at is not None and datetime.fromisoformat(asked_at).tzinfo is None:
            raise ValueError("asked_at has no time zone")
        return self


class _Header(BaseModel):
    """What describes the run of a journal.

    `planned` is the hash of the list of its questions; None in journals of before December 2026.
    """

    model_config = ConfigDict(frozen=True, strict=True)

    database: str
    run: Run
    planned: str | None = None

    @model_validator(mode="after")
    def _is_possible(self) -> Self:
        if self.run.n_planned < 0 or self.run.samples < 1:
            raise ValueError("n_planned is negative, or samples is not 1 or more")
        return self


class Entry(NamedTuple):
    """One line of a journal as written; `line` is None if it is blank or has a `fault`."""

    line: Line | None
    fault: str
    raw: bytes


def journal_root(db: Path) -> Path:
    """The folder of all journals of a database."""
    return db.parent / "journal"


def open_journal(db: Path, run: Run, planned: Planned | None = None) -> Path:
    """The folder of a run's journal, with the run's description written into it.

    The header is rewritten at each start, so that a resumed run can plan more answers. Without
    `planned`, those of before are kept.
    """
    folder = journal_root(db) / run.run_hash
    folder.mkdir(parents=True, exist_ok=True)
    digest = _digest_of_planned(folder) if planned is None else planned.keep(folder)
    header = {"database": db.name, "run": asdict(run), "planned": digest}
    write_durably(folder / _HEADER, orjson.dumps(header))
    sync(folder.parent)
    return folder


def _digest_of_planned(folder: Path) -> str | None:
    with suppress(InputError):
        return _read_header(folder).planned
    return None


def read_run(folder: Path) -> Run:
    """The run of this journal.

    Raises:
        InputError: if the folder holds no journal.
    """
    return _read_header(folder).run


def read_planned(folder: Path) -> Planned | None:
    """The questions of a journal's run; None if it is too old to list them.

    Raises:
        InputError: if the folder holds no journal, or its list is damaged.
    """
    digest = _read_header(folder).planned
    try:
        return None if digest is None else Planned.read(folder, digest)
    except (OSError, ValueError) as error:
        raise _unreadable(folder, "its list of questions", error) from None


def _read_header(folder: Path) -> _Header:
    try:
        header = _Header.model_validate_json((folder / _HEADER).read_bytes())
        if header.run.run_hash != folder.name:
            raise ValueError(f"it describes the run {header.run.run_hash[:_SHORT]}")
    except (OSError, ValueError) as error:
        raise _unreadable(folder, _HEADER, error) from None
    return header


def _unreadable(folder: Path, what: str, error: OSError | ValueError) -> InputError:
    fault = first_fault(error) if isinstance(error, ValidationError) else error
    return InputError(
        f"{folder} holds no journal of a run, because {what} cannot be read ({fault}); the"
        " command that made the run writes it again"
    )


def journals(db: Path) -> tuple[Path, ...]:
    """The folders of the journals that belong to this database, or may, by name."""
    found = []
    for folder in sorted(journal_root(db).glob("*/")):
        try:
            owner = orjson.loads((folder / _HEADER).read_bytes())["database"]
        except (OSError, ValueError, TypeError, KeyError):
            owner = None
        # answers of nobody must not be passed over in silence
        if owner == db.name or (not isinstance(owner, str) and worker_files(folder)):
            found.append(folder)
    return tuple(found)


def worker_files(folder: Path) -> tuple[Path, ...]:
    """The files of a journal, one per worker."""
    return tuple(sorted(folder.glob("*.jsonl")))


def read_file(path: Path, start: int = 0) -> Iterator[Entry]:
    """The lines of one worker's file from byte `start` on, without an unfinished last one.

    The question of a damaged line counts as not asked.
    """
    with path.open("rb") as file:
        file.seek(start)
        is_too_long = False
        while raw := file.readline(_LONGEST):
            if raw.endswith(_NEWLINE):
                fault = f"it is longer than {_LONGEST // 2**20} MB"
                yield Entry(None, fault, raw) if is_too_long else _entry(raw)
                is_too_long = False
            elif len(raw) < _LONGEST:
                return
            else:
                is_too_long = True
                yield Entry(None, "", raw)


def read_journal(folder: Path) -> Iterator[Answer]:
    """All answers of a run that can be used, worker after worker."""
    run = planned = None
    with suppress(InputError):  # what it described can still be read
        run = read_run(folder)
        planned = read_planned(folder)
    for path in worker_files(folder):
        for line, _, _ in read_file(path):
            if line is not None and (run is None or misplaced(run, planned, line) is None):
                yield line.response, line.grade


def misplaced(run: Run, planned: Planned | None, line: Line) -> str | None:
    """Why an answer cannot be to a question of the run; None if it can."""
    response = line.response
    if line.run not in (None, run.run_hash[:_SHORT]):
        return f"it is of the run {line.run}"
    if response.sample >= run.samples:
        return f"sample {response.sample} of a run with {run.samples}"
    if response.rotation and not run.rotated:
        return f"rotation {response.rotation} in a run without rotations"
    if run.rotated and not "A" <= (line.grade.lenient or "A") <= "Z":
        return "its answer is no letter of an option"
    if planned is None or response.rotation < (n := planned.orders(response.item)):
        return None
    if n:
        return f"rotation {response.rotation} of an item with {n} options"
    return f"the run does not ask item {response.item[:12]}"


def _entry(raw: bytes) -> Entry:
    if raw == _NEWLINE:  # it ends what a killed worker left
        return Entry(None, "", raw)
    try:
        return Entry(Line.model_validate_json(raw), "", raw)
    except ValidationError as error:
        return Entry(None, first_fault(error), raw)
