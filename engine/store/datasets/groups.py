"""The other members of a group of items."""

from __future__ import annotations

from duckdb import DuckDBPyConnection

from engine.store.records import Row, read_rows


def group_members(con: DuckDBPyConnection, item_id: int) -> list[Row]:
    """The other items of an item's group, such as its symbolic twin: dataset, idx, role, hash."""
    return read_rows(
        con,
        """
        SELECT d.name AS dataset, o.idx, o.role, o.hash
        FROM items i
        JOIN items o ON o.dataset_id = i.dataset_id AND o.group_no = i.group_no
            AND o.item_id <> i.item_id
        JOIN datasets d ON d.dataset_id = o.dataset_id
        WHERE i.item_id = $item_id
        ORDER BY o.idx
        """,
        {"item_id": item_id},
    )
