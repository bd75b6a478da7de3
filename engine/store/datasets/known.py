"""What a description of a data set needs besides its row: its languages, and how it was checked."""

from __future__ import annotations

from duckdb import DuckDBPyConnection

_SPOKEN = """
SELECT language, count(*) FROM items WHERE dataset_id = ?
GROUP BY language ORDER BY language <> 'en', language
"""

_CHECKED = """
SELECT DISTINCT v.methods, v.solver FROM verifications v JOIN items i USING (item_id)
WHERE i.dataset_id = ? ORDER BY ALL
"""


def items_by_language(con: DuckDBPyConnection, dataset_id: int) -> dict[str, int]:
    """The number of items in each language of a data set, English first."""
    return dict(con.execute(_SPOKEN, [dataset_id]).fetchall())


def ways_checked(con: DuckDBPyConnection, dataset_id: int) -> list[tuple[str, str | None]]:
    """By which methods and solvers the items of a data set were verified."""
    return con.execute(_CHECKED, [dataset_id]).fetchall()
