"""Ingest journals into the database: in short transactions, at any time, repeatable.

The database keeps how much of each file it has and the hash of that part. A file that no longer
begins so was damaged, restored or started over, and is read again from its beginning.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
from duckdb import DuckDBPyConnection

from engine.core.durable import sync
from engine.core.errors import InputError, StoreError
from engine.core.items import Outcome
from engine.store.connection import PATIENCE_S, StoreBusy, connect
from engine.store.responses.answers import Answer, Stored, portion, record_run
from engine.store.responses.journal import (
    journals,
    misplaced,
    read_file,
    read_planned,
    read_run,
    worker_files,
)
from engine.store.responses.planned import Planned
from engine.store.responses.runs import Run, dataset_of
from engine.store.transactions import transaction

_TOGETHER, _TOGETHER_SIZE = 5_000, 10_000_000
"""Answers per transaction, and the letters of theirs; DuckDB keeps them in memory until it ends."""

_MEMORY = "100MB"
"""DuckDB's memory limit during a run: a run of 100,000 questions then stays below 250 MB."""

_MORE_MEMORY = "1GB"
"""Its limit for a journal with replies of many megabytes."""


@dataclass(frozen=True, slots=True)
class Ingestion:
    """The result of one ingestion: journals ingested, and the new answers in them.

    `postponed` is a sentence on why nothing could be done now; `skipped` has one for each journal
    that could not be ingested, and for each with lines that were left out.
    """

    runs: int
    added: int
    postponed: str | None = None
    skipped: tuple[str, ...] = ()


class _Known(NamedTuple):
    """A run, its questions, and the parts of its journal that are ingested."""

    run: Run
    planned: Planned
    parts: dict[str, _Part]


@dataclass(slots=True)
class _Part:
    """The ingested part of a file: its length, its hash and lines, and the faults in it."""

    size: int = 0
    hash: Any = field(default_factory=hashlib.sha256)  # Any: hashlib names no type
    lines: int = 0
    faults: list[str] = field(default_factory=list)


def ingest(con: DuckDBPyConnection, folder: Path) -> Stored:
    """Ingest the new answers of one run's journal, a limited number per transaction.

    The next call ingests whatever a killed process left; repeating it changes nothing.

    Raises:
        InputError: if the folder holds no journal, or the data set asked is not in the database.
    """
    for path in worker_files(folder):
        sync(path)  # the database must not remember more than the disk holds
    known = _known(con, folder)
    added = present = 0
    pending = _new_answers(folder, known)
    while True:
        taken = portion(pending, _TOGETHER, _TOGETHER_SIZE)
        with transaction(con):
            stored = record_run(con, known.run, taken)
            _remember(con, known)
        added, present = added + stored.added, present + stored.present
        if not sum(stored):
            return Stored(added, present)


def _known(con: DuckDBPyConnection, folder: Path) -> _Known:
    run = read_run(folder)
    dataset = dataset_of(con, run)
    planned = read_planned(folder) or _possible(con, dataset, run)
    recorded = con.execute(
        "SELECT worker, bytes, sha256, faults FROM _journal WHERE run_hash = $run_hash",
        {"run_hash": run.run_hash},
    ).fetchall()
    parts = {path.stem: _Part() for path in worker_files(folder)}
    for worker, size, digest, faults in recorded:
        if worker in parts:
            begun = _beginning(folder / f"{worker}.jsonl", size)
            if begun.size == size and begun.hash.hexdigest() == digest:
                parts[worker] = begun
                begun.faults.extend(faults or ())
    return _Known(run, planned, parts)


def _possible(con: DuckDBPyConnection, dataset: int, run: Run) -> Planned:
    """The questions that a run can have asked whose journal does not list them."""
    items = con.execute(
        "SELECT DISTINCT hash, CASE WHEN $rotated THEN len(options) ELSE 1 END FROM items"
        " WHERE dataset_id = $dataset AND split = coalesce($split, split)"
        " AND language = coalesce($language, language)",
        {
            "rotated": run.rotated,
            "dataset": dataset,
            "split": run.split,
            "language": run.language,
        },
    ).fetchall()
    return Planned(items)


def _beginning(path: Path, size: int) -> _Part:
    """The part of a file that ends at a byte, or with the file."""
    part = _Part()
    with path.open("rb") as file:
        while part.size < size and (read := file.read(min(1 << 20, size - part.size))):
            _extend(part, read)
    return part


def _extend(part: _Part, read: bytes) -> None:
    part.size += len(read)
    part.hash.update(read)
    part.lines += read.count(b"\n")


def _remember(con: DuckDBPyConnection, known: _Known) -> None:
    for worker, part in known.parts.items():
        con.execute(
            "INSERT OR REPLACE INTO _journal VALUES ($run_hash, $worker, $bytes, $sha256, $faults)",
            {
                "run_hash": known.run.run_hash,
                "worker": worker,
                "bytes": part.size,
                "sha256": part.hash.hexdigest(),
                "faults": part.faults,
            },
        )


def _new_answers(folder: Path, known: _Known) -> Iterator[Answer]:
    """The answers beyond the parts ingested, which grow as they are read."""
    for path in worker_files(folder):
        part = known.parts.setdefault(path.stem, _Part())
        for line, fault, raw in read_file(path, part.size):
            _extend(part, raw)
            why = fault if line is None else misplaced(known.run, known.planned, line)
            if why:
                part.faults.append(f"{path.name}, line {part.lines}: {why}")
            elif line is not None:
                yield line.response, line.grade


def catch_up(
    db: Path, only: Path | None = None, *, patience_s: float = PATIENCE_S, compares: bool = False
) -> Ingestion:
    """Ingest all journals of a database, or only the one in the folder `only`.

    If another process holds the database open, nothing is lost: the journals stay, and
    `postponed` says who holds it. `compares`: check afterwards that no answer is missing.

    Raises:
        InputError: if the journal in `only` cannot be taken in. Of all journals, those that
            cannot are skipped: they may be answers to data sets that are gone.
        StoreError: the database lacks answers of a journal that was compared, or cannot be written.
    """
    folders = journals(db) if only is None else (only,)
    if not folders:
        return Ingestion(0, 0)
    try:
        con = connect(db, patience_s=patience_s)
    except StoreBusy as error:
        return Ingestion(0, 0, f"{error}; the answers wait in the journal until then")
    added, skipped, n_refused = 0, [], 0
    try:
        # a second thread costs memory and processor time and hardly speeds up so little work
        con.execute("SET threads = 1")
        con.execute(f"SET memory_limit = '{_MEMORY}'")
        for folder in folders:
            try:
                added += _ingest_one(con, folder, compares=compares)
                skipped.extend(_faults(con, folder))
            except InputError as error:
                if only is not None:
                    raise
                skipped.append(str(error))
                n_refused += 1
    finally:
        con.close()
    return Ingestion(len(folders) - n_refused, added, skipped=tuple(skipped))


def _ingest_one(con: DuckDBPyConnection, folder: Path, *, compares: bool) -> int:
    try:
        added = _with_more_memory(con, folder)
        return added + (_complete(con, folder) if compares else 0)
    except (OSError, duckdb.Error) as error:
        reason = str(error).splitlines()[0]
        raise InputError(f"the answers of {folder} cannot be ingested ({reason})") from None


def _with_more_memory(con: DuckDBPyConnection, folder: Path) -> int:
    """Ingest a journal, and once more with more memory if it turns out to need that."""
    try:
        return ingest(con, folder).added
    except duckdb.OutOfMemoryException:
        con.execute(f"SET memory_limit = '{_MORE_MEMORY}'")
        try:
            return ingest(con, folder).added
        finally:
            con.execute(f"SET memory_limit = '{_MEMORY}'")


def _faults(con: DuckDBPyConnection, folder: Path) -> list[str]:
    """A sentence on the lines of a journal that were left out."""
    faults = con.execute(
        "SELECT unnest(faults) FROM _journal WHERE run_hash = $run_hash ORDER BY worker",
        {"run_hash": read_run(folder).run_hash},
    ).fetchall()
    if not faults:
        return []
    lines = "1 damaged line" if len(faults) == 1 else f"{len(faults):,} damaged lines"
    left_out = "was left out:" if len(faults) == 1 else "were left out, the first:"
    return [
        f"{lines} of {folder} {left_out} {faults[0][0]}; repeating the run asks what it still lacks"
    ]


def _complete(con: DuckDBPyConnection, folder: Path) -> int:
    """Compare the database with the whole journal, and ingest it all again if answers are missing.

    Gives the number of answers that were.

    Raises:
        StoreError: some still are.
    """
    if not _missing(con, folder):
        return 0
    run_hash = read_run(folder).run_hash
    con.execute("DELETE FROM _journal WHERE run_hash = $run_hash", {"run_hash": run_hash})
    added = _with_more_memory(con, folder)
    if missing := _missing(con, folder):
        raise StoreError(
            f"the database lacks {missing:,} answers that {folder} holds; keep the journal and"
            " report this, because figures of this run would be wrong"
        )
    return added


def _missing(con: DuckDBPyConnection, folder: Path) -> int:
    """How many questions with an answer in the journal have none in the database."""
    known = _known(con, folder)
    stored = con.execute(
        "SELECT hash, sample, rotation, outcome = 'error' FROM responses JOIN items USING (item_id)"
        " JOIN runs USING (run_id) WHERE run_hash = $run_hash",
        {"run_hash": known.run.run_hash},
    ).fetchall()
    failed = {(item, sample, rotation): error for item, sample, rotation, error in stored}
    return len(
        {
            key
            for response, verdict in _new_answers(folder, known._replace(parts={}))
            if failed.get(key := (response.item, response.sample, response.rotation), True)
            and (key not in failed or verdict.outcome is not Outcome.ERROR)
        }
    )
