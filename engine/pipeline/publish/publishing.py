"""Publish a database, with the bundled reference results of this version: a snapshot or a lake.

The bundled results are written into the database first, so that it and what is published have the
same boards, however old the database is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine import store
from engine.core.extras import require
from engine.core.paths import snapshot_path
from engine.core.progress import Progress, silent
from engine.io.published import bring_figures


@dataclass(frozen=True, slots=True)
class Published:
    """A new snapshot or version of a lake, its stamp, and what was ingested from journals before.

    Of a lake also how many files it has, and how many of them were written.
    """

    place: str
    stamp: store.Stamp
    ingested: store.Ingestion
    n_files: int = 0
    n_written: int = 0

    @property
    def waiting(self) -> Iterator[str]:
        """The journals that could not be ingested, and why."""
        return filter(None, (self.ingested.postponed, *self.ingested.skipped))


def publish(db: Path, progress: Progress = silent) -> Path:
    """Bring the bundled results in a database up to date, write its snapshot, and give its path.

    It takes no executor, because nothing is done in parallel: one process writes the snapshot.

    Raises:
        StoreBusy: another process is writing to the database.
        StoreError: there is no database, or it has another version.
    """
    with progress(f"publishing {db.name}", 2) as advance:
        bring_figures(db)
        advance(1)
        path = store.publish(db)
        advance(1)
    return path


def publish_all(db: Path, progress: Progress = silent) -> Published:
    """Ingest pending results, then publish.

    Raises:
        StoreBusy: another process is writing to the database.
        StoreError: there is no database, or it has another version.
    """
    ingested = store.catch_up(db)
    path = publish(db, progress)
    snapshot = store.open_snapshot(path)
    snapshot.release()
    return Published(str(path), snapshot.stamp, ingested)


def publish_to_lake(db: Path, url: str, progress: Progress = silent) -> Published:
    """Ingest pending results, and bring a lake up to date with the database.

    Raises:
        StoreBusy: another process is writing to the database.
        StoreError: there is no database, it has another version, or the lake cannot be written.
    """
    require("lake")
    ingested = store.catch_up(db)
    with progress(f"publishing {db.name}", 2) as advance:
        bring_figures(db)
        advance(1)
        made = store.publish_lake(db, url)
        advance(1)
    return Published(url, made.stamp, ingested, made.n_files, made.n_written)


def vacuum_lake(url: str, hours: float) -> int:
    """Remove the files of versions of a lake that were replaced so many hours ago; return how many.

    Raises:
        StoreError: the lake cannot be read or written.
    """
    require("lake")
    return store.vacuum(url, hours)


def publish_first(db: Path) -> Published | None:
    """Publish a database without a snapshot; None if it has one, or there is no database."""
    if not db.is_file() or snapshot_path(db).is_file():
        return None
    return publish_all(db)
