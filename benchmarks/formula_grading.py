"""How fast formulas and structures are graded by what they mean, on one core.

    python benchmarks/formula_grading.py FOLDER > benchmarks/results/formula_grading.md

FOLDER holds LogicSkills' published files, whose real replies are graded: symbolizations, and
countermodels both from the replies as written and from what was extracted of them. Time is the
processor's, of the whole way from text to verdict; nothing is kept from one pass to the next but
what a formula of the questions was compiled to.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from machine import measured_on

from engine.core.items import Item
from engine.families.logicskills.published.dataset import read_task
from engine.families.logicskills.published.results import read_replies, result_files
from engine.grade import grade
from engine.grade.formulas import equivalence

PASSES = 3
FLOORS = {"symbolization": 500, "countermodel": 5_000}


def rate(asked: Sequence[tuple[Item, str]]) -> float:
    """Verdicts a second of processor time, after one pass that makes the questions ready."""
    for item, text in asked:
        grade(item, text)
    started = time.process_time()
    for _ in range(PASSES):
        equivalence.compare.cache_clear()
        for item, text in asked:
            grade(item, text)
    return PASSES * len(asked) / (time.process_time() - started)


def main() -> None:
    """Print the table."""
    if len(sys.argv) != 2:
        sys.exit("name the folder with LogicSkills' files")
    folder = Path(sys.argv[1])
    results = result_files(folder)
    print(f"# Grading by meaning\n\n{measured_on('z3-solver')}\n")
    print("| what | replies | a second | to meet |\n|---|--:|--:|--:|")
    for task, floor in FLOORS.items():
        files, _ = read_replies(results, task, read_task(folder, task))
        replies = [reply for file in files for reply in file.replies]
        for name, asked in (
            ("replies as written", [(reply.item, reply.raw) for reply in replies]),
            ("as extracted", [(reply.item, reply.extracted) for reply in replies]),
        ):
            print(f"| {task}, {name} | {len(asked):,} | {rate(asked):,.0f} | {floor:,} |")


if __name__ == "__main__":
    main()
