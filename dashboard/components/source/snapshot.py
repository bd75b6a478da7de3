"""The published snapshot, opened once for each version of its file.

The key is the file's stamp, so that a page shows what was published as soon as it runs again, and
an old snapshot is released when no query runs on it any more.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from engine.analysis.sources.query import Row
from engine.analysis.sources.snapshot import Snapshot, open_snapshot, snapshot_of
from engine.core.errors import StoreError
from engine.core.paths import db_to_read, lake_url, snapshot_path

FileStamp = tuple[str, int, int, int]

COUNTING = "Computing; the page appears when it is done."
"""Shown while a page's figures are computed."""


def current() -> Snapshot:
    """The current snapshot on disk.

    Raises:
        StoreError: if there is no snapshot, or one that another version published.
    """
    return _opened(file_stamp())


def rows(query: str, /, **values: object) -> list[Row]:
    """The rows of a query over the current snapshot, cached until the next is published."""
    return _kept(file_stamp(), query, values)


def rows_once(query: str, /, **values: object) -> list[Row]:
    """The rows of a query without caching, for long texts."""
    return _query(file_stamp(), query, values)


def file_stamp() -> FileStamp:
    """The file stamp that distinguishes one snapshot from the next.

    Raises:
        StoreError: if there is no snapshot.
    """
    path = snapshot_of(db_to_read())
    try:
        stat = path.stat()
    except OSError:
        raise StoreError(
            f"there is no snapshot at {path}; make one with `sorites publish`"
        ) from None
    return str(path), stat.st_ino, stat.st_mtime_ns, stat.st_size


def is_stale() -> bool:
    """Whether the database was written to after its snapshot was published."""
    db = db_to_read()
    if lake_url(db):
        return False
    written = (db, db.with_name(f"{db.name}.wal"))
    shown = snapshot_path(db).stat().st_mtime_ns
    return any(path.stat().st_mtime_ns > shown for path in written if path.exists())


@st.cache_resource(max_entries=1, on_release=Snapshot.release, show_spinner=False)
def _opened(stamp: FileStamp) -> Snapshot:
    return open_snapshot(Path(stamp[0]))


@st.cache_data(max_entries=256, show_spinner=COUNTING)
def _kept(stamp: FileStamp, query: str, values: dict[str, object]) -> list[Row]:
    return _query(stamp, query, values)


def _query(stamp: FileStamp, query: str, values: dict[str, object]) -> list[Row]:
    try:
        return _opened(stamp).rows(query, **values)
    except StoreError:
        # Another visitor met a newer snapshot, which released this one between our two steps.
        return current().rows(query, **values)
