"""The table `figures`: scores from other sources, replaced as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from duckdb import DuckDBPyConnection


def replace_figures(con: DuckDBPyConnection, rows: Sequence[dict[str, Any]]) -> None:
    """Replace the contents of the table, within the caller's transaction. Any: cells of the table.

    One statement from an Arrow table; row by row takes sixty times as long.
    """
    import pyarrow as pa

    con.execute("DELETE FROM figures")
    schema = con.sql("FROM figures LIMIT 0").to_arrow_table().schema
    con.register("incoming_figures", pa.Table.from_pylist(list(rows), schema=schema))
    try:
        con.execute("INSERT INTO figures BY NAME SELECT * FROM incoming_figures")
    finally:
        con.unregister("incoming_figures")
