"""What the pages are written from: the published snapshot and the figures that travel with us.

Nothing else is read, and both may be absent: a page then says how to fill it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

import duckdb

from engine.audit import DistributionBias
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
    reported_distributions,
)
from engine.store.migrations import migrate

__all__ = ["Dataset", "Reading", "Row", "making", "reading"]

Row = dict[str, Any]

_EPOCH = datetime(2026, 1, 1)  # noqa: DTZ001 # snapshots are stamped in naive UTC too

_FIGURES = """
SELECT l.dataset, l.origin,
    if(starts_with(l.metric, 'no_context'), 'no-context', 'passage') AS setting, NULL AS split,
    l.language, l.model, l.kind, l.prompt, l.value, l.n, l.low, l.high, l.source, f.command, f.note,
    c.value AS circular, c.low AS circular_low, c.high AS circular_high,
    p.value AS partial, p.low AS partial_low, p.high AS partial_high
FROM leaderboard l JOIN figures f ON f.origin = l.origin
    AND f.breakdown = if(l.language IS NULL, 'overall', 'language')
    AND f.cell = coalesce(l.language, 'all')
    AND f.dataset = l.dataset AND f.model = l.model AND f.metric = l.metric
    AND f.prompt IS NOT DISTINCT FROM l.prompt
LEFT JOIN leaderboard c ON c.metric = 'circular' AND l.metric = 'accuracy'
    AND c.origin = l.origin AND c.dataset = l.dataset AND c.model = l.model
    AND c.prompt IS NOT DISTINCT FROM l.prompt
LEFT JOIN leaderboard p ON p.metric = 'partial_circular' AND l.metric = 'accuracy'
    AND p.origin = l.origin AND p.dataset = l.dataset AND p.model = l.model
    AND p.prompt IS NOT DISTINCT FROM l.prompt
WHERE l.metric IN ('accuracy', 'no_context_accuracy') -- a board compares one metric
ORDER BY l.dataset, l.origin, l.metric, l.value DESC, l.model, l.prompt, l.language
"""

# What has one value everywhere is broken down by nothing.
_FIGURES_BY_PART = """
SELECT model, 'published' AS kind, prompt, origin, dataset, breakdown AS trait, cell, value, n, low,
    high, source
FROM figures WHERE breakdown NOT IN ('overall', 'run') AND metric = 'accuracy' AND n IS NOT NULL
QUALIFY min(cell) OVER (PARTITION BY dataset, trait) < max(cell) OVER (PARTITION BY dataset, trait)
ORDER BY dataset, list_position(['reproduced', 'regraded', 'reported'], origin), trait,
    avg(value::DECIMAL(18, 15)) OVER (PARTITION BY dataset, origin, trait, model, prompt) DESC,
    model, prompt,
    try_cast(cell AS INTEGER), cell
"""

_CHANCE = """
SELECT 0.25::DOUBLE AS accuracy, chance_circular(4) AS circular,
    chance_partial_circular(4) AS partial_circular
"""

_REPORTED = """
SELECT split_part(source, ', ', 1) AS paper, family, dataset, model, prompt, breakdown, cell,
    metric, value, n, low, high, source, note
FROM figures
WHERE origin = 'reported' AND metric NOT IN ('vocabulary_size', 'kl_divergence')
ORDER BY paper, breakdown, rowid
"""


@dataclass(frozen=True, slots=True)
class Kept:
    """Figures that travel with us: overall scores, those by part, and those of papers.

    Rows of `scores` have the columns of a `Score`; `parts` are scores by depth and other traits;
    `reported` are papers' figures as printed; `distributions` are of published test sets; `chance`
    is what guessing among four options scores, by metric; `relations` are the tables and views of
    this version.
    """

    scores: tuple[Row, ...]
    parts: tuple[Row, ...]
    reported: tuple[Row, ...]
    distributions: tuple[Row, ...]
    chance: Mapping[str, float]
    relations: tuple[Relation, ...]


@dataclass(frozen=True)
class Reading:
    """A snapshot (or none) and the kept figures.

    Each query is asked once, however many parts of pages are written from what it gives, and the
    words of each data set are `measured` once.
    """

    snapshot: Snapshot | None
    datasets: tuple[Dataset, ...]
    asked: dict[str, list[Row]] = field(default_factory=dict, repr=False, compare=False)
    measured: dict[str, DistributionBias] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def kept(self) -> Kept:
        """The figures of `data/`, by the views of every database, in one of their own."""
        return _kept_figures()

    @cached_property
    def relations(self) -> tuple[Relation, ...]:
        """The tables and views of the snapshot, or without one those of this version."""
        if self.snapshot is None:
            return self.kept.relations
        with self.snapshot.cursor() as cursor:
            return describe(cursor)

    def rows(self, query: str, **values: object) -> list[Row]:
        """The rows of a query over the snapshot, to be read only; none where there is none."""
        if self.snapshot is None:
            return []
        key = f"{query} {sorted(values.items())}"
        if key not in self.asked:
            self.asked[key] = self.snapshot.rows(query, **values)
        return self.asked[key]

    def items(self, dataset: str, ids: list[int]) -> tuple[Item, ...]:
        """Items of a data set by their keys, in order of index."""
        if self.snapshot is None:
            return ()
        with self.snapshot.cursor() as cursor:
            return tuple(load_items(cursor, dataset, ids=ids))

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
        """The data set that the home page shows: the largest generated sound one of a family."""
        return next(filter(None, map(self.largest, FAMILIES)), None)

    def largest(self, family: str) -> Dataset | None:
        """The largest generated data set of a family, a sound one where there is one."""
        generated = [d for d in self.family(family) if d.source == "generated"]
        return generated[0] if generated else None

    @property
    def dated_at(self) -> datetime:
        """When the snapshot was published (UTC), which is the date of the pages written from it."""
        return self.snapshot.stamp.published_at if self.snapshot else _EPOCH


def _is_of(dataset: Dataset, family: str) -> bool:
    """Whether a set is of a family; what others published may have the family's name and more."""
    return f"{dataset.family}-".startswith(f"{family}-")


def making(dataset: Dataset) -> str:
    """How a data set came to be: generated or imported, and by which recipe."""
    recipe = f", recipe {dataset.recipe}" if dataset.recipe else ""
    return f"{dataset.source}{recipe}"


@contextmanager
def reading(snapshot: Path | None) -> Iterator[Reading]:
    """Open what the pages are written from; `snapshot` is None where none has been published.

    Raises:
        StoreError: if the snapshot was published by another version.
    """
    if snapshot is None:
        yield Reading(None, ())
        return
    opened = open_snapshot(snapshot)
    try:
        with opened.cursor() as cursor:
            datasets = list_datasets(cursor)
        yield Reading(opened, datasets)
    finally:
        opened.release()


def _kept_figures() -> Kept:
    con = duckdb.connect()
    try:
        migrate(con)
        load_figures(con)
        [chance] = _all(con, _CHANCE)
        return Kept(
            scores=_all(con, _FIGURES),
            parts=_all(con, _FIGURES_BY_PART),
            reported=_all(con, _REPORTED),
            distributions=tuple(reported_distributions(con)),
            chance=chance,
            relations=describe(con),
        )
    finally:
        con.close()


def _all(con: duckdb.DuckDBPyConnection, query: str) -> tuple[Row, ...]:
    return tuple(con.sql(query).to_arrow_table().to_pylist())
