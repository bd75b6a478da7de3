"""Merge the journals of several hosts that asked parts of the same run."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from duckdb import DuckDBPyConnection

from engine.core.durable import partial_of, put_in_place, sweep
from engine.store.responses.journal import (
    journal_root,
    open_journal,
    read_journal,
    read_planned,
    read_run,
    worker_files,
)

_MERGED = "merged-"
_BLOCK = 2**20


def opened_journal(db: Path, theirs: Path) -> Path:
    """Our journal of a run that was asked elsewhere, made if new and then without answers.

    Raises:
        InputError: the folder holds no journal.
    """
    run, planned = read_run(theirs), read_planned(theirs)
    ours = journal_root(db) / run.run_hash
    if not ours.is_dir():
        open_journal(db, replace(run, finished_at=None), planned)
    return ours


def merge_journal(db: Path, theirs: Path) -> None:
    """Copy the files of a run's journal from elsewhere into ours; only one process may do so.

    A file that extends a copy from before replaces it, so this may be repeated while the other host
    goes on asking. Ingestion takes the first answer to a question and leaves out any other. The run
    is finished once all its questions are here.

    Raises:
        InputError: a folder holds no journal.
    """
    ours = journal_root(db) / theirs.name
    sweep(copy := ours / f"{_MERGED}new")
    for path in worker_files(theirs):
        known = worker_files(ours)
        if any(_begins_with(own, path) for own in known):
            continue
        shutil.copyfile(path, partial := partial_of(copy))
        with partial.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        copies = (own for own in known if own.name.startswith(_MERGED))
        extended = (own for own in copies if _begins_with(partial, own))
        put_in_place(partial, next(extended, ours / f"{_MERGED}{digest[:16]}.jsonl"))
    _note_times(db, ours, read_run(theirs).started_at)


def _note_times(db: Path, ours: Path, began: str | None) -> None:
    """Note in a journal when the first host began and, if the run is whole, its last answer."""
    run, asked, last = read_run(ours), set(), ""
    for response, _ in read_journal(ours):
        asked.add((response.item, response.sample, response.rotation))
        last = max(last, response.asked_at or "")
    ended = run.finished_at or (last if len(asked) >= run.n_planned else None)
    began = min(filter(None, (run.started_at, began)), default=None)
    open_journal(db, replace(run, started_at=began, finished_at=ended or None))


def _begins_with(path: Path, beginning: Path) -> bool:
    """Whether a file begins with the content of another."""
    if path.stat().st_size < beginning.stat().st_size:
        return False
    with path.open("rb") as whole, beginning.open("rb") as first:
        while block := first.read(_BLOCK):
            if whole.read(len(block)) != block:
                return False
    return True


_INCOMPLETE = """
SELECT m.name, d.name, list(left(u.run_hash, 12) ORDER BY u.run_id)
FROM runs u JOIN models m USING (model_id) JOIN datasets d USING (dataset_id)
WHERE u.n_planned > (SELECT count(*) FROM responses r WHERE r.run_id = u.run_id)
GROUP BY ALL HAVING count(*) > 1 AND bool_or(list_contains($merged::VARCHAR[], u.run_hash))
ORDER BY ALL
"""


def incomplete_runs(
    con: DuckDBPyConnection, merged: Collection[str]
) -> list[tuple[str, str, list[str]]]:
    """Each model and data set with several runs that lack answers, one of them just merged."""
    return con.execute(_INCOMPLETE, {"merged": sorted(merged)}).fetchall()
