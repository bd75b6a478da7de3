"""Publishing for all to see: what a database holds, beside the figures that travel with Sorites.

These belong to the version that shows them and to no database. So they stand in every snapshot,
whatever was generated or imported, and are those of today however old the database is.
"""

from __future__ import annotations

from pathlib import Path

from engine import store
from engine.io.published import load_figures


def publish(db: Path) -> Path:
    """Write the snapshot of a database with the kept figures in it, and give its path.

    Raises:
        StoreBusy: if another process is writing to the database.
        StoreError: if there is no database, or it is not of this version.
    """
    return store.publish(db, add=load_figures)
