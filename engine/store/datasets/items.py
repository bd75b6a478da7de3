"""Reading items: a stream of a whole data set, or one item by any of its names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from duckdb import DuckDBPyConnection

from engine.core.errors import InputError
from engine.core.items import Item
from engine.store.datasets.describing import find_dataset
from engine.store.datasets.reading import items_of, selection

_BATCH = 2_048
_CHUNK = 128
"""Items built at a time: the fewer are alive, the less the garbage collector has to scan."""

_SHORTEST_PREFIX = 6
_NUMBER = re.compile(r"[0-9]{1,9}")
_HASH = re.compile(rf"[0-9a-f]{{{_SHORTEST_PREFIX},64}}")


def load_items(
    con: DuckDBPyConnection,
    dataset: str,
    *,
    split: str | None = None,
    ids: Sequence[int] | None = None,
    certified: bool = True,
) -> Iterator[Item]:
    """The items of a data set in index order, read in batches as they are consumed.

    `split` and `ids` (keys of the table `items`) select items.
    Without `certified` their certificates are empty, which is enough for asking and grading.

    Raises:
        InputError: if there is no such data set.
    """
    key = find_dataset(con, dataset).dataset_id
    chosen = selection(certified=certified)
    return _stream(beside(con), key, chosen, split, ids)


def beside(con: DuckDBPyConnection) -> DuckDBPyConnection:
    """A separate cursor on the same database; in a snapshot, `USE` must be repeated for it."""
    cursor = con.cursor()
    [(database,)] = con.execute("SELECT current_database()").fetchall()
    cursor.execute(f"""USE "{database.replace('"', '""')}" """)
    return cursor


def _stream(
    cursor: DuckDBPyConnection,
    dataset: int,
    chosen: str,
    split: str | None,
    wanted: Sequence[int] | None,
) -> Iterator[Item]:
    for query, values in queries(cursor, dataset, chosen, split, wanted):
        cursor.execute(query, values)
        while rows := cursor.fetchmany(_CHUNK):
            yield from items_of(rows)


def queries(
    cursor: DuckDBPyConnection,
    dataset: int,
    chosen: str,
    split: str | None,
    wanted: Sequence[int] | None,
) -> Iterator[tuple[str, dict[str, Any]]]:  # Any: the values of parameters
    """A query for each range of keys; keys follow the index, so nothing needs sorting."""
    for first, last, ids in _ranges(cursor, dataset, wanted):
        yield (
            f"""
            SELECT {chosen} FROM items i JOIN datasets d ON d.dataset_id = i.dataset_id
            WHERE i.dataset_id = $dataset AND i.item_id BETWEEN $first AND $last
                AND ($split IS NULL OR i.split = $split)
                AND ($ids IS NULL OR i.item_id IN (SELECT unnest($ids)))
            ORDER BY i.idx
            """,
            {
                "dataset": dataset,
                "first": first,
                "last": last,
                "split": split,
                "ids": ids,
            },
        )


def _ranges(
    cursor: DuckDBPyConnection, dataset: int, wanted: Sequence[int] | None
) -> Iterator[tuple[int, int, Sequence[int] | None]]:
    """The first and last key of each batch, and the keys wanted between them (None: all)."""
    if wanted is not None:
        keys = sorted(wanted)
        for start in range(0, len(keys), _BATCH):
            batch = keys[start : start + _BATCH]
            yield batch[0], batch[-1], batch
        return
    [(least, greatest)] = cursor.execute(
        "SELECT coalesce(min(item_id), 0), coalesce(max(item_id), -1) FROM items"
        " WHERE dataset_id = $dataset",
        {"dataset": dataset},
    ).fetchall()
    for first in range(least, greatest + 1, _BATCH):
        yield first, first + _BATCH - 1, None


def find_item(con: DuckDBPyConnection, name: str) -> tuple[int, str, Item]:
    """The key, the data set and the item that `name` means.

    A name is a hash or its beginning (six characters or more), the key `item_id`, or
    `DATASET:INDEX`.

    Raises:
        InputError: if it names no item, or several.
    """
    condition, values = _meaning(name)
    found = con.execute(
        "SELECT i.item_id, d.name FROM items i JOIN datasets d USING (dataset_id)"
        f" WHERE {condition} ORDER BY i.item_id LIMIT 4",
        values,
    ).fetchall()
    if not found:
        raise InputError(
            f"there is no item {name}; name it by the beginning of its hash, by its item_id or"
            " as DATASET:INDEX"
        )
    if len(found) > 1:
        several = ", ".join(f"{item_id} (of {dataset})" for item_id, dataset in found)
        raise InputError(f"{name} names several items: {several}; give one of these numbers")
    item_id, dataset = found[0]
    return item_id, dataset, next(load_items(con, dataset, ids=[item_id]))


def _meaning(name: str) -> tuple[str, dict[str, str | int]]:
    """A condition on items `i` and data sets `d`, with the values of its parameters."""
    dataset, _, index = name.rpartition(":")
    if dataset and _NUMBER.fullmatch(index):
        return "d.name = $dataset AND i.idx = $idx", {"dataset": dataset, "idx": int(index)}
    if _NUMBER.fullmatch(name):
        return "i.item_id = $item_id", {"item_id": int(name)}
    if _HASH.fullmatch(name.lower()):
        return "starts_with(i.hash, $prefix)", {"prefix": name.lower()}
    raise InputError(
        f"{name!r} names no item; give the beginning of its hash (six characters or more), its"
        " item_id or DATASET:INDEX"
    )
