"""Merge the journals of several hosts that asked parts of the same run."""

from __future__ import annotations

import shutil
from pathlib import Path

from engine.core.durable import partial_of, put_in_place
from engine.store.responses.journal import (
    journal_root,
    open_journal,
    read_planned,
    read_run,
    worker_files,
)

_MERGED = "merged-"
_BLOCK = 2**20


def merge_journal(db: Path, theirs: Path) -> Path:
    """Copy the files of a run's journal from elsewhere into ours; gives our folder.

    A file that extends a copy from before replaces it, so this may be repeated while the other host
    goes on asking. Ingestion takes the first answer to a question and leaves out any other.

    Raises:
        InputError: the folder holds no journal.
    """
    run, planned = read_run(theirs), read_planned(theirs)
    ours = journal_root(db) / run.run_hash
    if not ours.is_dir():
        open_journal(db, run, planned)
    for path in worker_files(theirs):
        known = worker_files(ours)
        if any(_begins_with(own, path) for own in known):
            continue
        copies = [own for own in known if own.name.startswith(_MERGED)]
        number = 1 + max((int(own.stem.removeprefix(_MERGED)) for own in copies), default=0)
        extended = (own for own in copies if _begins_with(path, own))
        target = next(extended, ours / f"{_MERGED}{number}.jsonl")
        shutil.copyfile(path, partial_of(target))
        put_in_place(partial_of(target), target)
    return ours


def _begins_with(path: Path, beginning: Path) -> bool:
    """Whether a file begins with the content of another."""
    if path.stat().st_size < beginning.stat().st_size:
        return False
    with path.open("rb") as whole, beginning.open("rb") as first:
        while block := first.read(_BLOCK):
            if whole.read(len(block)) != block:
                return False
    return True
