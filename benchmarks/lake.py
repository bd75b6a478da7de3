"""What publishing to a lake costs, all of it and one model more, and what reading it does.

    python benchmarks/lake.py --db /tmp/pages.duckdb --lake /tmp/lake >> benchmarks/results/lake.md

The database is made as by `pages.py` if it is not there; another model is then added to it, one
hundredth of its answers. Each publication runs in a process of its own, whose peak memory is given.
"""

from __future__ import annotations

import argparse
import resource
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median, quantiles

from machine import measured_on
from pages import TIMES, seconds
from pages_material import ask_one_more, fill

from engine.store import LakeVersion, connect, open_snapshot, publish_lake, snapshot_of

_RUN = "(SELECT min(run_id) FROM runs JOIN datasets USING (dataset_id) WHERE name = 'justlogic')"
QUERIES = {
    "the board": "FROM leaderboard WHERE dataset = 'justlogic'",
    "accuracy by depth": "FROM accuracy_by_trait WHERE dataset = 'justlogic' AND trait = 'depth'",
    "the hardest questions": "FROM item_statistics WHERE dataset = 'justlogic'"
    " ORDER BY share_right, idx LIMIT 50",
    "two runs compared": "SELECT a.n_right, b.n_right, count(*) FROM item_scores a"
    f" JOIN item_scores b USING (item_id) WHERE a.run_id = {_RUN} AND b.run_id = {_RUN} + 1"
    " GROUP BY ALL",
    "all replies to a question": "SELECT run_id, raw, outcome FROM responses WHERE item_id = 500",
}


def main() -> None:
    """Print the tables."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--db", type=Path, required=True)
    asked.add_argument("--lake", type=Path, required=True, help="a folder that is not there yet")
    asked.add_argument("--models", type=int, default=100)
    asked.add_argument("--items", type=int, default=100_000)
    size = asked.parse_args()
    if not size.db.exists():
        fill(size.db, size.models, size.items)
    with connect(size.db) as con:
        [(answers,)] = con.execute("SELECT count(*) FROM responses").fetchall()
    print(f"## {answers:,} answers\n\n{measured_on('duckdb')}\n")
    print("| publish | wall | processor | files written | peak memory |\n|---|--:|--:|--:|--:|")
    _published("all", size.db, size.lake)
    ask_one_more(size.db)
    _published("one model more", size.db, size.lake)
    _published("nothing new", size.db, size.lake)
    files = [path.stat().st_size for path in size.lake.rglob("*.parquet")]
    print(f"\n{len(files):,} Parquet files, {sum(files) / 1e6:,.0f} MB; the database has"
          f" {size.db.stat().st_size / 1e6:,.0f} MB.\n")  # fmt: skip
    print("| query | rows | median | 95th percentile | processor |\n|---|--:|--:|--:|--:|")
    shown = open_snapshot(snapshot_of(size.lake))
    for what, query in QUERIES.items():
        n = len(shown.rows(query))
        took = [seconds(lambda query=query: shown.rows(query)) for _ in range(TIMES)]
        wall, processor = zip(*took, strict=True)
        late = quantiles(wall, n=20, method="inclusive")[-1]
        print(
            f"| {what} | {n:,} | {median(wall):.2f} s | {late:.2f} s | {median(processor):.2f} s |"
        )
    print(f"\nPeak memory of the reader: {_peak():,.0f} MB\n")


def _published(what: str, db: Path, lake: Path) -> None:
    """Publish in another process, and print the row."""
    context = get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_publish, args=(db, lake, there))
    process.start()
    wall, processor, written, files, peak = here.recv()
    process.join()
    print(f"| {what} | {wall:.1f} s | {processor:.1f} s | {written:,} of {files:,} |"
          f" {peak:,.0f} MB |", flush=True)  # fmt: skip


def _publish(db: Path, lake: Path, there: Connection) -> None:
    made: list[LakeVersion] = []
    took = seconds(lambda: made.append(publish_lake(db, str(lake))))
    there.send((*took, made[0].n_written, made[0].n_files, _peak()))


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
