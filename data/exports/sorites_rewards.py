"""Exported questions to train by reinforcement: 1 for a right answer, else 0.

Needs the package sorites beside the trainer: `sorites.grade` judges what a reply says, as a whole.
"""

from __future__ import annotations

from pathlib import Path

import sorites_scoring as scoring

FOLDER = Path(__file__).parent


def reward(reply: str, question: dict) -> float:
    """The reward of one reply."""
    return float(scoring.is_right("graded", reply, question))


def sorites_reward(completions: list, item: list[str], **_: object) -> list[float]:
    """A reward function of TRL: completions as texts or as messages, beside the column `item`."""
    texts = [one if isinstance(one, str) else one[-1]["content"] for one in completions]
    return [reward(text, {"item": of}) for text, of in zip(texts, item, strict=True)]


def rows() -> list[dict]:
    """The questions as TRL takes them: a prompt of messages, and what the reward needs."""
    return [
        {
            "prompt": [
                {"role": "system", "content": one["system"]},
                {"role": "user", "content": one["input"]},
            ],
            "item": one["item"],
        }
        for one in scoring.read_lines(FOLDER)
    ]
