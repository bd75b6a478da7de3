"""How fast JustLogic is generated, stored and verified, and in how much memory.

    python benchmarks/generation.py > benchmarks/results/generation.md
    python benchmarks/generation.py --sizes 1000002    (a million, some ten minutes)

Each line is a process of its own with two workers and covers the whole path of a user's command,
their start-up included: items decided by our own procedure and by Z3, put into English, with their
certificates, stored in DuckDB; then every stored item verified again. Before and after each line
the reference workloads are taken: the floors were set on another machine, and what this one can do
changes with what else its processors carry.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from machine import measured_on
from reference_workload import FRESH_THERE_MS, PARTS_THERE_MS, Gauge, gauge, in_times

from engine.core.workers import worker_pool
from engine.pipeline.check.verification import verify_dataset
from engine.pipeline.generate.datasets import generate_dataset
from engine.pipeline.generate.generation import make_items, make_spec

WORKERS = 2
SIZES = (21_000, 100_002)
REFERENCE_ITEMS = 210
GENERATE_FLOOR, VERIFY_FLOOR, MEMORY_LIMIT_MB = 3_000, 1_500, 1_500


def generate(n: int, db: Path) -> float:
    """Items a second of a whole generation."""
    spec = make_spec("justlogic", {}, 1, n)
    started = time.perf_counter()
    with worker_pool(WORKERS) as pool:
        generate_dataset(spec, "measured", db, pool)
    return spec.n_items / (time.perf_counter() - started)


def verify(n: int, db: Path) -> float:
    """Items a second of a whole verification."""
    started = time.perf_counter()
    with worker_pool(WORKERS) as pool:
        found = verify_dataset("measured", db, pool)
    if found.disagreements:
        sys.exit(f"{len(found.disagreements)} items disagree; speed means nothing then")
    return n / (time.perf_counter() - started)


class Measured(NamedTuple):
    """A step on n items: items a second, CPU milliseconds an item, peak memory of all processes."""

    rate: float
    cost_ms: float
    memory_mb: float


def measure(step: Callable[[int, Path], float], n: int, db: Path) -> Measured:
    """Take one step in a process of its own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        return executor.submit(_measured, step, n, db).result()


def _measured(step: Callable[[int, Path], float], n: int, db: Path) -> Measured:
    before = _processor_s()
    rate = step(n, db)
    own, worker = (
        resource.getrusage(who).ru_maxrss / 1024
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return Measured(rate, (_processor_s() - before) / n * 1e3, own + WORKERS * worker)


def _processor_s() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="How fast JustLogic is generated and verified.")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="items of each line")
    sizes = parser.parse_args().sizes
    sample = list(make_items(make_spec("justlogic", {}, 9, REFERENCE_ITEMS)))
    print(f"# Generating and verifying JustLogic\n\n{measured_on()}; sound recipe, depths 1–7\n")
    print("| what | items a second | to meet | CPU ms an item | peak MB | slower here |")
    print("|---|--:|--:|--:|--:|--:|")
    moments = [gauge(sample)]
    with TemporaryDirectory() as folder:
        for size in sizes:
            db = Path(folder) / f"{size}.duckdb"
            for step, floor in ((generate, GENERATE_FLOOR), (verify, VERIFY_FLOOR)):
                found = measure(step, size, db)
                moments.append(gauge(sample))
                times = in_times(moments[-2:], found.rate)
                print(
                    f"| {step.__name__} {size:,} | {found.rate:,.0f} | {floor:,} |"
                    f" {found.cost_ms:.2f} | {found.memory_mb:,.0f} | {times} |"
                )
    print(
        "\nPeak memory is the sum of what each process held at most, to stay under"
        f" {MEMORY_LIMIT_MB:,} MB. *Slower here*: how many times longer the reference workload"
        " took just before and after than where the floors were set, and the rate without that.\n"
    )
    _print_reference_workloads(moments)


def _print_reference_workloads(moments: list[Gauge]) -> None:
    """What the reference workloads took, there and, on average, here."""
    print("| reference workload, ms an item on one core | where the floors were set | here |")
    print("|---|--:|--:|")
    fresh = sum(moment.fresh_ms for moment in moments) / len(moments)
    print(f"| three fresh Z3 solvers | {'–'.join(map(str, FRESH_THERE_MS))} | {fresh:.1f} |")
    for part, there in PARTS_THERE_MS.items():
        took = sum(moment.parts_ms[part] for moment in moments) / len(moments)
        print(f"| {part} | {there:.3f} | {took:.3f} |")


if __name__ == "__main__":
    main()
