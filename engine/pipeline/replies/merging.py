"""Take the answers of other hosts into the database."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.core.errors import InputError
from engine.store import Ingestion, catch_up
from engine.store.responses.merging import merge_journal


def merge_journals(db: Path, folders: Sequence[Path]) -> Ingestion:
    """Merge journals into those of a database, and ingest them: no answer twice.

    A folder is that of one run's journal, or one with several, such as `journal` of another host.

    Raises:
        InputError: a folder holds no journal, or the database lacks the data set of one.
    """
    runs = [path.parent for folder in folders for path in _headers(folder)]
    found = [catch_up(db, merge_journal(db, run), compares=True) for run in runs]
    return Ingestion(
        len({run.name for run in runs}),
        sum(one.added for one in found),
        next((one.postponed for one in found if one.postponed), None),
        tuple(sentence for one in found for sentence in one.skipped),
    )


def _headers(folder: Path) -> list[Path]:
    headers = [*folder.glob("run.json"), *sorted(folder.glob("*/run.json"))]
    if not headers:
        raise InputError(f"{folder} holds no journal; name the folder `journal` of another host")
    return headers
