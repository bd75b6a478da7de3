"""Rows of queries as dictionaries."""

from __future__ import annotations

from typing import Any

from duckdb import DuckDBPyConnection

Row = dict[str, Any]


def read_rows(con: DuckDBPyConnection, query: str, values: dict[str, Any]) -> list[Row]:
    """The rows of a query as dictionaries; `values` are its named parameters."""
    cursor = con.execute(query, values)
    names = [column[0] for column in cursor.description or ()]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
