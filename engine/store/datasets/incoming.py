"""Rows on their way in: what `incoming_items` and `incoming_verifications` hold, and into tables.

The two are views or registered Arrow tables of the schemas in `engine.store.datasets.rows`;
nothing here
brings their rows into Python but the hashes.
"""

from __future__ import annotations

from typing import NamedTuple

from duckdb import DuckDBPyConnection

from engine.core.errors import InputError
from engine.store.datasets.columns import ITEM_COLUMNS
from engine.store.datasets.describing import Dataset, DatasetMeta, engine_build
from engine.store.datasets.integrity import content_hash

_COLUMNS = ", ".join(f'"{column}"' for column in ITEM_COLUMNS)


class Content(NamedTuple):
    """What is asked: SHA-256 over the item hashes, one a line in order of index; and how many."""

    hash: str
    n: int


def incoming_content(con: DuckDBPyConnection) -> Content:
    """The content of the incoming items."""
    return Content(*content_hash(con, "SELECT hash FROM incoming_items ORDER BY idx", []))


def check_incoming(con: DuckDBPyConnection, meta: DatasetMeta, content: Content) -> None:
    """Refuse what is no data set.

    Raises:
        InputError: if there are no items, two with one index, or some of another origin than
            `meta` states.
    """
    if not content.n:
        raise InputError(f"the data set {meta.name} has no items")
    twice = con.execute(
        "SELECT idx FROM incoming_items GROUP BY idx HAVING count(*) > 1 ORDER BY idx LIMIT 1"
    ).fetchall()
    if twice:
        raise InputError(f"two items of the data set {meta.name} have the index {twice[0][0]}")
    other = con.execute(
        "SELECT idx FROM incoming_items WHERE (family, version, params, seed) IS DISTINCT FROM"
        " ($family, $version, $params, $seed) ORDER BY idx LIMIT 1",
        {
            "family": meta.family,
            "version": meta.version,
            "params": meta.params,
            "seed": meta.seed,
        },
    ).fetchall()
    if other:
        raise InputError(
            f"item {other[0][0]} of the data set {meta.name} states another family, version, seed"
            " or parameters than the set"
        )


def is_described_as(meta: DatasetMeta, dataset: Dataset) -> bool:
    """Whether the data set was made by the recipe that `meta` states."""
    described = (dataset.family, dataset.version, dataset.params, dataset.seed)
    return described == (meta.family, meta.version, meta.params, meta.seed)


def is_stored_as(
    con: DuckDBPyConnection, meta: DatasetMeta, content: Content, dataset: Dataset
) -> bool:
    """Whether the data set is what comes in, down to formulas, certificates and traits."""
    if not is_described_as(meta, dataset) or dataset.content_hash != content.hash:
        return False
    ((is_same,),) = con.execute(
        f"""
        SELECT (SELECT bit_xor(hash({_COLUMNS})) FROM incoming_items)
            = (SELECT bit_xor(hash({_COLUMNS})) FROM items WHERE dataset_id = $dataset)
        """,
        {"dataset": dataset.dataset_id},
    ).fetchall()
    return bool(is_same)


def insert_dataset(
    con: DuckDBPyConnection, meta: DatasetMeta, content: Content, key: int | None = None
) -> int:
    """Write the row of a data set under the given key, or the next one; the key."""
    ((written,),) = con.execute(
        "INSERT INTO datasets SELECT coalesce($key, max(dataset_id) + 1, 1), $name, $family,"
        " $recipe, $version, $params, $seed, $source, $n, $content, $engine,"
        " now() AT TIME ZONE 'UTC', $note FROM datasets RETURNING dataset_id",
        {
            "key": key,
            "name": meta.name,
            "family": meta.family,
            "recipe": meta.recipe,
            "version": meta.version,
            "params": meta.params,
            "seed": meta.seed,
            "source": meta.source,
            "n": content.n,
            "content": content.hash,
            "engine": engine_build(),
            "note": meta.note,
        },
    ).fetchall()
    return int(written)


def insert_items(con: DuckDBPyConnection, dataset: int, first: int | None) -> None:
    """Write the incoming items with dense keys in order of index, from `first` or the next on."""
    con.execute(
        f"""
        INSERT INTO items
        SELECT coalesce($first, (SELECT max(item_id) + 1 FROM items), 1) + place, $dataset, i.*
        FROM (SELECT {_COLUMNS} FROM incoming_items) i
        JOIN (
            SELECT idx, row_number() OVER (ORDER BY idx) - 1 AS place FROM incoming_items
        ) places ON places.idx = i.idx
        """,
        {"first": first, "dataset": dataset},
    )


def insert_verifications(con: DuckDBPyConnection, dataset: str) -> None:
    """Write the incoming verifications, each in place of an earlier one of its item."""
    keyed = """
        FROM incoming_verifications v
        JOIN items i ON i.idx = v.index
        JOIN datasets d ON d.dataset_id = i.dataset_id AND d.name = $dataset
    """
    name = {"dataset": dataset}
    con.execute(f"DELETE FROM verifications WHERE item_id IN (SELECT i.item_id {keyed})", name)
    con.execute(
        f"""
        INSERT INTO verifications
        SELECT i.item_id, v.verdict, v.agreed, v.methods, v.solver, v.minimal_premises, v.steps,
            v.height, v.problem, now() AT TIME ZONE 'UTC'
        {keyed}
        """,
        name,
    )


def drop_items(con: DuckDBPyConnection, dataset: Dataset) -> int:
    """Remove the items of a data set and what was found of them; the first key they had."""
    key = {"dataset": dataset.dataset_id}
    mine = "SELECT item_id FROM items WHERE dataset_id = $dataset"
    ((first,),) = con.execute(f"SELECT min(item_id) FROM ({mine})", key).fetchall()
    con.execute(f"DELETE FROM verifications WHERE item_id IN ({mine})", key)
    con.execute("DELETE FROM items WHERE dataset_id = $dataset", key)
    con.execute("DELETE FROM audits WHERE dataset_id = $dataset", key)
    con.execute("DELETE FROM audit_findings WHERE dataset_id = $dataset", key)
    con.execute("DELETE FROM repetitions WHERE dataset_id = $dataset", key)
    return int(first)


def rename(con: DuckDBPyConnection, dataset: Dataset, name: str) -> None:
    """Give a data set another name."""
    con.execute(
        "UPDATE datasets SET name = $name WHERE dataset_id = $dataset",
        {"name": name, "dataset": dataset.dataset_id},
    )
