"""Writing a data set: whole, in one transaction, from Arrow tables or Parquet shards."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from duckdb import DuckDBPyConnection

from engine.errors import InputError
from engine.store.connection import transaction
from engine.store.datasets import (
    Dataset,
    DatasetMeta,
    engine_version,
    find_dataset,
    list_datasets,
)
from engine.store.rows import ITEM_COLUMNS

_BATCH = 10_000


def write_shard(path: Path, table: pa.Table) -> Path:
    """Write a table as a Parquet file that appears whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".partial")
    pq.write_table(table, partial, compression="zstd")
    return partial.replace(path)


def write_items(
    con: DuckDBPyConnection,
    meta: DatasetMeta,
    items: pa.Table,
    verifications: pa.Table | None = None,
    *,
    replace: bool = False,
) -> Dataset:
    """Store a data set from Arrow tables. See `ingest_shards`."""
    con.register("incoming_items", items)
    if verifications is not None:
        con.register("incoming_verifications", verifications)
    try:
        return _store(con, meta, verified=verifications is not None, replace=replace)
    finally:
        con.unregister("incoming_items")
        con.unregister("incoming_verifications")


def ingest_shards(
    con: DuckDBPyConnection,
    meta: DatasetMeta,
    items: Sequence[Path],
    verifications: Sequence[Path] = (),
    *,
    replace: bool = False,
) -> Dataset:
    """Store a data set from Parquet shards, in one transaction.

    A set of the same name and the same content is left as it is. One of other content is refused
    unless `replace` is given; then it goes, or, if a model has answered it, stays under the name
    `NAME@HASH`, for no answer is ever thrown away.

    Raises:
        InputError: if the name is taken by other content, if two items have one index, or if an
            item is not of the family, version, parameters and seed that `meta` states.
    """
    con.read_parquet(list(map(str, items))).create_view("incoming_items")
    if verifications:
        con.read_parquet(list(map(str, verifications))).create_view("incoming_verifications")
    try:
        return _store(con, meta, verified=bool(verifications), replace=replace)
    finally:
        con.execute("DROP VIEW IF EXISTS incoming_items")
        con.execute("DROP VIEW IF EXISTS incoming_verifications")


def _store(con: DuckDBPyConnection, meta: DatasetMeta, *, verified: bool, replace: bool) -> Dataset:
    content, n = _content(con)
    _check(con, meta, n)
    with transaction(con):
        present = {dataset.name: dataset for dataset in list_datasets(con)}.get(meta.name)
        if present is not None:
            if present.content_hash == content and _same_recipe(present, meta):
                return present
            if not replace:
                raise InputError(
                    f"a data set named {meta.name} with other content exists ({present.n} items,"
                    " seed"
                    f" {present.seed}); choose another name, or replace it with --replace"
                )
            _retire(con, present)
        if not _revive(con, meta, content):
            _insert(con, meta, content, n)
        if verified:
            _insert_verifications(con, meta.name)
    return find_dataset(con, meta.name)


def _content(con: DuckDBPyConnection) -> tuple[str, int]:
    """The content hash of the incoming items (one item hash a line), and their number."""
    digest, n = hashlib.sha256(), 0
    cursor = con.execute("SELECT hash FROM incoming_items ORDER BY idx")
    while rows := cursor.fetchmany(_BATCH):
        n += len(rows)
        digest.update("".join(f"{item}\n" for (item,) in rows).encode())
    return digest.hexdigest(), n


def _check(con: DuckDBPyConnection, meta: DatasetMeta, n: int) -> None:
    if not n:
        raise InputError(f"the data set {meta.name} has no items")
    twice = con.execute(
        "SELECT idx FROM incoming_items GROUP BY idx HAVING count(*) > 1 ORDER BY idx LIMIT 1"
    ).fetchone()
    if twice:
        raise InputError(f"two items of the data set {meta.name} have the index {twice[0]}")
    other = con.execute(
        "SELECT idx FROM incoming_items WHERE (family, version, params, seed) IS DISTINCT FROM"
        " ($family, $version, $params, $seed) ORDER BY idx LIMIT 1",
        {
            "family": meta.family,
            "version": meta.version,
            "params": meta.params,
            "seed": meta.seed,
        },
    ).fetchone()
    if other:
        raise InputError(
            f"item {other[0]} of the data set {meta.name} states another family, version, seed or"
            " parameters than the set"
        )


def _same_recipe(present: Dataset, meta: DatasetMeta) -> bool:
    return (present.family, present.version, present.params, present.seed) == (
        meta.family,
        meta.version,
        meta.params,
        meta.seed,
    )


def _retire(con: DuckDBPyConnection, dataset: Dataset) -> None:
    key = {"dataset": dataset.dataset_id}
    answered = con.execute("SELECT 1 FROM runs WHERE dataset_id = $dataset LIMIT 1", key).fetchone()
    if answered:
        con.execute(
            "UPDATE datasets SET name = $name WHERE dataset_id = $dataset",
            {**key, "name": _retired(dataset.name, dataset.content_hash)},
        )
        return
    con.execute(
        "DELETE FROM verifications WHERE item_id IN"
        " (SELECT item_id FROM items WHERE dataset_id = $dataset)",
        key,
    )
    for table in ("items", "audits", "datasets"):
        con.execute(f"DELETE FROM {table} WHERE dataset_id = $dataset", key)


def _retired(name: str, content: str) -> str:
    return f"{name}@{content[:8]}"


def _revive(con: DuckDBPyConnection, meta: DatasetMeta, content: str) -> bool:
    """Give a retired data set of the same content and recipe its name back, with its answers."""
    for dataset in list_datasets(con):
        if dataset.name == _retired(meta.name, content) and _same_recipe(dataset, meta):
            con.execute(
                "UPDATE datasets SET name = $name WHERE dataset_id = $dataset",
                {"name": meta.name, "dataset": dataset.dataset_id},
            )
            return True
    return False


def _insert(con: DuckDBPyConnection, meta: DatasetMeta, content: str, n: int) -> None:
    con.execute(
        "INSERT INTO datasets SELECT coalesce(max(dataset_id), 0) + 1, $name, $family, $recipe,"
        " $version, $params, $seed, $source, $n, $content, $engine, now() AT TIME ZONE 'UTC',"
        " $note FROM datasets",
        {
            "name": meta.name,
            "family": meta.family,
            "recipe": meta.recipe,
            "version": meta.version,
            "params": meta.params,
            "seed": meta.seed,
            "source": meta.source,
            "n": n,
            "content": content,
            "engine": engine_version(),
            "note": meta.note,
        },
    )
    columns = ", ".join(f'i."{column}"' for column in ITEM_COLUMNS)
    con.execute(
        f"""
        INSERT INTO items
        SELECT (SELECT coalesce(max(item_id), 0) FROM items) + o.position,
            (SELECT dataset_id FROM datasets WHERE name = $name), {columns}
        FROM incoming_items i
        JOIN (SELECT idx, row_number() OVER (ORDER BY idx) AS position FROM incoming_items) o
            ON o.idx = i.idx
        """,
        {"name": meta.name},
    )


def _insert_verifications(con: DuckDBPyConnection, name: str) -> None:
    """Record the incoming verifications, each in place of an earlier one of its item."""
    keyed = """
        FROM incoming_verifications v
        JOIN items i ON i.idx = v.index
        JOIN datasets d ON d.dataset_id = i.dataset_id AND d.name = $name
    """
    con.execute(
        f"DELETE FROM verifications WHERE item_id IN (SELECT i.item_id {keyed})", {"name": name}
    )
    con.execute(
        f"""
        INSERT INTO verifications
        SELECT i.item_id, v.verdict, v.agreed, v.methods, v.solver, v.minimal_premises, v.steps,
            v.height, v.problem, now() AT TIME ZONE 'UTC'
        {keyed}
        """,
        {"name": name},
    )


def write_verifications(con: DuckDBPyConnection, dataset: str, table: pa.Table) -> None:
    """Record a table of `VERIFICATION_SCHEMA`, each row in place of an earlier one of its item.

    Raises:
        InputError: if there is no such data set.
    """
    find_dataset(con, dataset)
    con.register("incoming_verifications", table)
    try:
        with transaction(con):
            _insert_verifications(con, dataset)
    finally:
        con.unregister("incoming_verifications")
