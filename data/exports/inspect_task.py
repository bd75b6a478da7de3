"""A Sorites data set as a task of Inspect: inspect eval task.py --model MODEL.

Each scorer is a reading of its own; `sorites_scoring.py` says which there are and what they need.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import (
    CORRECT,
    INCORRECT,
    NOANSWER,
    Score,
    Scorer,
    Target,
    accuracy,
    scorer,
    stderr,
)
from inspect_ai.solver import TaskState, generate

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER))

import sorites_scoring as scoring  # noqa: E402

EXPORT = json.loads((FOLDER / "export.json").read_text(encoding="utf-8"))


@scorer(metrics=[accuracy(), stderr()])
def in_format() -> Scorer:
    """The last line alone, as asked."""

    async def score(state: TaskState, target: Target) -> Score:
        answer = scoring.in_format(state.output.completion, state.metadata)
        if answer is None:
            return Score(value=NOANSWER)
        return Score(value=CORRECT if answer == target.text else INCORRECT, answer=answer)

    return score


@scorer(metrics=[accuracy(), stderr()])
def graded() -> Scorer:
    """What the reply says, by the grader of sorites."""

    async def score(state: TaskState, target: Target) -> Score:
        found = scoring.graded(state.output.completion, state.metadata)
        unread = NOANSWER if found["answer"] is None else INCORRECT
        value = CORRECT if found["outcome"] == "right" else unread
        return Score(value=value, answer=found["answer"], metadata=found)

    return score


SCORERS = {"in_format": in_format, "graded": graded}


@task
def sorites() -> Task:
    """The questions, each put as `sorites evaluate` puts it."""
    questions = scoring.read_lines(FOLDER)
    samples = [
        Sample(
            id=question["id"],
            input=[
                ChatMessageSystem(content=question["system"]),
                ChatMessageUser(content=question["input"]),
            ],
            target=question["target"],
            metadata={name: question[name] for name in scoring.NEEDED},
        )
        for question in questions
    ]
    return Task(
        name=f"sorites_{EXPORT['name']}",
        dataset=MemoryDataset(samples, name=EXPORT["dataset"], location=EXPORT["content_hash"]),
        solver=generate(),
        scorer=[SCORERS[reading]() for reading in scoring.readings(questions[0])],
        metadata=EXPORT,
    )
