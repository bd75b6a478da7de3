"""Take the answers of other hosts into the database."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from engine.ask.runs.lock import alone
from engine.core.errors import InputError
from engine.store import Ingestion, StoreBusy, catch_up, connect_read_only, read_run
from engine.store.responses.merging import incomplete_runs, merge_journal, opened_journal
from engine.store.responses.runs import dataset_of


@dataclass(frozen=True, slots=True)
class Merged:
    """The result of a merge: the runs merged, and their new answers.

    `postponed` says why the database does not have them yet, `skipped` which lines were left out,
    `refused` why a run was not merged, and `incomplete` that runs may be parts of one.
    """

    runs: int
    added: int
    postponed: str | None
    skipped: tuple[str, ...]
    refused: tuple[str, ...]
    incomplete: tuple[str, ...]


def merge_journals(db: Path, folders: Sequence[Path]) -> Merged:
    """Merge journals into those of a database, and ingest them: no answer twice.

    A folder is that of one run's journal, or one with several, such as `journal` of another host.
    A run that cannot be merged does not stop the others.

    Raises:
        InputError: a folder holds no journal.
        StoreError: there is no database, or it cannot be written.
    """
    found: list[Ingestion] = []
    merged, refused = set(), []
    for run in [path.parent for folder in folders for path in _headers(folder)]:
        try:
            found.append(_merge(db, run))
            merged.add(run.name)
        except InputError as error:
            refused.append(f"{run} is not merged: {error}")
    return Merged(
        len(merged),
        sum(one.added for one in found),
        next((one.postponed for one in found if one.postponed), None),
        tuple(dict.fromkeys(sentence for one in found for sentence in one.skipped)),
        tuple(refused),
        _incomplete(db, merged),
    )


def _headers(folder: Path) -> list[Path]:
    headers = [*folder.glob("run.json"), *sorted(folder.glob("*/run.json"))]
    if not headers:
        raise InputError(f"{folder} holds no journal; name the folder `journal` of another host")
    return headers


def _merge(db: Path, theirs: Path) -> Ingestion:
    """Merge and ingest one run, unless its data set is not here: nothing is left then."""
    run = read_run(theirs)
    try:
        with closing(connect_read_only(db)) as con:
            dataset_of(con, run)
    except StoreBusy:
        pass  # ingestion says so, and later ones look again
    ours = opened_journal(db, theirs)
    with alone(ours, run.run_hash):
        merge_journal(db, theirs)
        return catch_up(db, ours, compares=True)


def _incomplete(db: Path, merged: set[str]) -> tuple[str, ...]:
    """A sentence for each model and data set of which several runs lack answers."""
    try:
        with closing(connect_read_only(db)) as con:
            found = incomplete_runs(con, merged)
    except StoreBusy:
        return ()
    return tuple(
        f"{len(runs)} runs of {model} on {dataset} are incomplete ({', '.join(runs)}); parts join"
        " into one run only if all hosts ask them with the same settings"
        for model, dataset, runs in found
    )
