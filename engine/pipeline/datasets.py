"""Whole data sets, in parallel: generated into the database, and verified from it."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from itertools import chain, groupby, islice
from multiprocessing.process import BaseProcess
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import pyarrow as pa
from duckdb import DuckDBPyConnection

from engine.core.items import Item, Verification
from engine.decide import verify_groups
from engine.families import family
from engine.pipeline.generation import (
    Spec,
    difference_from_remade,
    in_order,
    make_shards,
    without_collector,
)
from engine.store import (
    OTHER_CONTENT,
    Dataset,
    DatasetMeta,
    connect,
    connect_read_only,
    dataset_faults,
    find_dataset,
    ingest_shards,
    load_items,
    verifications_table,
    write_verifications,
)

Advance = Callable[[int], None]

_ITEMS_PER_TASK = 2_048
"""At most: a task opens the database, and DuckDB decodes that many rows at once."""

_TASKS_PER_WORKER = 4
"""At least."""

_GROUPS_AT_ONCE = 170
"""Groups whose items are verified together: enough for each step to keep to itself for a while."""

_GROUP = attrgetter("group")


def store_generated(
    spec: Spec,
    name: str,
    db: Path,
    *,
    workers: int | None,
    replace: bool,
    advance: Advance,
) -> Dataset:
    """Generate a data set and store it in one transaction: all of it or nothing.

    Raises:
        InputError: the name is taken by other content.
        VerificationError: the solvers disagree over an item.
    """
    # the folder is entered last, for the database brings its parent, but goes after the workers
    with ExitStack() as last, worker_pool(workers, spec.n_groups // spec.groups_per_shard) as pool:
        connect(db).close()  # made while the workers start
        folder = last.enter_context(TemporaryDirectory(prefix="shards-", dir=db.parent))
        shards = []
        for shard in make_shards(spec, Path(folder), pool):
            shards.append(shard)
            advance(shard.n_items)
        con = connect(db)
        try:
            return ingest_shards(con, dataset_meta(spec, name), in_order(shards), replace=replace)
        finally:
            con.close()


@dataclass(frozen=True, slots=True)
class VerifiedDataset:
    """The outcome of verifying a data set: counts by verdict, and what does not hold.

    `remade`: each item was also made again from its seed, and every field compared. Imported items
    have none, and this engine may have another version of the generator.
    """

    dataset: str
    items: int
    verified: int
    verdicts: dict[str, int]
    disagreements: tuple[dict[str, object], ...]
    remade: bool


def verify_dataset(
    name: str, db: Path, *, workers: int | None, advance: Advance
) -> VerifiedDataset:
    """Verify every item of a data set from the database and record what was found.

    Raises:
        InputError: there is no such data set.
    """
    con = connect_read_only(db)
    try:
        dataset = find_dataset(con, name)
        faults = list(dataset_faults(con, dataset))
        ids = [
            item_id
            for (item_id,) in con.execute(
                "SELECT item_id FROM items WHERE dataset_id = ? ORDER BY idx", [dataset.dataset_id]
            ).fetchall()
        ]
    finally:
        con.close()
    remade = dataset.source == "generated"
    if remade:
        ours = family(dataset.family).version
        remade = dataset.version == ours
        if dataset.version > ours:
            faults.append(f"made by version {dataset.version} of its family, but here is {ours}")
    wanted = workers or _processors()
    rounds = max(_TASKS_PER_WORKER, -(-len(ids) // (_ITEMS_PER_TASK * wanted)))
    size = max(1, -(-len(ids) // (rounds * wanted)))  # all workers are done at about one time
    tasks = [ids[at : at + size] for at in range(0, len(ids), size)]
    tables = [verifications_table([])]
    with worker_pool(workers, len(tasks) - 1) as executor:
        futures = [executor.submit(_verify_some, db, name, task, remade) for task in tasks]
        try:
            for future in as_completed(futures):
                tables.append(future.result())
                advance(tables[-1].num_rows)
        finally:
            for future in futures:
                future.cancel()
    found = pa.concat_tables(tables).sort_by("index")
    _record(db, name, found)
    return _summary(dataset.name, found, faults, remade)


def _verify_some(db: Path, name: str, ids: list[int], remade: bool) -> pa.Table:
    """Verify some items; runs in a worker process, which reads them itself."""
    rows: list[Verification] = []
    with closing(connect_read_only(db)) as con, without_collector():
        groups = (list(group) for _, group in groupby(load_items(con, name, ids=ids), _GROUP))
        try:
            while some := list(islice(groups, _GROUPS_AT_ONCE)):
                rows += _verify_groups(some, remade)
        except ValueError:  # one of them holds what no item can hold: find out which
            rows = [_verify_alone(con, name, key, remade) for key in ids]
    return verifications_table(rows)


def _verify_groups(groups: Sequence[Sequence[Item]], remade: bool) -> list[Verification]:
    """What the logic says of items, and whether their seed makes them again, field by field."""
    rows = []
    found = chain.from_iterable(verify_groups(groups))
    for item, row in zip(chain.from_iterable(groups), found, strict=True):
        problem = difference_from_remade(item) if remade and row.agreed else None
        rows.append(replace(row, agreed=False, problem=problem) if problem else row)
    return rows


def _verify_alone(con: DuckDBPyConnection, name: str, key: int, remade: bool) -> Verification:
    try:
        return _verify_groups([list(load_items(con, name, ids=[key]))], remade)[0]
    except ValueError as error:
        row = con.execute("SELECT idx FROM items WHERE item_id = ?", [key]).fetchall()
        return Verification(row[0][0], "unreadable", False, "none", problem=str(error))


def _record(db: Path, name: str, found: pa.Table) -> None:
    con = connect(db)
    try:
        write_verifications(con, name, found)
    finally:
        con.close()


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


@contextmanager
def worker_pool(workers: int | None, further_tasks: int) -> Iterator[Executor]:
    """A pool of processes; a single thread here where starting processes would not pay.

    `further_tasks` is how many tasks there are beside the first.
    """
    wanted = min(workers or _processors(), further_tasks + 1)
    executor: Executor
    if wanted <= 1:
        executor = ThreadPoolExecutor(max_workers=1)
    else:
        executor = ProcessPoolExecutor(
            max_workers=wanted,
            # a forked process would share DuckDB's and Z3's threads and locks
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_as_worker,
        )
        with _interrupts_held_back():  # Ctrl-C is the parent's to handle
            for _ in range(wanted):
                executor.submit(_ready)
    try:
        yield executor
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _processors() -> int:
    return os.cpu_count() or 1


def _as_worker() -> None:
    """What a worker process is told when it starts."""
    _leave_at_once()
    _end_with_parent()


def _leave_at_once() -> None:
    """Let a worker end without giving back one by one what the system takes from it anyway."""
    atexit.register(os._exit, 0)


def _end_with_parent() -> None:
    """Watch, in a thread, for the end of the process that started this one, even by a signal."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_exit_after, args=(parent,), daemon=True).start()


def _exit_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)  # whatever is being computed, no one is left to take it


def _ready() -> None:
    """Do nothing; to be handed this starts a process."""


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Keep Ctrl-C waiting; processes started meanwhile never see it, this one does afterwards."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def dataset_meta(spec: Spec, name: str) -> DatasetMeta:
    """What describes the data set that a spec makes."""
    return DatasetMeta(
        name=name,
        family=spec.family,
        version=spec.version,
        params=spec.params,
        seed=spec.seed,
        recipe=spec.recipe,
    )
