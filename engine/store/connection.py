"""Opening the database: one writer at a time, or any number of readers.

DuckDB locks the file for as long as a process has it open: a writer excludes everyone, and a reader
excludes writers. So connections are short and wait for a lock held elsewhere. If the lock stays,
the error names the process that holds it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import duckdb
from duckdb import DuckDBPyConnection

from engine.core.durable import partial_of, put_in_place, sweep
from engine.core.errors import StoreError
from engine.core.extras import require
from engine.core.paths import ENVIRONMENT, lake_of, lake_url
from engine.store.definitions import literal
from engine.store.migrations import is_current, migrate

Opened = TypeVar("Opened")

PATIENCE_S = 5.0
"""How long a connection waits for a lock held elsewhere, in seconds."""

STORAGE_VERSION = "v1.2.0"
"""The oldest file format that supports all we store, so that older DuckDB shells can read it."""

WRITING_MEMORY = "256MB"
"""DuckDB's memory limit while writing: storing 100,000 items then takes less than 1 GB in all."""

_ROW_GROUP = 8_192
"""Rows per group, compressed together. DuckDB's own 122,880 would keep a whole set in memory and
compress it on one thread."""

READING_MEMORY = "2GB"
"""DuckDB's default for both, most of the machine's memory, would starve other processes."""

_WRITING = f"(ROW_GROUP_SIZE {_ROW_GROUP}, STORAGE_VERSION '{STORAGE_VERSION}')"
_ALIAS = "sorites"
_RETRY_S = 0.02
_LOCK = re.compile(r"Could not set lock on file")
_HOLDER = re.compile(r"held in (?P<program>.+?) \(PID (?P<pid>\d+)\)")


class StoreBusy(StoreError):
    """Another process has the database open. `pid` is None if the system does not say."""

    def __init__(self, path: Path, program: str | None, pid: int | None) -> None:
        self.pid = pid
        holder = f"{program} (process {pid})" if pid else "another process"
        super().__init__(
            f"{path} is held open by {holder}; close the database there and repeat the command"
        )


class StoreOutdated(StoreError):
    """The database lacks tables or views of this version."""


def connect(path: Path, *, patience_s: float = PATIENCE_S) -> DuckDBPyConnection:
    """Open the database for writing, create it if absent, and bring it up to date.

    Waits up to `patience_s` seconds for a lock held elsewhere.

    Raises:
        StoreBusy: if another process still has it open.
        StoreError: if the file is not a database, or a later version made it.
    """
    make_folder_of(path)
    if not path.exists():
        _create(path)
    return _open(path, patience_s)


def check_usable(path: Path) -> None:
    """Fail now, before long work, if the database cannot be written; an absent one stays absent.

    Raises:
        StoreBusy, StoreError: as `connect`.
    """
    if path.exists():
        connect(path).close()
    else:
        make_folder_of(path)


def make_folder_of(path: Path) -> None:
    """Make the folder of a database.

    Raises:
        StoreError: it cannot be made.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot make the folder {path.parent}: {error.strerror}") from None


def _create(path: Path) -> None:
    """Make an empty database, which appears only when it is whole."""
    sweep(path)
    partial = partial_of(path)
    try:
        _open(partial, 0).close()
        if not path.exists():  # or another process was faster
            put_in_place(partial, path)
    except OSError as error:
        raise StoreError(f"cannot make the database {path}: {error.strerror}") from None
    finally:
        partial.unlink(missing_ok=True)


def _open(path: Path, patience_s: float) -> DuckDBPyConnection:
    con = duckdb.connect(config={"memory_limit": WRITING_MEMORY})
    try:
        _attach(con, path, _ALIAS, _WRITING, patience_s)
        migrate(con)
    except BaseException:
        con.close()
        raise
    return con


def connect_read_only(
    path: Path,
    *,
    patience_s: float = PATIENCE_S,
    memory: str = READING_MEMORY,
    threads: int | None = None,
) -> DuckDBPyConnection:
    """Open the database for reading, or a lake; other readers may have it open too.

    Raises:
        StoreBusy: if another process has it open for writing.
        StoreError: if there is none, or it is not of this version.
    """
    if url := lake_url(path):
        from engine.store.lake.reading import catalogue_of

        return attach_read_only(catalogue_of(url), "lake")
    _require_file(path)
    config: dict[str, str | bool | int | float | list[str]] = {"memory_limit": memory}
    if threads:
        config["threads"] = threads
    con = _patiently(
        path,
        patience_s,
        lambda: duckdb.connect(path, read_only=True, config=config),
    )
    try:
        _require_current(con, path)
    except BaseException:
        con.close()
        raise
    return con


def attach_read_only(
    path: Path, alias: str, *, patience_s: float = PATIENCE_S
) -> DuckDBPyConnection:
    """An in-memory connection with the database at `path` attached for reading and in use.

    Unlike one from `connect_read_only`, it can attach others for writing.

    Raises:
        StoreBusy: if another process has it open for writing.
        StoreError: if the file is no database, or not of this version.
    """
    _require_file(path)
    con = duckdb.connect(config={"memory_limit": READING_MEMORY})
    try:
        _attach(con, path, alias, "(READ_ONLY)", patience_s)
        _require_current(con, path)
        _reach_files(con, path)
    except BaseException:
        con.close()
        raise
    return con


def _attach(
    con: DuckDBPyConnection, path: Path, alias: str, options: str, patience_s: float
) -> None:
    """Attach a database file and make it the default."""
    statement = f"ATTACH {literal(path)} AS {alias} {options}"
    _patiently(path, patience_s, lambda: con.execute(statement))
    con.execute(f"USE {alias}")
    # otherwise DuckDB rewrites row groups that are not quite full, on one thread; that takes as
    # long as the writing itself and makes the file half as large again; empty ones are freed anyway
    con.execute("SET max_vacuum_tasks = 0")
    # compressing texts of this mean length pays: replies then take a third of the space, and
    # copying a snapshot a third of the time
    con.execute("SET zstd_min_string_length = 1000")
    con.execute("SET enable_progress_bar = false")  # it would be drawn into our own


def _require_file(path: Path) -> None:
    if not path.is_file():
        raise StoreError(
            f"there is no database at {path}; make one with `sorites generate`, or name it"
            f" with --db or {ENVIRONMENT}"
        )


def _require_current(con: DuckDBPyConnection, path: Path) -> None:
    if not is_current(con):
        where = f" --lake {lake_of(path)}" if _is_catalogue(con) else ""
        raise StoreOutdated(
            f"{path} was made by an earlier version; bring it up to date with"
            f" `sorites publish{where}`"
        )


def _is_catalogue(con: DuckDBPyConnection) -> bool:
    query = "SELECT 1 FROM duckdb_tables() WHERE table_name = '_files'"
    return bool(con.execute(query).fetchall())


def _reach_files(con: DuckDBPyConnection, path: Path) -> None:
    """If this is the catalogue of a lake, make the files that its views read readable."""
    if (lake := lake_of(path)) and _is_catalogue(con):
        require("lake")
        from engine.store.lake.files import reach_from_catalogue  # with Arrow

        reach_from_catalogue(con, lake)


def _patiently(path: Path, patience_s: float, opened: Callable[[], Opened]) -> Opened:
    """Call `opened`, and retry while another process holds the lock on `path`."""
    deadline = time.monotonic() + patience_s
    while True:
        try:
            return opened()
        except duckdb.Error as error:
            if not (isinstance(error, duckdb.IOException) and _LOCK.search(str(error))):
                raise _unusable(path, error) from None
            if time.monotonic() >= deadline:
                raise _busy(path, error) from None
        time.sleep(_RETRY_S)


def _busy(path: Path, error: duckdb.Error) -> StoreBusy:
    """DuckDB's lock error, as a sentence that names the process holding the lock."""
    found = _HOLDER.search(str(error))
    if found is None:
        return StoreBusy(path, None, None)
    return StoreBusy(path, found["program"], int(found["pid"]))


def _unusable(path: Path, error: duckdb.Error) -> StoreError:
    """DuckDB's refusal of a file, as a sentence."""
    reason = str(error).splitlines()[0].partition("Error: ")[2] or str(error)
    return StoreError(f"cannot use {path} as a database: {reason}")
