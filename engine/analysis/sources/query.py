"""How analysis reads: queries over a database, a snapshot, or a cached one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

from duckdb import DuckDBPyConnection

from engine.core.paths import db_to_read
from engine.store import connect_read_only, find_dataset
from engine.store.records import read_rows

Row = dict[str, Any]


class Rows(Protocol):
    """A callable that returns the rows of a query; `values` are its named parameters."""

    def __call__(self, query: str, /, **values: object) -> list[Row]:
        """The rows as dictionaries, to be read only."""
        ...


def rows_of(con: DuckDBPyConnection) -> Rows:
    """Run queries over a connection."""

    def rows(query: str, /, **values: object) -> list[Row]:
        return read_rows(con, query, values)

    return rows


@contextmanager
def open_rows(db: Path | None = None, dataset: str | None = None) -> Iterator[Rows]:
    """Open the named database for reading, and run queries over it.

    Raises:
        InputError: if neither data set nor figure has the name `dataset`.
        StoreError: if there is no database, or it is not of this version.
    """
    with closing(connect_read_only(db_to_read(db))) as con:
        rows = rows_of(con)
        known = "SELECT 1 FROM figures WHERE dataset = $dataset LIMIT 1"
        if dataset is not None and not rows(known, dataset=dataset):
            find_dataset(con, dataset)
        yield rows
