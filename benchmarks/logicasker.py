"""How fast LogicAsker is generated, stored and verified.

    python benchmarks/logicasker.py [ITEMS] > benchmarks/results/logicasker.md

Each figure covers the whole path of a user's command, worker start-up included: arguments drawn,
their shortest derivations found, entailments decided twice, structures and English, stored;
then every stored item verified again from what it stores. ITEMS is how many are made at length 1
(58,000 by default; each process decides once what the short arguments are, so that the first few
thousand take longer); a tenth of it at length 5, a twentieth at length 10. Verdicts are kept up to
names, signs and order: the last column says for how many arguments Z3 was asked in one process that
makes a tenth of the items. Where other processes want the cores too (see the load), the processor
time of an item says more than the items a second. Before and after each generation the reference
workloads
are taken: the floors were set on another machine.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from divlogiceval import timed
from generation import REFERENCE_ITEMS, WORKERS
from machine import measured_on
from reference_workload import Gauge, gauge, in_times

from engine.core.workers import worker_pool
from engine.logic.judging import _z3_entailment
from engine.pipeline.check.verification import verify_dataset
from engine.pipeline.generate.datasets import generate_dataset
from engine.pipeline.generate.generation import Spec, make_items, make_spec

ITEMS = 58_000
SETTINGS: tuple[tuple[str, dict[str, str], float, int | None], ...] = (
    ("length 1", {}, 1, 2_500),
    ("length 5", {"min_length": "5", "max_length": "5"}, 0.1, 300),
    ("length 10", {"min_length": "10", "max_length": "10"}, 0.05, 100),
    ("length 1, faithful", {"recipe": "faithful"}, 0.1, None),
    ("length 1, three-way", {"question": "three-way"}, 0.1, None),
)


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


def asked_of_z3(spec: Spec) -> str:
    """For how many arguments Z3 is asked while items are made one after the other."""
    before = _z3_entailment.cache_info().misses
    groups = range(max(1, spec.n_groups // 10))
    n = sum(1 for _ in make_items(spec, groups))
    return f"{_z3_entailment.cache_info().misses - before:,} for {n:,}"


def main() -> None:
    """Print the table."""
    items = int(sys.argv[1]) if len(sys.argv) > 1 else ITEMS
    print(f"# Generating and verifying LogicAsker\n\n{measured_on('z3-solver')}\n")
    print("| what | items a second | CPU ms an item | to meet | slower here | asked of Z3 |")
    print("|---|--:|--:|--:|--:|--:|")
    sample = list(make_items(make_spec("justlogic", {}, 9, REFERENCE_ITEMS)))
    moments: list[Gauge] = [gauge(sample)]
    with TemporaryDirectory() as folder:
        for name, settings, share, floor in SETTINGS:
            spec = make_spec("logicasker", settings, 1, int(items * share))
            db = Path(folder) / f"{name}.duckdb"
            size = f"{spec.n_items:,} items, {WORKERS} processes"
            started = time.perf_counter()
            made = timed(generate, spec, db)
            rate = spec.n_items / (time.perf_counter() - started)
            moments.append(gauge(sample))
            times = in_times(moments[-2:], rate)
            wanted = f"{floor:,}" if floor else ""
            effort = f"{wanted} | {times} | {asked_of_z3(spec)}"
            print(f"| {name}: generate and store {size} | {made} | {effort} |", flush=True)
            found = timed(verify, spec, db)
            print(f"| {name}: verify {size} | {found} | | | |", flush=True)
    print(
        "\n*Slower here*: how many times longer the reference workload took just before and"
        " after than where the floors were set, and the rate without that."
    )


if __name__ == "__main__":
    main()
