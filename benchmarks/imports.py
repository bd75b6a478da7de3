"""How long `import engine` and `elenchus --help` take, each in a fresh process.

    python benchmarks/imports.py > benchmarks/results/imports.md

The floor is an interpreter that does nothing; every figure includes it.
"""

from __future__ import annotations

import subprocess
import sys
import time
from statistics import median
from typing import NamedTuple

from machine import measured_on

RUNS = 15
HELP = "import sys; sys.argv = ['elenchus', '--help']; from engine.cli import main; main()"


class Case(NamedTuple):
    """A statement for a fresh interpreter; `limit_s` is the figure it has to meet."""

    title: str
    statement: str
    limit_s: float | None


CASES = (
    Case("an interpreter that does nothing", "pass", None),
    Case("`import engine`", "import engine", 0.3),
    Case("`elenchus --help`", HELP, 0.5),
)


def seconds(statement: str) -> float:
    """The wall time of one process."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", statement], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def main() -> None:
    """Print the table; the cases take turns, so that a busy moment hits all of them."""
    times: dict[str, list[float]] = {case.title: [] for case in CASES}
    for case in CASES:
        seconds(case.statement)  # the first run reads the disk
    for _ in range(RUNS):
        for case in CASES:
            times[case.title].append(seconds(case.statement))
    print(f"# Start-up\n\n{measured_on()}\n")
    print(f"| what | median of {RUNS} | fastest | slowest | to stay under |")
    print("|---|--:|--:|--:|--:|")
    for case in CASES:
        found = times[case.title]
        limit = "" if case.limit_s is None else f"{case.limit_s:.2f} s"
        cells = (f"{value:.3f} s" for value in (median(found), min(found), max(found)))
        print(f"| {case.title} | {' | '.join(cells)} | {limit} |")


if __name__ == "__main__":
    main()
