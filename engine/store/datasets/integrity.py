"""Check that a stored data set is complete and matches its description."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence

from duckdb import DuckDBPyConnection

from engine.store.datasets.describing import Dataset

OTHER_CONTENT = "the hash of its content is not that of its items"
"""The finding that follows from any wrong item hash."""

_BATCH = 10_000


def content_hash(
    con: DuckDBPyConnection, select: str, parameters: Sequence[object]
) -> tuple[str, int]:
    """SHA-256 (hexadecimal) over the hashes a query returns, one per line; and their number."""
    digest, n = hashlib.sha256(), 0
    cursor = con.execute(select, parameters)
    while rows := cursor.fetchmany(_BATCH):
        n += len(rows)
        digest.update("".join(f"{item}\n" for (item,) in rows).encode())
    return digest.hexdigest(), n


def dataset_faults(con: DuckDBPyConnection, dataset: Dataset) -> Iterator[str]:
    """Faults of a data set as a whole, one sentence each."""
    key = [dataset.dataset_id]
    [(distinct, published)] = con.execute(
        "SELECT count(DISTINCT idx), count(published_label) FROM items WHERE dataset_id = ?", key
    ).fetchall()
    found, n = content_hash(con, "SELECT hash FROM items WHERE dataset_id = ? ORDER BY idx", key)
    if n != dataset.n:
        yield f"{n:,} items are stored of {dataset.n:,}"
    if distinct != n:
        yield f"{n - distinct:,} items have an index that another one has"
    if published != (n if dataset.source == "imported" else 0):
        yield f"it is recorded as {dataset.source}, but {published:,} of {n:,} labels are published"
    named = json.loads(dataset.params).get("recipe", "") if dataset.source == "generated" else None
    if named not in (None, dataset.recipe):
        yield f"the recipe is not {dataset.recipe} by its parameters"
    if found != dataset.content_hash:
        yield OTHER_CONTENT
