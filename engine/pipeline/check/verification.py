"""Verify whole data sets from the database, in parallel."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain, groupby, islice
from operator import attrgetter
from pathlib import Path

import pyarrow as pa
from duckdb import DuckDBPyConnection

from engine.core.errors import InputError
from engine.core.items import Item, Verification
from engine.core.progress import Progress, silent
from engine.core.workers import opened, results, without_collector, workers_of
from engine.decide import verify_groups
from engine.families import family
from engine.pipeline.generate.generation import difference_from_remade
from engine.store import (
    OTHER_CONTENT,
    Dataset,
    connect,
    connect_read_only,
    dataset_faults,
    find_dataset,
    item_ids,
    items_in,
    parcels,
    unpacked,
    verifications_table,
    write_verifications,
)

_ITEMS_PER_TASK = 512
"""The most items per task; they wait for their worker in memory."""

_LEAST_PER_TASK = 32
"""The fewest items per task: below, the first items cost too much."""

_TASKS_PER_WORKER = 4
"""The least tasks per worker, if there are enough items."""

_GROUPS_AT_ONCE = 170
"""Groups to verify together, so that each step runs on many items at a time."""

_GROUP = attrgetter("group")


@dataclass(frozen=True, slots=True)
class VerifiedDataset:
    """The result of verifying a data set: counts by verdict, and disagreements.

    `remade`: each item was also regenerated from its seed and compared field by field. This is
    impossible for imported items and for those of another generator version.
    """

    dataset: str
    items: int
    verified: int
    verdicts: dict[str, int]
    disagreements: tuple[dict[str, object], ...]
    remade: bool


def verify_dataset(
    name: str, db: Path, executor: Executor | None = None, progress: Progress = silent
) -> VerifiedDataset:
    """Verify every item of a stored data set, and record the results.

    Raises:
        InputError: there is no such data set, or it was imported without formulas.
    """
    with closing(connect_read_only(db)) as con:
        dataset = find_dataset(con, name)
        ids = item_ids(con, dataset)
        _refuse_without_formulas(con, dataset)
        faults = list(dataset_faults(con, dataset))
    remade = dataset.source == "generated"
    if remade:
        ours = family(dataset.family).version_for(dataset.params)
        remade = dataset.version == ours
        if dataset.version > ours:
            faults.append(f"made by version {dataset.version} of its family; this is {ours}")
    tables = [verifications_table([])]
    with (
        opened(executor, -(-len(ids) // _LEAST_PER_TASK)) as pool,
        progress(f"verifying {dataset.name}", len(ids)) as advance,
    ):
        size = _size_of_tasks(len(ids), workers_of(pool))
        tasks = ((parcel, remade) for parcel in parcels(db, name, ids, size))
        for table in results(pool, _verify_some, tasks):
            tables.append(table)
            advance(table.num_rows)
    found = pa.concat_tables(tables).sort_by("index")
    with closing(connect(db)) as con:
        write_verifications(con, name, found)
    return _summary(dataset.name, found, faults, remade)


def _refuse_without_formulas(con: DuckDBPyConnection, dataset: Dataset) -> None:
    """Refuse questions imported without formulas: their answers cannot be derived."""
    if dataset.source == "imported" and not item_ids(con, dataset, with_formulas=True):
        raise InputError(
            f"{dataset.name} cannot be verified, because its questions were imported without"
            " formulas to derive labels from; `sorites audit` and `sorites evaluate` need none"
        )


def _size_of_tasks(n: int, workers: int) -> int:
    """The items of each task, so that all workers finish at about the same time."""
    return min(_ITEMS_PER_TASK, max(_LEAST_PER_TASK, -(-n // (_TASKS_PER_WORKER * workers))))


def _verify_some(parcel: bytes, remade: bool) -> pa.Table:
    """Verify some items; runs in a worker."""
    rows: list[Verification] = []
    stored = unpacked(parcel)
    with without_collector():
        groups = (list(group) for _, group in groupby(items_in(stored), _GROUP))
        try:
            while some := list(islice(groups, _GROUPS_AT_ONCE)):
                rows += _verify_groups(some, remade)
        except ValueError:  # some item is unreadable: find out which
            rows = [_verify_alone(stored.slice(at, 1), remade) for at in range(stored.num_rows)]
    return verifications_table(rows)


def _verify_groups(groups: Sequence[Sequence[Item]], remade: bool) -> list[Verification]:
    """Verify items by logic and, with `remade`, compare them with those their seed makes."""
    rows = []
    found = chain.from_iterable(verify_groups(groups))
    for item, row in zip(chain.from_iterable(groups), found, strict=True):
        problem = difference_from_remade(item) if remade and row.agreed else None
        rows.append(replace(row, agreed=False, problem=problem) if problem else row)
    return rows


def _verify_alone(row: pa.Table, remade: bool) -> Verification:
    try:
        return _verify_groups([list(items_in(row))], remade)[0]
    except ValueError as error:
        [index] = row["idx"].to_pylist()
        return Verification(index, "unreadable", False, "none", problem=str(error))


def _summary(name: str, found: pa.Table, faults: list[str], remade: bool) -> VerifiedDataset:
    verdicts: dict[str, int] = {}
    disagreements = []
    for row in found.select(["index", "verdict", "agreed", "problem"]).to_pylist():
        verdicts[row["verdict"]] = verdicts.get(row["verdict"], 0) + 1
        if not row["agreed"]:
            disagreements.append(
                {
                    "item": f"{name}:{row['index']}",
                    "verdict": row["verdict"],
                    "problem": row["problem"],
                }
            )
    n = found.num_rows
    verified = n - len(disagreements)
    if disagreements:
        faults = [fault for fault in faults if fault != OTHER_CONTENT]
    disagreements += [{"item": name, "verdict": "data set", "problem": fault} for fault in faults]
    return VerifiedDataset(
        dataset=name,
        items=n,
        verified=verified,
        verdicts=dict(sorted(verdicts.items())),
        disagreements=tuple(disagreements),
        remade=remade,
    )
