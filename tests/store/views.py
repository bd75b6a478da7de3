"""Rows of views, as tests read them."""

from __future__ import annotations

from typing import Any

from duckdb import DuckDBPyConnection

from engine.store.records import read_rows

Row = dict[str, Any]


def view(
    con: DuckDBPyConnection, name: str, dataset: str | None = None, **values: Any
) -> list[Row]:
    """The rows of a view, of one data set or all, that have some values."""
    wanted = {"dataset": dataset, **values} if dataset else values
    where = " AND ".join(f"{column} = ${column}" for column in wanted) or "true"
    return read_rows(con, f"FROM {name} WHERE {where}", wanted)
