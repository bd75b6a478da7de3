"""How fast LogicSkills' sentences are made, and its items generated, stored and verified.

    python benchmarks/logicskills.py [GROUPS] > benchmarks/results/logicskills.md

Sentences: trees of all types in turn, nested up to three deep, with their formula printed and their
text in English and with Carroll's words, in one process; a pair counts as two sentences. Classes:
sentences of all types in turn sorted into contingent, valid or contradictory, each drawn anew, in
one process; then the whole path of `sorites sentences`, a pair counted once. Items: the
whole path of a user's command, worker start-up included, for each task; GROUPS (60 by default) of
arguments, ten times as many of sentences. A group of validity is one valid argument with five
statements that do not follow, all of it proved, in two languages.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from os import times
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from divlogiceval import timed
from generation import WORKERS
from logicasker import generate, verify
from machine import measured_on
from reference_workload import parts_ms, times_slower

from engine.core.workers import worker_pool
from engine.families.logicskills.inventory.classes import class_of
from engine.families.logicskills.inventory.making import store_inventory
from engine.families.logicskills.inventory.spec import make_inventory_spec
from engine.families.logicskills.language import (
    LANGUAGES,
    TYPES,
    Palette,
    draw_tree,
    draw_words,
    formula_of,
    sentence,
    symbol_of,
    words_of,
)
from engine.logic import show
from engine.pipeline.generate.generation import make_spec

GROUPS = 60
PAIRS = 20_000
CLASSIFIED = 6_000
TASKS = (("symbolization", 10, 2), ("countermodel", 1, 1), ("validity", 1, 2))
"""A task, how many times as many groups are made of it, and the members of a group."""


def sentences() -> str:
    """The row on sentences."""
    rng = Random(1)
    drawn = draw_words(rng, is_small=True)
    words = [words_of(tuple(symbol_of(k, e, one) for k, e in drawn.items())) for one in LANGUAGES]
    began, cpu = time.perf_counter(), time.process_time()
    for number in range(PAIRS):
        tree = draw_tree(TYPES[number % len(TYPES)], 1 + number % 3, Palette(), rng)
        show(formula_of(tree))
        for one in words:
            sentence(tree, one)
    took, used = time.perf_counter() - began, time.process_time() - cpu
    rate, cost = 2 * PAIRS / took, 1000 * used / (2 * PAIRS)
    return (
        f"| {2 * PAIRS:,} sentences with formulas, 1 process | {rate:,.0f} | {cost:.3f} | 20,000 |"
    )


def classes() -> str:
    """The row on classification."""
    rng = Random(2)
    class_of(formula_of(draw_tree(TYPES[0], 1, Palette(), rng)))  # draws the samples, once
    formulas = [
        formula_of(draw_tree(TYPES[number % len(TYPES)], 1 + number % 3, Palette(), rng))
        for number in range(CLASSIFIED)
    ]
    began, cpu = time.perf_counter(), time.process_time()
    found = Counter(map(class_of, formulas))
    took, used = time.perf_counter() - began, time.process_time() - cpu
    counts = ", ".join(f"{n:,} {kind}" for kind, n in found.most_common())
    rate, cost = CLASSIFIED / took, 1000 * used / CLASSIFIED
    return f"| sentences classified ({counts}), 1 process | {rate:,.0f} | {cost:.3f} | 1,000 |"


def inventory(folder: Path) -> str:
    """The row on an inventory made and stored."""
    spec = make_inventory_spec({}, 1, PAIRS)
    before = times()
    began = time.perf_counter()
    with worker_pool(WORKERS) as pool:
        store_inventory(spec, "sentences", folder / "inventory.duckdb", pool)
    took, after = time.perf_counter() - began, times()
    cost = 1000 * (sum(after[:4]) - sum(before[:4])) / PAIRS  # workers included
    what = f"{PAIRS:,} pairs made, classified and stored, {WORKERS} processes"
    return f"| {what} | {PAIRS / took:,.0f} | {cost:.3f} | |"


def main() -> None:
    """Print the table."""
    groups = int(sys.argv[1]) if len(sys.argv) > 1 else GROUPS
    print(f"# Generating and verifying LogicSkills\n\n{measured_on('z3-solver')}\n")
    slower = [times_slower(parts_ms())]
    print("| what | items a second | CPU ms an item | to meet |")
    print("|---|--:|--:|--:|")
    print(sentences(), flush=True)
    print(classes(), flush=True)
    with TemporaryDirectory() as folder:
        print(inventory(Path(folder)), flush=True)
        for task, share, members in TASKS:
            spec = make_spec("logicskills", {"task": task}, 1, groups * share * members)
            db = Path(folder) / f"{task}.duckdb"
            wanted = "40 (20 arguments)" if task == "validity" else ""
            for name, work, floor in (
                ("generate and store", generate, wanted),
                ("verify", verify, ""),
            ):
                what = f"{task}: {name} {spec.n_items:,} items, {WORKERS} processes"
                print(f"| {what} | {timed(work, spec, db)} | {floor} |", flush=True)
    slower.append(times_slower(parts_ms()))
    times = " and ".join(f"× {one:.2f}" for one in slower)
    print(
        f"\nBefore and after, the reference workload took {times} of its time on a known machine."
    )


if __name__ == "__main__":
    main()
