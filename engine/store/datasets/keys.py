"""The keys of a data set's items, by which work is divided among workers."""

from __future__ import annotations

from duckdb import DuckDBPyConnection

from engine.store.datasets.describing import Dataset


def item_ids(
    con: DuckDBPyConnection, dataset: Dataset, *, with_formulas: bool = False
) -> list[int]:
    """The keys of the items in index order; optionally only of items with formulas."""
    rows = con.execute(
        "SELECT item_id FROM items WHERE dataset_id = $dataset AND len(query) >= $least"
        " ORDER BY idx",
        {"dataset": dataset.dataset_id, "least": int(with_formulas)},
    ).fetchall()
    return [item_id for (item_id,) in rows]
