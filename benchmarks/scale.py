"""What the one process in the middle does per item, however many workers there are.

    python benchmarks/scale.py > benchmarks/results/scale.md
    python benchmarks/scale.py --cluster dask://HOST:PORT >> benchmarks/results/scale.md

It hands out tasks, writes shards, stores items and reads them for verification. Workers do the
rest, which `generation.py` measures.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from machine import measured_on

from engine.core.progress import silent
from engine.core.workers import pool_of, results, worker_pool
from engine.pipeline.check.verification import _verify_some, verify_dataset
from engine.pipeline.generate.datasets import dataset_meta
from engine.pipeline.generate.generation import make_shards, make_spec
from engine.store import (
    connect,
    connect_read_only,
    find_dataset,
    ingest_shards,
    item_ids,
    parcels,
)

TASKS = 2_000


def main() -> None:
    """Print the table of one kind of workers."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--cluster", default="local:2")
    arguments.add_argument("--items", type=int, default=36_000)
    chosen = arguments.parse_args()
    kind = "Dask" if chosen.cluster.startswith("dask") else "processes of this machine"
    print(f"# The process in the middle, workers: {kind}\n")
    print(f"{measured_on('duckdb')}; {chosen.items:,} JustLogic items, sound recipe\n")
    print("| what | a unit |\n|---|--:|")
    with pool_of(chosen.cluster) as given, worker_pool(2) as own, TemporaryDirectory() as folder:
        pool = given or own
        assert sum(results(pool, int, ((1,) for _ in range(50)))) == 50  # the workers have begun
        for what, value in measured(pool, chosen.items, Path(folder)):
            print(f"| {what} | {value} |")


def measured(pool: Executor, n: int, folder: Path) -> Iterator[tuple[str, str]]:
    """Each figure: processor time of this process, or bytes."""
    spec, db = make_spec("justlogic", {}, 1, n), folder / "e.duckdb"
    n = spec.n_items
    with taking() as handing:
        assert sum(results(pool, int, ((1,) for _ in range(TASKS)))) == TASKS
    yield "hand out a task and take its result", f"{handing[0] / TASKS * 1e3:.2f} ms"
    with taking() as making, silent("", 0) as step:
        shards = make_shards(spec, folder, pool, step)
    yield "generate: all but storing, an item", micro(making[0] / n)
    yield "a shard, an item", f"{sum(path.stat().st_size for path in shards) / n:,.0f} bytes"
    with taking() as storing, closing(connect(db)) as con:
        ingest_shards(con, dataset_meta(spec, "x"), shards)
    yield "generate: store an item", micro(storing[0] / n)
    yield "the database, an item", f"{db.stat().st_size / n:,.0f} bytes"
    with closing(connect_read_only(db)) as con:
        ids = item_ids(con, find_dataset(con, "x"))
    with taking() as reading:
        sent = list(parcels(db, "x", ids, 512))
    yield "verify: read an item for a worker", micro(reading[0] / n)
    yield "verify: an item sent", f"{sum(map(len, sent)) / n:,.0f} bytes"
    verdicts = _verify_some(sent[0], remade=False)
    yield "verify: a verdict in memory", f"{verdicts.nbytes / verdicts.num_rows:,.0f} bytes"
    with taking() as verifying:
        verify_dataset("x", db, pool)
    yield "verify: all, an item", micro(verifying[0] / n)


@contextmanager
def taking() -> Iterator[list[float]]:
    """The processor seconds of this process during the block."""
    took: list[float] = []
    began = time.process_time()
    yield took
    took.append(time.process_time() - began)


def micro(seconds: float) -> str:
    """Seconds as microseconds."""
    return f"{seconds * 1e6:,.0f} µs"


if __name__ == "__main__":
    main()
