"""How analysis reads: a query over a database, a snapshot, or what a face keeps of one."""

from __future__ import annotations

from typing import Any, Protocol

from duckdb import DuckDBPyConnection

from engine.store.records import read_rows

Row = dict[str, Any]


class Rows(Protocol):
    """Whatever gives the rows of a query; `values` are its named parameters."""

    def __call__(self, query: str, /, **values: object) -> list[Row]:
        """The rows as dictionaries, to be read only."""
        ...


def rows_of(con: DuckDBPyConnection) -> Rows:
    """The queries of a connection."""

    def rows(query: str, /, **values: object) -> list[Row]:
        return read_rows(con, query, values)

    return rows
