"""Transactions: all of what they write, or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

import duckdb
from duckdb import DuckDBPyConnection


@contextmanager
def transaction(con: DuckDBPyConnection) -> Iterator[None]:
    """Run a transaction: commit at the end, roll back on any exception."""
    con.execute("BEGIN")
    try:
        yield
    except BaseException:
        with suppress(duckdb.TransactionException):  # an interrupted statement may have ended it
            con.execute("ROLLBACK")
        raise
    con.execute("COMMIT")
