"""Ingest journals into the database: in short transactions, at any time, repeatable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from duckdb import DuckDBPyConnection

from engine.core.errors import InputError
from engine.store.connection import PATIENCE_S, StoreBusy, connect, transaction
from engine.store.responses.answers import Answer, Stored, record_run
from engine.store.responses.journal import journals, read_file, read_run, worker_files
from engine.store.responses.runs import Run

_TOGETHER = 5_000
"""Answers per transaction; DuckDB keeps them in memory until it ends."""

_MEMORY = "100MB"
"""DuckDB's memory limit during a run: a run of 100,000 questions then stays below 250 MB."""


@dataclass(frozen=True, slots=True)
class Ingestion:
    """The result of one ingestion: journals ingested, and the new answers in them.

    `postponed` is a sentence on why nothing could be done now; `skipped` has one for each journal
    that could not be ingested.
    """

    runs: int
    added: int
    postponed: str | None = None
    skipped: tuple[str, ...] = ()


def ingest(con: DuckDBPyConnection, folder: Path) -> Stored:
    """Ingest the new answers of one run's journal, a limited number per transaction.

    The next call ingests whatever a killed process left; repeating it changes nothing.

    Raises:
        InputError: if the folder holds no journal, or the data set asked is not in the database.
    """
    run = read_run(folder)
    added = present = 0
    while True:
        stored = _ingest_some(con, folder, run)
        added, present = added + stored.added, present + stored.present
        if sum(stored) < _TOGETHER:
            return Stored(added, present)


def _ingest_some(con: DuckDBPyConnection, folder: Path, run: Run) -> Stored:
    with transaction(con):
        offsets = dict(
            con.execute(
                "SELECT worker, bytes FROM _journal WHERE run_hash = $run_hash",
                {"run_hash": run.run_hash},
            ).fetchall()
        )
        stored = record_run(con, run, islice(_new_answers(folder, offsets), _TOGETHER))
        for worker, size in offsets.items():
            con.execute(
                "INSERT INTO _journal VALUES ($run_hash, $worker, $bytes)"
                " ON CONFLICT DO UPDATE SET bytes = excluded.bytes",
                {"run_hash": run.run_hash, "worker": worker, "bytes": size},
            )
    return stored


def _new_answers(folder: Path, offsets: dict[str, int]) -> Iterator[Answer]:
    """The answers beyond the offsets, which advance as they are read."""
    for path in worker_files(folder):
        start = offsets.get(path.stem, 0)
        if path.stat().st_size < start:  # another journal of this name, started over
            start = 0
        for entry in read_file(path, start):
            offsets[path.stem] = entry.end
            yield entry.response, entry.grade


def catch_up(db: Path, only: Path | None = None, *, patience_s: float = PATIENCE_S) -> Ingestion:
    """Ingest all journals of a database, or only the one in the folder `only`.

    If another process holds the database open, nothing is lost: the journals stay, and
    `postponed` says who holds it.

    Raises:
        InputError: if the journal in `only` cannot be taken in. Of all journals, those that
            cannot are skipped: they may be answers to data sets that are gone.
    """
    folders = journals(db) if only is None else (only,)
    if not folders:
        return Ingestion(0, 0)
    try:
        con = connect(db, patience_s=patience_s)
    except StoreBusy as error:
        return Ingestion(0, 0, f"{error}; the answers wait in the journal until then")
    added, skipped = [], []
    try:
        # a second thread costs memory and processor time and hardly speeds up so little work
        con.execute("SET threads = 1")
        con.execute(f"SET memory_limit = '{_MEMORY}'")
        for folder in folders:
            try:
                added.append(ingest(con, folder).added)
            except InputError as error:
                if only is not None:
                    raise
                skipped.append(str(error))
    finally:
        con.close()
    return Ingestion(len(added), sum(added), skipped=tuple(skipped))
