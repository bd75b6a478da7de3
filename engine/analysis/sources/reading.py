"""The source of pages: a published snapshot, or else only the bundled figures.

Every snapshot holds these figures, so that pages read a single database. Both may lack answers; the
page then says how to add them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path

import duckdb
from duckdb import DuckDBPyConnection

from engine.analysis.boards import Board, boards
from engine.analysis.scores.comparison import Comparison, compared
from engine.analysis.sources.query import Row, Rows, rows_of
from engine.audit import DistributionBias
from engine.core.errors import InputError
from engine.core.items import Item
from engine.families import FAMILIES
from engine.io.published import load_figures
from engine.store import (
    Dataset,
    Relation,
    Snapshot,
    describe,
    list_datasets,
    load_items,
    open_snapshot,
)
from engine.store.migrations import migrate

__all__ = ["Dataset", "Reading", "Relation", "Row", "making", "reading"]

_EPOCH = datetime(2026, 1, 1)  # noqa: DTZ001 # snapshots are stamped in naive UTC too


@dataclass(frozen=True)
class Reading:
    """A snapshot, or none, and queries over it.

    Each query runs once, however many parts of pages use it, and the vocabulary of each data set is
    `measured` once.
    """

    snapshot: Snapshot | None
    datasets: tuple[Dataset, ...]
    source: Rows = field(repr=False, compare=False)
    cursor: Callable[[], AbstractContextManager[DuckDBPyConnection]] = field(
        repr=False, compare=False
    )
    asked: dict[str, list[Row]] = field(default_factory=dict, repr=False, compare=False)
    measured: dict[str, DistributionBias] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def boards(self) -> tuple[Board, ...]:
        """All boards, in their order."""
        return boards(self.rows)

    @cached_property
    def relations(self) -> tuple[Relation, ...]:
        """The tables and views of the snapshot, or else those of this version."""
        with self.cursor() as cursor:
            return describe(cursor)

    def rows(self, query: str, /, **values: object) -> list[Row]:
        """The rows of a query; do not modify them."""
        key = f"{query} {sorted(values.items())}"
        if key not in self.asked:
            self.asked[key] = self.source(query, **values)
        return self.asked[key]

    def items(self, dataset: str, ids: list[int]) -> tuple[Item, ...]:
        """Items of a data set by key, in index order."""
        if self.snapshot is None:
            return ()
        with self.cursor() as cursor:
            return tuple(load_items(cursor, dataset, ids=ids))

    def compared(self, one: str, other: str) -> Comparison | None:
        """The paired comparison of two runs, by hash; None if they share no question."""
        if self.snapshot is None:
            return None
        with self.cursor() as cursor:
            try:
                return compared(cursor, [(one, one), (other, other)])
            except InputError:
                return None

    def family(self, name: str) -> tuple[Dataset, ...]:
        """The data sets of a family: generated before imported, sound before faithful."""
        return tuple(
            sorted(
                (d for d in self.datasets if _is_of(d, name)),
                key=lambda d: (d.source != "generated", d.recipe != "sound", -d.n, d.name),
            )
        )

    @property
    def main(self) -> Dataset | None:
        """The data set of the home page and examples: the first family's largest sound one."""
        return next(filter(None, map(self.largest, FAMILIES)), None)

    def largest(self, family: str) -> Dataset | None:
        """The largest generated data set of a family, preferring sound ones."""
        generated = [d for d in self.family(family) if d.source == "generated"]
        return generated[0] if generated else None

    @property
    def dated_at(self) -> datetime:
        """When the snapshot was published (UTC): the date of its pages."""
        return self.snapshot.stamp.published_at if self.snapshot else _EPOCH


def _is_of(dataset: Dataset, family: str) -> bool:
    """Whether a set belongs to a family; imported sets may have the family's name and more."""
    return f"{dataset.family}-".startswith(f"{family}-")


def making(dataset: Dataset) -> str:
    """How a data set was made: generated or imported, and by which recipe."""
    recipe = f", recipe {dataset.recipe}" if dataset.recipe else ""
    return f"{dataset.source}{recipe}"


@contextmanager
def reading(snapshot: Path | None) -> Iterator[Reading]:
    """Open the source of pages; `snapshot` is None if none has been published.

    Raises:
        StoreError: if the snapshot was published by another version.
    """
    if snapshot is None:
        with _figures() as con:
            yield Reading(None, (), rows_of(con), con.cursor)
        return
    opened = open_snapshot(snapshot)
    try:
        with opened.cursor() as cursor:
            datasets = list_datasets(cursor)
        yield Reading(opened, datasets, opened.rows, opened.cursor)
    finally:
        opened.release()


@contextmanager
def _figures() -> Iterator[DuckDBPyConnection]:
    """A database of the bundled figures only."""
    con = duckdb.connect()
    try:
        migrate(con)
        load_figures(con)
        yield con
    finally:
        con.close()
