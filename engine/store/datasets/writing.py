"""Writing a data set: whole, in one transaction, from Arrow tables or Parquet shards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from duckdb import DuckDBPyConnection

from engine.core.errors import InputError
from engine.store.datasets.describing import Dataset, DatasetMeta, find_dataset, list_datasets
from engine.store.datasets.incoming import (
    Content,
    check_incoming,
    drop_items,
    incoming_content,
    insert_dataset,
    insert_items,
    insert_verifications,
    is_described_as,
    is_stored_as,
    rename,
)
from engine.store.transactions import transaction

if TYPE_CHECKING:
    import pyarrow as pa


def write_items(
    con: DuckDBPyConnection,
    meta: DatasetMeta,
    items: pa.Table,
    *,
    replace: bool = False,
) -> Dataset:
    """Store a data set from Arrow tables. See `ingest_shards`."""
    con.register("incoming_items", items)
    try:
        return _store(con, meta, replace=replace)
    finally:
        con.unregister("incoming_items")


def ingest_shards(
    con: DuckDBPyConnection,
    meta: DatasetMeta,
    items: Sequence[Path],
    *,
    replace: bool = False,
) -> Dataset:
    """Store a data set from Parquet shards, in one transaction.

    A data set with the same name and content is left as it is. One with other content is refused
    unless `replace` is given. It is then removed, or, if a model has answered it, renamed to
    `NAME@HASH`, because no answer is ever thrown away.

    Raises:
        InputError: if the name is taken by other content, if two items have one index, or if an
            item is not of the family, version, parameters and seed that `meta` states.
    """
    con.read_parquet(list(map(str, items))).create_view("incoming_items")
    try:
        return _store(con, meta, replace=replace)
    finally:
        con.execute("DROP VIEW IF EXISTS incoming_items")


def find_made(con: DuckDBPyConnection, meta: DatasetMeta, n: int | None = None) -> Dataset | None:
    """The stored data set of that name, checked before generation; None if there is none.

    It is recognised by its recipe and, if given, its number `n` of items. That suffices to refuse
    another data set; the items themselves are compared when they are stored.

    Raises:
        InputError: if the name is taken by a data set of another recipe.
    """
    present = {dataset.name: dataset for dataset in list_datasets(con)}.get(meta.name)
    if present is None:
        return None
    if not is_described_as(meta, present) or n not in (None, present.n):
        raise _taken(present)
    return present


def _taken(present: Dataset) -> InputError:
    return InputError(
        f"the name {present.name} is taken by a data set of other content ({present.n:,} items,"
        f" {present.source}, seed {present.seed}); choose another with --name, or put the new one"
        " in its place with --replace"
    )


def _store(con: DuckDBPyConnection, meta: DatasetMeta, *, replace: bool) -> Dataset:
    content = incoming_content(con)
    check_incoming(con, meta, content)
    # substring compression takes as long as all other storing and saves only a sixth of the space
    con.execute("SET disabled_compression_methods = 'fsst'")
    with transaction(con):
        known = {dataset.name: dataset for dataset in list_datasets(con)}
        present = known.get(meta.name)
        if present is None or not is_stored_as(con, meta, content, present):
            if present is not None and not replace:
                raise _taken(present)
            retired = known.get(_retired_name(meta.name, content.hash))
            _put(con, meta, content, present, retired)
    con.execute("RESET disabled_compression_methods")
    return find_dataset(con, meta.name)


def _put(
    con: DuckDBPyConnection,
    meta: DatasetMeta,
    content: Content,
    present: Dataset | None,
    retired: Dataset | None,
) -> None:
    """Replace `present` by the incoming items, keeping the answers to both.

    Answers refer to items by key. So if the same questions already exist, in the present set or in
    one retired from this name, their rows are rewritten under their existing keys.
    """
    if present is not None and present.content_hash != content.hash:
        _retire(con, present)
        present = None
    same = present or retired
    if same is None:
        insert_items(con, insert_dataset(con, meta, content), first=None)
        return
    first = drop_items(con, same)
    con.execute("DELETE FROM datasets WHERE dataset_id = $key", {"key": same.dataset_id})
    insert_items(con, insert_dataset(con, meta, content, key=same.dataset_id), first=first)


def _retire(con: DuckDBPyConnection, dataset: Dataset) -> None:
    """Remove a data set; if it has answers or readings, rename it instead."""
    key = {"dataset": dataset.dataset_id}
    asked = con.execute(
        "SELECT 1 FROM runs WHERE dataset_id = $dataset UNION ALL SELECT 1 FROM validity_readings"
        " WHERE item_id IN (SELECT item_id FROM items WHERE dataset_id = $dataset) LIMIT 1",
        key,
    ).fetchall()
    if asked:
        rename(con, dataset, _retired_name(dataset.name, dataset.content_hash))
        return
    drop_items(con, dataset)
    con.execute("DELETE FROM datasets WHERE dataset_id = $dataset", key)


def _retired_name(name: str, content_hash: str) -> str:
    return f"{name}@{content_hash[:8]}"


def write_verifications(con: DuckDBPyConnection, dataset: str, table: pa.Table) -> None:
    """Record a table of `VERIFICATION_SCHEMA`; each row replaces an earlier one of its item.

    Raises:
        InputError: if there is no such data set.
    """
    find_dataset(con, dataset)
    con.register("incoming_verifications", table)
    try:
        with transaction(con):
            insert_verifications(con, dataset)
    finally:
        con.unregister("incoming_verifications")
