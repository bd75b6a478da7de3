"""The reply cache: replies already paid for, by everything that was sent.

It is an SQLite file next to the database, shared by all runs and processes. It only saves cost: if
anything is wrong with it, a run silently asks as if it were empty, because every answer is in its
journal.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import orjson

_NAME = "responses.sqlite"
_PATIENCE_S = 1.0
_TOGETHER = 64
_TABLE = "CREATE TABLE IF NOT EXISTS replies (key BLOB PRIMARY KEY, reply BLOB) WITHOUT ROWID"


def cache_key(endpoint: str, path: str, body: bytes, sample: int) -> bytes:
    """The key of a request: address, whole request body and sample number."""
    named = orjson.dumps([endpoint, path, sample]) + b"\n" + body
    return hashlib.sha256(named).digest()


class ResponseCache:
    """The cache of one database. Use it as a context manager."""

    def __init__(self, db: Path) -> None:
        self.path = db.parent / "cache" / _NAME
        self._con: sqlite3.Connection | None = None
        self._is_empty = True
        self._kept: dict[bytes, bytes] = {}

    def __enter__(self) -> Self:
        with suppress(OSError, sqlite3.Error):
            self.path.parent.mkdir(exist_ok=True)
            con = sqlite3.connect(self.path, timeout=_PATIENCE_S, isolation_level=None)
            con.execute("PRAGMA journal_mode = WAL")
            # replies lost in a power failure are asked again; waiting for disks would cost more
            con.execute("PRAGMA synchronous = OFF")
            con.execute(_TABLE)
            self._is_empty = not con.execute("SELECT 1 FROM replies LIMIT 1").fetchall()
            self._con = con
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._write()
        if self._con is not None:
            self._con.close()

    def find(self, key: bytes) -> dict[str, Any] | None:  # Any: the fields of a reply
        """The reply to the same request before this cache was opened; None if there is none."""
        if self._con is None or self._is_empty:
            return None
        try:
            row = self._con.execute("SELECT reply FROM replies WHERE key = ?", [key]).fetchone()
            known = orjson.loads(row[0]) if row else None
        except (sqlite3.Error, ValueError):
            return None
        return known if isinstance(known, dict) else None

    def keep(self, key: bytes, reply: Mapping[str, object]) -> None:
        """Keep the fields of a reply; they are written in batches."""
        if self._con is None:
            return
        self._kept[key] = orjson.dumps(reply)
        if len(self._kept) >= _TOGETHER:
            self._write()

    def _write(self) -> None:
        if self._con is None or not self._kept:
            return
        with suppress(sqlite3.Error):
            self._con.execute("BEGIN IMMEDIATE")
            try:
                self._con.executemany(
                    "INSERT OR REPLACE INTO replies VALUES (?, ?)", self._kept.items()
                )
                self._con.execute("COMMIT")
            except sqlite3.Error:
                self._con.execute("ROLLBACK")
                raise
        self._kept.clear()
