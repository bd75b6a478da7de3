"""How fast JustLogic is generated, stored and verified, and in how much memory.

    python benchmarks/generation.py > benchmarks/results/generation.md

Each figure covers the whole path of a user's command, worker start-up included: items decided by
our own procedure and by Z3, put into English, with their certificates, stored in DuckDB; then
every stored item verified again. The same items decided by three fresh Z3 solvers each, in the
same run, are the yardstick: ratios hold where this machine's seconds do not.
"""

from __future__ import annotations

import os
import resource
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import z3
from machine import measured_on

from engine.datasets import store_generated, verify_dataset
from engine.generation import Spec, make_items, make_spec
from engine.items import Item

WORKERS = 2
SIZES = (21_000, 100_002)
VERIFIED = 21_000
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


def generate(spec: Spec, db: Path) -> tuple[float, float]:
    """Items a second of a whole generation, and its CPU milliseconds an item."""
    before, started = _processor_s(), time.perf_counter()
    store_generated(spec, "measured", db, workers=WORKERS, replace=False, advance=lambda _: None)
    wall = time.perf_counter() - started
    return spec.n_items / wall, (_processor_s() - before) / spec.n_items * 1e3


def verify(n: int, db: Path) -> tuple[float, float]:
    """Items a second of a whole verification, and its CPU milliseconds an item."""
    before, started = _processor_s(), time.perf_counter()
    found = verify_dataset("measured", db, workers=WORKERS, advance=lambda _: None)
    wall = time.perf_counter() - started
    if found.disagreements:
        sys.exit(f"{len(found.disagreements)} items disagree; speed means nothing then")
    return n / wall, (_processor_s() - before) / n * 1e3


def _processor_s() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _peak_mb(who: int) -> float:
    return resource.getrusage(who).ru_maxrss / 1024


def main() -> None:
    """Print the table."""
    sample = list(make_items(make_spec("justlogic", {}, 9, YARDSTICK_ITEMS)))
    yardstick = fresh_solvers(sample)
    rows = [("three fresh Z3 solvers an item, one core, nothing else", yardstick, None, None)]
    with TemporaryDirectory() as folder:
        for size in SIZES:
            db = Path(folder) / f"{size}.duckdb"
            rate, cost = generate(make_spec("justlogic", {}, 1, size), db)
            rows.append((f"generate and store {size:,}, two processes", rate, cost, GENERATE_FLOOR))
            if size == VERIFIED:
                rate, cost = verify(size, db)
                rows.append((f"verify {size:,}, two processes", rate, cost, VERIFY_FLOOR))
    print(f"# Generating and verifying JustLogic\n\n{measured_on()}; sound recipe, depths 1–7\n")
    print("| what | items a second | to meet | CPU ms an item | times the yardstick |")
    print("|---|--:|--:|--:|--:|")
    for what, rate, cost, floor in rows:
        print(
            f"| {what} | {rate:,.0f} | {f'{floor:,}' if floor else ''} |"
            f" {'' if cost is None else f'{cost:.2f}'} | {rate / yardstick:.1f} |"
        )
    own, worker = _peak_mb(resource.RUSAGE_SELF), _peak_mb(resource.RUSAGE_CHILDREN)
    print(
        f"\nPeak memory: {own:,.0f} MB in the parent, {worker:,.0f} MB in the largest worker;"
        f" {own + WORKERS * worker:,.0f} MB together, to stay under {MEMORY_LIMIT_MB:,}."
    )


if __name__ == "__main__":
    main()
