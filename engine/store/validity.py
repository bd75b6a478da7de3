"""Judgements of readers on the questions themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Literal

from duckdb import DuckDBPyConnection

from engine.core.errors import InputError
from engine.store.datasets.describing import find_dataset
from engine.store.records import Row, read_rows
from engine.store.transactions import transaction

ReaderKind = Literal["person", "model"]


@dataclass(frozen=True, slots=True)
class ValidityReading:
    """A reader's judgement of one question. See the comments of the table `validity_readings`."""

    index: int
    grammatical: bool
    one_reading: bool
    answer: str | None
    remark: str | None
    seconds: float | None = None


def write_validity(
    con: DuckDBPyConnection,
    dataset: str,
    readings: Sequence[ValidityReading],
    *,
    reader: str,
    reader_kind: ReaderKind,
    source: str,
    replace: bool = False,
) -> None:
    """Store one reader's judgements on questions of a data set.

    Raises:
        InputError: there is no such data set, or the reader has read it already and `replace` is
            not given.
    """
    key = find_dataset(con, dataset).dataset_id
    mine = "reader = $reader AND item_id IN (SELECT item_id FROM items WHERE dataset_id = $key)"
    values = {"reader": reader, "key": key}
    with transaction(con):
        [(n,)] = con.execute(
            f"SELECT count(*) FROM validity_readings WHERE {mine}", values
        ).fetchall()
        if n and not replace:
            raise InputError(
                f"{n:,} questions of {dataset} as read by {reader} are stored already; put these in"
                " their place with --replace"
            )
        con.execute(f"DELETE FROM validity_readings WHERE {mine}", values)
        con.executemany(
            "INSERT INTO validity_readings (item_id, reader, reader_kind, grammatical, one_reading,"
            " answer, remark, seconds, source, imported_at) SELECT item_id, ?, ?, ?, ?, ?, ?, ?, ?,"
            " now() AT TIME ZONE 'UTC' FROM items WHERE dataset_id = ? AND idx = ?",
            [
                (reader, reader_kind, *found, source, key, index)
                for index, *found in map(astuple, readings)
            ],
        )


def validity_rates(con: DuckDBPyConnection, dataset: str) -> list[Row]:
    """The rows of the view `validity` on a data set."""
    return read_rows(con, "FROM validity WHERE dataset = $dataset", {"dataset": dataset})
