"""Items sent to processes and machines that do not have the database: rows as bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from duckdb import DuckDBPyConnection

from engine.core.items import Item
from engine.store.connection import connect_read_only
from engine.store.datasets.describing import find_dataset
from engine.store.datasets.items import beside, queries
from engine.store.datasets.reading import items_of, selection

if TYPE_CHECKING:
    import pyarrow as pa

_READ_AT_ONCE = 8_192
"""Items read per opening of the database; in between, other processes can write to it."""

_CHUNK = 128
"""Items built at a time: the fewer are alive, the less the garbage collector has to scan."""


def parcels(db: Path, dataset: str, ids: Sequence[int], size: int) -> Iterator[bytes]:
    """Items with the given keys, at most `size` per parcel, read as they are consumed.

    Raises:
        InputError: there is no such data set.
        StoreError: there is no such database, or it is locked.
    """
    for start in range(0, len(ids), _READ_AT_ONCE):
        with closing(connect_read_only(db)) as con:
            packed = list(_packed(con, dataset, ids[start : start + _READ_AT_ONCE], size))
        yield from packed


def _packed(
    con: DuckDBPyConnection, dataset: str, ids: Sequence[int], size: int
) -> Iterator[bytes]:
    import pyarrow as pa

    key, cursor = find_dataset(con, dataset).dataset_id, beside(con)
    options = pa.ipc.IpcWriteOptions(compression="lz4")
    for query, values in queries(cursor, key, selection(), None, ids):
        table = cursor.sql(query, params=values).to_arrow_table()
        for start in range(0, table.num_rows, size):
            into = pa.BufferOutputStream()
            with pa.ipc.new_stream(into, table.schema, options=options) as stream:
                stream.write_table(table.slice(start, size))
            yield bytes(into.getvalue())


def unpacked(parcel: bytes) -> pa.Table:
    """The rows of a parcel."""
    import pyarrow as pa

    return pa.ipc.open_stream(parcel).read_all()


def items_in(rows: pa.Table) -> Iterator[Item]:
    """The items of rows from a parcel.

    Raises:
        ValueError: an item is unreadable.
    """
    for start in range(0, rows.num_rows, _CHUNK):
        columns = rows.slice(start, _CHUNK).columns
        yield from items_of(list(zip(*(column.to_pylist() for column in columns), strict=True)))
