"""How long `import engine` and `sorites --help` take, each in a fresh process.

    python benchmarks/imports.py > benchmarks/results/imports.md

The floor is an interpreter that does nothing; every figure includes it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from statistics import median
from typing import NamedTuple

from machine import measured_on

RUNS = 15
HELP = "import sys; sys.argv = ['sorites', '--help']; from engine.start import main; main()"


class Case(NamedTuple):
    """A statement for a fresh interpreter; `limit_s` is the figure it has to meet."""

    title: str
    statement: str
    limit_s: float | None


CASES = (
    Case("an interpreter that does nothing", "pass", None),
    Case("`import engine`", "import engine", 0.3),
    Case("`sorites --help`", HELP, 0.5),
)


class Cost(NamedTuple):
    """What one process took. Its processor time hardly depends on what else the machine does."""

    wall_s: float
    processor_s: float


def cost(statement: str) -> Cost:
    """Run a statement in a process of its own."""
    before, started = os.times(), time.perf_counter()
    subprocess.run([sys.executable, "-c", statement], check=True, stdout=subprocess.DEVNULL)
    wall_s, after = time.perf_counter() - started, os.times()
    user_s = after.children_user - before.children_user
    return Cost(wall_s, user_s + after.children_system - before.children_system)


def main() -> None:
    """Print the table; the cases take turns, so that a busy moment hits all of them."""
    costs: dict[str, list[Cost]] = {case.title: [] for case in CASES}
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # installed packages are compiled
    for case in CASES:
        cost(case.statement)  # the first run reads the disk and compiles
    for _ in range(RUNS):
        for case in CASES:
            costs[case.title].append(cost(case.statement))
    print(f"# Start-up\n\n{measured_on()}; medians of {RUNS} runs\n")
    print("| what | wall time | fastest | processor time | wall time to stay under |")
    print("|---|--:|--:|--:|--:|")
    for case in CASES:
        walls, processors = zip(*costs[case.title], strict=True)
        limit = "" if case.limit_s is None else f"{case.limit_s:.2f} s"
        cells = (f"{value:.3f} s" for value in (median(walls), min(walls), median(processors)))
        print(f"| {case.title} | {' | '.join(cells)} | {limit} |")


if __name__ == "__main__":
    main()
