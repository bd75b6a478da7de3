"""How a reply to an exported question is judged: two readings, never mixed in one figure.

in_format  the last line alone, `Answer: …`, exactly as the question asks for it; plain Python,
           the same code as in the package (`sorites_last_line.py`)
graded     what the reply says, by `sorites.grade`; needs the package sorites

A formula or a structure is right by what it means, which only the second reading can tell.
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import sorites_last_line as last_line

BY_FORM = ("label", "set")
NEEDED = ("kind", "keys", "names", "is_lettered", "target", "item")
"""What of a question the readings need."""


def read_lines(folder: Path) -> list[dict]:
    """The exported questions."""
    with (folder / "questions.jsonl").open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def has_grader() -> bool:
    """Whether the package sorites can be imported here."""
    try:
        return find_spec("engine.io.records") is not None
    except ModuleNotFoundError:
        return False


def readings(question: dict) -> list[str]:
    """The readings that there are of replies to a question, here."""
    by_form = ["in_format"] if question["kind"] in BY_FORM else []
    by_meaning = ["graded"] if has_grader() else []
    if not by_form + by_meaning:
        raise RuntimeError(
            f"an answer of the kind {question['kind']} is judged by what it means, which needs the"
            " package sorites; install it in this environment"
        )
    return by_form + by_meaning


def in_format(reply: str, question: dict) -> str | None:
    """The answer of a last line in the asked format; None where it is not one."""
    if last_line.is_unfinished(reply):
        return None
    if question["kind"] == "set":
        return last_line.stated_set(reply, question["keys"])
    names = dict(question["names"])
    return last_line.stated_label(reply, names, is_lettered=question["is_lettered"])


def graded(reply: str, question: dict) -> dict:
    """The verdict of the package: outcome, answer and the rule by which it was read."""
    from sorites import grade, item_from

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
