"""Inventories of sentences in the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
from duckdb import DuckDBPyConnection

from engine.core.errors import InputError
from engine.core.items import Symbol
from engine.core.pasted_keys import check_name
from engine.core.resources import engine_build
from engine.store.datasets.arrow import settle_without_pandas
from engine.store.datasets.integrity import content_hash
from engine.store.records import Row, read_rows
from engine.store.transactions import transaction

settle_without_pandas()

_TEXT, _COUNT = pa.string(), pa.int32()
_SYMBOL = pa.struct([(name, _TEXT) for name in ("atom", "text", "negation", "paraphrase")])
SENTENCE_SCHEMA = pa.schema(
    [
        ("idx", _COUNT),
        ("language", _TEXT),
        ("surface", _TEXT),
        ("formula", _TEXT),
        ("tree", _TEXT),
        ("symbols", pa.list_(_SYMBOL)),
        ("type", _TEXT),
        ("depth", _COUNT),
        ("class", _TEXT),
    ]
)


class SentenceRow(NamedTuple):
    """One sentence in one language. See the comments of the table `sentences`; `kind` is class."""

    idx: int
    language: str
    surface: str
    formula: str
    tree: str
    symbols: tuple[Symbol, ...]
    type: str
    depth: int
    kind: str


@dataclass(frozen=True, slots=True)
class InventoryMeta:
    """What identifies an inventory of `n` pairs and regenerates it.

    Raises:
        InputError: the name is empty, too long or holds a key.
    """

    name: str
    version: int
    params: str
    seed: int
    n: int

    def __post_init__(self) -> None:
        check_name(self.name, "an inventory")


@dataclass(frozen=True, slots=True)
class Inventory:
    """An inventory in the database. See the comments of the table `inventories`."""

    inventory_id: int
    name: str
    version: int
    params: str
    seed: int
    n: int
    n_unsettled: int
    content_hash: str
    engine_version: str
    created_at: datetime


def sentences_table(rows: Sequence[SentenceRow]) -> pa.Table:
    """Sentences as an Arrow table."""
    symbol_rows = [
        {"atom": s.atom, "text": s.text, "negation": s.negation, "paraphrase": s.paraphrase}
        for row in rows
        for s in row.symbols
    ]
    ends = [0]
    for row in rows:
        ends.append(ends[-1] + len(row.symbols))
    symbols = pa.ListArray.from_arrays(pa.array(ends, _COUNT), pa.array(symbol_rows, _SYMBOL))
    columns = [
        symbols if field.name == "symbols" else pa.array([row[at] for row in rows], field.type)
        for at, field in enumerate(SENTENCE_SCHEMA)
    ]
    return pa.Table.from_arrays(columns, schema=SENTENCE_SCHEMA)


def find_inventory(con: DuckDBPyConnection, meta: InventoryMeta) -> Inventory | None:
    """The stored inventory of that name; None if there is none.

    Raises:
        InputError: the name is taken by an inventory of another recipe.
    """
    found = con.execute("FROM inventories WHERE name = $name", {"name": meta.name}).fetchall()
    if not found:
        return None
    present = Inventory(*found[0])
    described = (present.version, present.params, present.seed, present.n)
    if described != (meta.version, meta.params, meta.seed, meta.n):
        raise InputError(
            f"the name {meta.name} is taken by another inventory ({present.n:,} pairs, seed"
            f" {present.seed}); choose another with --name, or put the new one in its place with"
            " --replace"
        )
    return present


def ingest_sentences(
    con: DuckDBPyConnection,
    meta: InventoryMeta,
    shards: Sequence[Path],
    n_unsettled: int,
    *,
    replace: bool = False,
) -> Inventory:
    """Store an inventory from Parquet shards of `SENTENCE_SCHEMA`, in one transaction.

    Raises:
        InputError: the name is taken by another inventory, and `replace` is not given.
    """
    con.read_parquet(list(map(str, shards))).create_view("incoming_sentences")
    try:
        digest, _ = content_hash(
            con, "SELECT surface FROM incoming_sentences ORDER BY idx, language DESC", []
        )
        with transaction(con):
            if not replace and (present := find_inventory(con, meta)):
                return present
            _remove(con, meta.name)
            _insert(con, meta, digest, n_unsettled)
            found = find_inventory(con, meta)
    finally:
        con.execute("DROP VIEW IF EXISTS incoming_sentences")
    if found is None:
        raise InputError(f"the inventory {meta.name} was not stored")
    return found


def sentence_counts(con: DuckDBPyConnection, inventory: str) -> list[Row]:
    """The rows of the view `sentence_counts` on an inventory."""
    return read_rows(con, "FROM sentence_counts WHERE inventory = $name", {"name": inventory})


def _remove(con: DuckDBPyConnection, name: str) -> None:
    con.execute(
        "DELETE FROM sentences WHERE inventory_id IN"
        " (SELECT inventory_id FROM inventories WHERE name = $name)",
        {"name": name},
    )
    con.execute("DELETE FROM inventories WHERE name = $name", {"name": name})


def _insert(con: DuckDBPyConnection, meta: InventoryMeta, digest: str, n_unsettled: int) -> None:
    ((key,),) = con.execute(
        "INSERT INTO inventories SELECT coalesce(max(inventory_id) + 1, 1), $name, $version,"
        " $params, $seed, $n, $unsettled, $digest, $engine, now() AT TIME ZONE 'UTC'"
        " FROM inventories RETURNING inventory_id",
        {
            "name": meta.name,
            "version": meta.version,
            "params": meta.params,
            "seed": meta.seed,
            "n": meta.n,
            "unsettled": n_unsettled,
            "digest": digest,
            "engine": engine_build(),
        },
    ).fetchall()
    con.execute(
        """
        INSERT INTO sentences
        WITH start AS (SELECT coalesce(max(sentence_id) + 1, 1) AS first FROM sentences)
        SELECT first + 2 * idx + (language <> 'en')::INTEGER, $key, idx, language,
            first + 2 * idx + (language = 'en')::INTEGER, surface, formula, tree, symbols, type,
            depth, class
        FROM incoming_sentences, start ORDER BY idx, language DESC
        """,
        {"key": key},
    )
