"""The table `figures`: scores that others have, replaced as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from duckdb import DuckDBPyConnection


def replace_figures(con: DuckDBPyConnection, rows: Sequence[dict[str, Any]]) -> None:
    """Replace what the table holds, within the caller's transaction. Any: cells of the table.

    All in one statement, from an Arrow table: row by row takes sixty times as long.
    """
    import pyarrow as pa

    con.execute("DELETE FROM figures")
    schema = con.sql("FROM figures LIMIT 0").to_arrow_table().schema
    con.register("incoming_figures", pa.Table.from_pylist(list(rows), schema=schema))
    try:
        con.execute("INSERT INTO figures BY NAME SELECT * FROM incoming_figures")
    finally:
        con.unregister("incoming_figures")
