"""How fast labels are graded through the public `sorites.grade`, on one core.

    python benchmarks/label_grading.py > benchmarks/results/label_grading.md

Replies as models write them: in the asked format, in other words, after some reasoning, without an
answer. Time is the processor's, of the whole way from text to verdict.
"""

from __future__ import annotations

import time

from machine import measured_on

from sorites import Item, generate, grade

PASSES = 5
FLOOR = 20_000
SETS = {"statements": "justlogic", "single choices": "divlogiceval", "inferences": "logicasker"}
REASONING = (
    "The passage gives a conditional and its antecedent. By the first the consequent follows, and"
    " with the second sentence nothing speaks against it.\n\n"
)
REPLIES = {
    "as asked": "Answer: {}",
    "in other words": "**Final answer:** {}",
    "after reasoning": REASONING + "Answer: {}",
    "no answer": "I would have to think about that for longer.",
}


def rate(items: list[Item], reply: str) -> float:
    """Grades a second of processor time, after one pass."""
    asked = [(item, reply.format(item.gold)) for item in items]
    for item, text in asked:
        grade(item, text)
    started = time.process_time()
    for _ in range(PASSES):
        for item, text in asked:
            grade(item, text)
    return PASSES * len(asked) / (time.process_time() - started)


def main() -> None:
    """Print the table."""
    print(f"# Grading labels\n\n{measured_on()}\n")
    print("| questions | reply | grades a second | to meet |\n|---|---|--:|--:|")
    for name, family in SETS.items():
        items = generate(family, 600, seed=1)
        for kind, reply in REPLIES.items():
            print(f"| {name} | {kind} | {rate(items, reply):,.0f} | {FLOOR:,} |")


if __name__ == "__main__":
    main()
