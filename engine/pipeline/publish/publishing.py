"""Publish a database as a snapshot that includes the bundled reference results.

The bundled results belong to the version of Sorites, not to a database. So every snapshot has the
current ones, however old the database is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine import store
from engine.core.paths import snapshot_path
from engine.io.published import load_figures


@dataclass(frozen=True, slots=True)
class Published:
    """A new snapshot, its stamp, and what was ingested from journals before."""

    path: Path
    stamp: store.Stamp
    ingested: store.Ingestion

    @property
    def waiting(self) -> Iterator[str]:
        """The journals that could not be ingested, and why."""
        return filter(None, (self.ingested.postponed, *self.ingested.skipped))


def publish(db: Path) -> Path:
    """Write the snapshot of a database, including the bundled results, and give its path.

    Raises:
        StoreBusy: another process is writing to the database.
        StoreError: there is no database, or it has another version.
    """
    return store.publish(db, add=load_figures)


def publish_all(db: Path) -> Published:
    """Ingest pending results, then publish.

    Raises:
        StoreBusy: another process is writing to the database.
        StoreError: there is no database, or it has another version.
    """
    ingested = store.catch_up(db)
    path = publish(db)
    snapshot = store.open_snapshot(path)
    snapshot.release()
    return Published(path, snapshot.stamp, ingested)


def publish_first(db: Path) -> Published | None:
    """Publish a database without a snapshot; None if it has one, or there is no database."""
    if not db.is_file() or snapshot_path(db).is_file():
        return None
    return publish_all(db)
