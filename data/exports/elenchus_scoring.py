"""How a reply to an exported question is judged: two readings, never mixed in one figure.

in_format  the last line alone, `Answer: …`, exactly as the question asks for it; plain Python
graded     what the reply says, by `engine.grade`; needs the package elenchus

A formula or a structure is right by what it means, which only the second reading can tell.
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

ASKED = "answer:"
BY_FORM = ("label", "set")


def read_lines(folder: Path) -> list[dict]:
    """The exported questions."""
    with (folder / "questions.jsonl").open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def has_grader() -> bool:
    """Whether the package elenchus can be imported here."""
    try:
        return find_spec("engine.records") is not None
    except ModuleNotFoundError:
        return False


def readings(question: dict) -> list[str]:
    """The readings that there are of replies to a question, here."""
    by_form = ["in_format"] if question["kind"] in BY_FORM else []
    by_meaning = ["graded"] if has_grader() else []
    if not by_form + by_meaning:
        raise RuntimeError(
            f"an answer of the kind {question['kind']} is judged by what it means, which needs the"
            " package elenchus; install it in this environment"
        )
    return by_form + by_meaning


def in_format(reply: str, question: dict) -> str | None:
    """The answer of a last line in the asked format; None where it is not one."""
    line = reply.rstrip().rpartition("\n")[2].strip()
    if not line.lower().startswith(ASKED):
        return None
    stated = line[len(ASKED) :].strip().removesuffix(".").strip()
    keys = question["keys"]
    if question["kind"] == "set":
        chosen = {part.strip() for part in stated.split(",")}
        if stated.lower() == "none":
            return "none"
        return ",".join(key for key in keys if key in chosen) if chosen <= set(keys) else None
    return next((key for key in keys if key.lower() == stated.lower()), None)


def graded(reply: str, question: dict) -> dict:
    """The verdict of the package: outcome, answer and the rule by which it was read."""
    from engine import grade, item_from

    verdict = grade(item_from(question["item"]), reply)
    return {
        "outcome": verdict.outcome.value,
        "answer": verdict.lenient,
        "rule": verdict.rule,
        "strict_outcome": verdict.strict_outcome.value,
    }


def is_right(reading: str, reply: str, question: dict) -> bool:
    """Whether a reply is right under a reading."""
    if reading == "in_format":
        return in_format(reply, question) == question["target"]
    return graded(reply, question)["outcome"] == "right"
