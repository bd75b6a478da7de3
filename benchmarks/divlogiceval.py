"""How fast DivLogicEval is generated, stored and verified.

    python benchmarks/divlogiceval.py > benchmarks/results/divlogiceval.md

Each figure covers the whole path of a user's command, worker start-up included: questions drawn,
decided by truth tables and by Z3, put into English, with the ground of each option, stored in
DuckDB; then every stored item verified again, its sentences read back and itself made again from
its seed. The entailment relation alone, over all literals and ordered pairs, is measured beside
them, on one core. Where other processes want the cores too (see the load), the processor time of
an item says more than the items a second.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from generation import WORKERS
from machine import measured_on

from engine.core.workers import worker_pool
from engine.families.divlogiceval.propositions import VARIABLES, table, together
from engine.families.divlogiceval.relation import groups
from engine.families.divlogiceval.sampling import algorithm_1
from engine.pipeline.check.verification import verify_dataset
from engine.pipeline.generate.datasets import generate_dataset
from engine.pipeline.generate.generation import Spec, make_spec

FLOOR = 1_000
RELATIONS = 2_000
SETTINGS: tuple[tuple[str, dict[str, str]], ...] = (
    ("sound", {}),
    ("sound, with twins", {"twins": "true"}),
    ("faithful", {"recipe": "faithful"}),
)


def relations() -> float:
    """Whole entailment relations a second, on one core: 16 literals and 224 ordered pairs."""
    rng = Random(1)
    drawn = (algorithm_1(8, True, rng) for _ in range(RELATIONS))
    passages = [made[0] for made in drawn if made is not None]
    started = time.perf_counter()
    for passage in passages:
        groups(together(map(table, passage)), range(1, VARIABLES + 1))
    return len(passages) / (time.perf_counter() - started)


def generate(spec: Spec, db: Path) -> None:
    """The whole of a generation."""
    with worker_pool(WORKERS) as pool:
        generate_dataset(spec, "measured", db, pool)


def verify(spec: Spec, db: Path) -> None:
    """The whole of a verification."""
    with worker_pool(WORKERS) as pool:
        found = verify_dataset("measured", db, pool)
    if found.disagreements:
        sys.exit(f"{len(found.disagreements)} items disagree; speed means nothing then")


def timed(work: Callable[[Spec, Path], None], spec: Spec, db: Path) -> str:
    """Items a second, and milliseconds of processor time an item, as two cells."""
    before, started = _processor_s(), time.perf_counter()
    work(spec, db)
    rate = spec.n_items / (time.perf_counter() - started)
    return f"{rate:,.0f} | {(_processor_s() - before) / spec.n_items * 1e3:.2f}"


def _processor_s() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def main() -> None:
    """Print the table."""
    print(f"# Generating and verifying DivLogicEval\n\n{measured_on('z3-solver')}\n")
    print("| what | items a second | CPU ms an item | to meet |\n|---|--:|--:|--:|")
    rate = relations()
    print(f"| the entailment relation alone, one core | {rate:,.0f} | {1e3 / rate:.2f} | |")
    with TemporaryDirectory() as folder:
        for name, settings in SETTINGS:
            spec = make_spec("divlogiceval", settings, 1)
            db = Path(folder) / f"{name}.duckdb"
            size = f"{spec.n_items:,}, {name}, two processes"
            print(f"| generate and store {size} | {timed(generate, spec, db)} | {FLOOR:,} |")
            print(f"| verify {size} | {timed(verify, spec, db)} | |", flush=True)


if __name__ == "__main__":
    main()
