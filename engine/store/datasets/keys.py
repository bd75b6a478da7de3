"""The keys of a data set's items, by which work is divided among workers."""

from __future__ import annotations

from array import array

from duckdb import DuckDBPyConnection

from engine.store.datasets.describing import Dataset


def item_ids(
    con: DuckDBPyConnection, dataset: Dataset, *, with_formulas: bool = False
) -> array[int]:
    """The keys of the items in index order; optionally only of items with formulas."""
    columns = con.execute(
        "SELECT item_id FROM items WHERE dataset_id = $dataset AND len(query) >= $least"
        " ORDER BY idx",
        {"dataset": dataset.dataset_id, "least": int(with_formulas)},
    ).fetchnumpy()
    return array("q", columns["item_id"].astype("int64").tobytes())  # a list takes five times that
