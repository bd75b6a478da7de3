"""How fast JustLogic is generated, stored and verified, and in how much memory.

    python benchmarks/generation.py > benchmarks/results/generation.md

Each line is a process of its own with two workers and covers the whole path of a user's command,
their start-up included: items decided by our own procedure and by Z3, put into English, with their
certificates, stored in DuckDB; then every stored item verified again. The same items decided by
three fresh Z3 solvers each, in the same run, are the yardstick: ratios hold where this machine's
seconds do not.
"""

from __future__ import annotations

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

import z3
from machine import measured_on

from engine.datasets import store_generated, verify_dataset
from engine.generation import make_items, make_spec
from engine.items import Item

WORKERS = 2
SIZES = (21_000, 100_002)
YARDSTICK_ITEMS = 210
GENERATE_FLOOR, VERIFY_FLOOR, MEMORY_LIMIT_MB = 3_000, 1_500, 1_000


def fresh_solvers(items: list[Item]) -> float:
    """Items a second, on one core, with three fresh Z3 solvers an item and nothing else done."""
    names = {symbol.atom for item in items for symbol in item.symbols}
    started = time.perf_counter()
    for item in items:
        atoms = {name: z3.Bool(name) for name in names}
        premises = [_as_z3(text, atoms) for text in item.premises]
        query = _as_z3(item.query[0], atoms)
        for extra in ([], [query], [z3.Not(query)]):
            solver = z3.Solver()
            solver.add(*premises, *extra)
            solver.check()
    return len(items) / (time.perf_counter() - started)


def _as_z3(text: str, atoms: dict[str, z3.BoolRef]) -> z3.BoolRef:
    from engine.logic import Implies, Not, Or, Predicate, fold, parse

    def combine(node: object, parts: tuple[z3.BoolRef, ...]) -> z3.BoolRef:
        match node:
            case Predicate(name=name):
                return atoms[name]
            case Not():
                return z3.Not(*parts)
            case Implies():
                return z3.Implies(*parts)
            case Or():
                return z3.Or(*parts)
            case _:
                raise ValueError(f"the yardstick does not know {node}")

    return fold(parse(text), combine)


def generate(n: int, db: Path) -> float:
    """Items a second of a whole generation."""
    spec = make_spec("justlogic", {}, 1, n)
    started = time.perf_counter()
    store_generated(spec, "measured", db, workers=WORKERS, replace=False, advance=lambda _: None)
    return spec.n_items / (time.perf_counter() - started)


def verify(n: int, db: Path) -> float:
    """Items a second of a whole verification."""
    started = time.perf_counter()
    found = verify_dataset("measured", db, workers=WORKERS, advance=lambda _: None)
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
    """Print the table."""
    sample = list(make_items(make_spec("justlogic", {}, 9, YARDSTICK_ITEMS)))
    yardstick = fresh_solvers(sample)
    print(f"# Generating and verifying JustLogic\n\n{measured_on()}; sound recipe, depths 1–7\n")
    print("| what | items a second | to meet | CPU ms an item | times the yardstick | peak MB |")
    print("|---|--:|--:|--:|--:|--:|")
    print(f"| three fresh Z3 solvers an item, one core | {yardstick:,.0f} | | | 1.0 | |")
    with TemporaryDirectory() as folder:
        for size in SIZES:
            db = Path(folder) / f"{size}.duckdb"
            for step, floor in ((generate, GENERATE_FLOOR), (verify, VERIFY_FLOOR)):
                rate, cost_ms, memory_mb = measure(step, size, db)
                print(
                    f"| {step.__name__} {size:,} | {rate:,.0f} | {floor:,} | {cost_ms:.2f} |"
                    f" {rate / yardstick:.1f} | {memory_mb:,.0f} |"
                )
    print(
        "\nPeak memory is the sum of what each process held at most, to stay under"
        f" {MEMORY_LIMIT_MB:,} MB."
    )


if __name__ == "__main__":
    main()
