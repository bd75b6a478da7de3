"""Snapshots, which dashboard, site and SQL console read so that they never lock the database.

`publish` opens the database for reading, so it works alongside readers, no writer can intervene,
and it copies the file with its write-ahead log, which holds what a killed writer left. (COPY FROM
DATABASE takes forty times as long.) Meanwhile it materialises the views of a large snapshot. The
new snapshot replaces the old one by an atomic rename; then its checksum is written next to it.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from duckdb import DuckDBPyConnection

from engine.core.durable import partial_of, put_in_place, sweep
from engine.core.errors import StoreError
from engine.core.paths import lake_url, snapshot_path
from engine.core.resources import engine_build
from engine.store.connection import (
    PATIENCE_S,
    StoreOutdated,
    attach_read_only,
    connect,
)
from engine.store.snapshot.materialised import MANY, has_many, take_in, work_out
from engine.store.snapshot.sums import keep_sum

if TYPE_CHECKING:
    import pyarrow as pa

ALIAS = "snapshot"
"""The name under which a snapshot is attached."""

_SHOWING_MEMORY = "1GB"
"""DuckDB's memory limit for all readers of a snapshot: a web server then stays below 1.5 GB."""

_COPY = """
import shutil, sys
try:
    shutil.copyfile(*sys.argv[1:])
except OSError as error:
    sys.exit(error.strerror)
"""


@dataclass(frozen=True, slots=True)
class Stamp:
    """The identity of a snapshot. `published_at` is in UTC; equal `content` means equal figures.

    It also means the same run settings and times, which pages show too.
    """

    published_at: datetime
    engine_version: str
    content: str

    def __str__(self) -> str:
        return f"{self.content[:12]}, published {self.published_at:%Y-%m-%d %H:%M:%S} UTC"


def publish(db: Path, *, patience_s: float = PATIENCE_S, many: int = MANY) -> Path:
    """Write the snapshot of a database, replacing the previous one, and return its path.

    With at least `many` answers the views in `KEPT` are materialised in it.

    Raises:
        StoreBusy: if another process is writing to the database.
        StoreError: if there is no database, or it is not of this version.
    """
    target = snapshot_path(db)
    sweep(target)
    partial = partial_of(target)
    beside = partial.with_name(f"{partial.name}.kept")
    source = source_of(db, patience_s)
    try:
        try:
            with _copying(db, partial), _copying(_log(db), _log(partial)):
                if keeps := has_many(source, many):
                    work_out(source, beside)
        finally:
            source.close()
        _complete(partial, beside if keeps else None)
        put_in_place(partial, target)
        keep_sum(target)
    finally:
        for leftover in (partial, _log(partial), beside, _log(beside)):
            leftover.unlink(missing_ok=True)
    return target


def _log(db: Path) -> Path:
    """DuckDB's write-ahead log of a database."""
    return db.with_name(f"{db.name}.wal")


@contextmanager
def _copying(source: Path, target: Path) -> Iterator[None]:
    """Copy a file, if it exists, in a separate process while the block runs.

    A copy in this process would release DuckDB's lock: POSIX drops a process's locks on a file when
    any of its descriptors for that file is closed.
    """
    if not source.exists():
        yield
        return
    command = [sys.executable, "-I", "-S", "-c", _COPY, str(source), str(target)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as copying:
        try:
            yield
        except BaseException:
            copying.kill()
            raise
        _, complaint = copying.communicate()
    if copying.returncode:
        reason = complaint.strip().splitlines()[-1:] or ["no reason given"]
        raise StoreError(
            f"cannot write the snapshot {target}: {reason[0]}; free space, and publish"
        )


def _complete(snapshot: Path, kept: Path | None) -> None:
    con = connect(snapshot)
    try:
        if kept:
            take_in(con, kept)
        con.execute(
            "INSERT INTO stamp VALUES (now() AT TIME ZONE 'UTC', $engine, $content)",
            {"engine": engine_build(), "content": content_of(con)},
        )
        con.execute("CHECKPOINT")
    finally:
        con.close()


def source_of(db: Path, patience_s: float) -> DuckDBPyConnection:
    """Open the database for reading, after migrating it if an earlier version made it."""
    try:
        return attach_read_only(db, "source", patience_s=patience_s)
    except StoreOutdated:
        connect(db, patience_s=patience_s).close()
        return attach_read_only(db, "source", patience_s=patience_s)


def content_of(con: DuckDBPyConnection) -> str:
    """SHA-256 over what pages show: data sets, runs, outcomes, audits, readings and figures."""
    digest = hashlib.sha256()
    for query in (
        "SELECT * EXCLUDE (dataset_id) FROM datasets ORDER BY ALL",
        # The circumstances of runs: endpoints, times, settings and command.
        "SELECT d.name, m.name, m.kind, r.* EXCLUDE (run_id, dataset_id, model_id) FROM runs r"
        " JOIN datasets d USING (dataset_id) JOIN models m USING (model_id) ORDER BY ALL",
        "SELECT run_hash, outcome, strict_outcome, count(*) FROM responses"
        " JOIN runs USING (run_id) GROUP BY ALL ORDER BY ALL",
        "SELECT d.name, a.* EXCLUDE (dataset_id, ran_at) FROM audits a"
        " JOIN datasets d USING (dataset_id) ORDER BY ALL",
        "SELECT * EXCLUDE (dataset_id, ran_at) FROM audit_findings ORDER BY ALL",
        "SELECT d.name, r.* EXCLUDE (dataset_id, ran_at) FROM repetitions r"
        " JOIN datasets d USING (dataset_id) ORDER BY ALL",
        "SELECT * FROM figures ORDER BY ALL",
        "SELECT * EXCLUDE (imported_at) FROM validity_readings ORDER BY ALL",
    ):
        digest.update(repr(con.execute(query).fetchall()).encode())
    return digest.hexdigest()


class Snapshot:
    """An open snapshot, for any number of threads. It does not change after opening.

    `release` may be called at any time: the connection is closed when the last query ends, because
    DuckDB refuses to close one under a running cursor.
    """

    def __init__(self, path: Path, con: DuckDBPyConnection, stamp: Stamp) -> None:
        self.path = path
        self.stamp = stamp
        self._con = con
        self._lock = threading.Lock()
        self._users = 0
        self._released = False

    @contextmanager
    def cursor(self) -> Iterator[DuckDBPyConnection]:
        """A new connection to the snapshot, with its tables and views unqualified.

        Raises:
            StoreError: if the snapshot has been released.
        """
        with self._lock:
            if self._released:
                raise StoreError("this snapshot has been released; open the present one")
            self._users += 1
            cursor = self._con.cursor()
        try:
            cursor.execute(f"USE {ALIAS}")
            yield cursor
        finally:
            cursor.close()
            with self._lock:
                self._users -= 1
                self._close_if_unused()

    def rows(self, query: str, /, **values: object) -> list[dict[str, Any]]:
        """The rows of a query as dictionaries; `values` are its named parameters."""
        rows: list[dict[str, Any]] = self.table(query, **values).to_pylist()
        return rows

    def table(self, query: str, /, **values: object) -> pa.Table:
        """The result of a query as an Arrow table; `values` are its named parameters."""
        with self.cursor() as cursor:
            return cursor.sql(query, params=values or None).to_arrow_table()

    def release(self) -> None:
        """Close the snapshot as soon as no query runs on it."""
        with self._lock:
            self._released = True
            self._close_if_unused()

    def _close_if_unused(self) -> None:
        if self._released and not self._users:
            self._con.close()


def snapshot_of(db: Path) -> Path:
    """The snapshot that is shown of a database, or of the lake that stands in its place.

    Raises:
        StoreError: it is a lake, and cannot be read.
    """
    if (url := lake_url(db)) is None:
        return snapshot_path(db)
    from engine.store.lake.reading import catalogue_of  # with Arrow, which others do without

    return catalogue_of(url)


def open_snapshot(path: Path) -> Snapshot:
    """Open the snapshot file at `path`.

    It is attached to a new connection, because `duckdb.connect(path)` would go on showing the old
    file after a new one has replaced it. Its SQL can reach no file and change no setting.

    Raises:
        StoreError: if there is none, or one that another version published.
    """
    if not path.is_file():
        raise StoreError(f"there is no snapshot at {path}; make one with `sorites publish`")
    try:
        con = attach_read_only(path, ALIAS)
    except StoreOutdated:
        raise StoreError(
            f"{path} was published by another version; make it anew with `sorites publish`"
        ) from None
    con.execute(f"SET memory_limit = '{_SHOWING_MEMORY}'")
    con.execute("SET enable_external_access = false")
    con.execute("SET lock_configuration = true")
    stamp = Stamp(*con.execute("SELECT * FROM stamp").fetchall()[0])
    return Snapshot(path, con, stamp)
