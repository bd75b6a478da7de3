"""Publishing for all to see: what a database holds, beside the figures that travel with Sorites.

These belong to the version that shows them and to no database. So they stand in every snapshot,
whatever was generated or imported, and are those of today however old the database is.
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
    """A new snapshot, what it holds, and what was ingested from journals before."""

    path: Path
    stamp: store.Stamp
    ingested: store.Ingestion

    @property
    def waiting(self) -> Iterator[str]:
        """What could not be ingested, and why."""
        return filter(None, (self.ingested.postponed, *self.ingested.skipped))


def publish(db: Path) -> Path:
    """Write the snapshot of a database with the bundled figures in it, and give its path.

    Raises:
        StoreBusy: if another process is writing to the database.
        StoreError: if there is no database, or it is not of this version.
    """
    return store.publish(db, add=load_figures)


def publish_all(db: Path) -> Published:
    """Ingest pending results, then publish.

    Raises:
        StoreBusy: if another process is writing to the database.
        StoreError: if there is no database, or it is not of this version.
    """
    ingested = store.catch_up(db)
    path = publish(db)
    snapshot = store.open_snapshot(path)
    snapshot.release()
    return Published(path, snapshot.stamp, ingested)


def publish_first(db: Path) -> Published | None:
    """Publish a database that never was; None where there is a snapshot, or nothing to publish."""
    if not db.is_file() or snapshot_path(db).is_file():
        return None
    return publish_all(db)
