"""How fast formulas and structures are graded by what they mean, on one core.

    python benchmarks/formula_grading.py [FOLDER] > benchmarks/results/formula_grading.md

Questions of ours get their own answer, that answer with double negations or after some reasoning,
and another question's answer. FOLDER, which nobody needs, holds LogicSkills' published files, whose
real replies are graded too: as written, and what was extracted of them. Time is the
processor's, of the whole way from text to verdict; nothing is kept from one pass to the next but
what a formula of the questions was compiled to.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from machine import measured_on

from engine.core.items import AnswerKind, Item
from engine.families.logicskills.published.dataset import read_task
from engine.families.logicskills.published.results import read_replies, result_files
from engine.grade import grade
from engine.grade.formulas import equivalence
from sorites import generate

PASSES = 3
ITEMS = 300
REASONING = "Let me first see what the question says, and then which symbols it needs.\n\nAnswer: "
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
    print(f"# Grading by meaning\n\n{measured_on('z3-solver')}\n")
    print("| what | replies | a second | to meet |\n|---|--:|--:|--:|")
    for task, floor in FLOORS.items():
        items = generate("logicskills", ITEMS, seed=1, task=task)
        for name, texts in written(items).items():
            asked = list(zip(items, texts, strict=True))
            print(f"| {task}, {name} | {len(asked):,} | {rate(asked):,.0f} | {floor:,} |")
    if len(sys.argv) > 1:
        published(Path(sys.argv[1]))


def written(items: Sequence[Item]) -> dict[str, list[str]]:
    """A reply to each item, in several forms."""
    answers = [item.gold for item in items]
    found = {
        "our answer": answers,
        "after reasoning": [f"{REASONING}{answer}" for answer in answers],
        "another's answer": [*answers[1:], answers[0]],
    }
    if items[0].answer_kind is AnswerKind.FORMULA:
        found["our answer, negated twice"] = [f"¬¬({answer})" for answer in answers]
    return found


def published(folder: Path) -> None:
    """The rows on published replies."""
    results = result_files(folder)
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
