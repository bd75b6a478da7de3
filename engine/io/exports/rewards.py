"""A data set for reinforcement learning, with rewards computed by our grader.

sorites_rewards.py         `sorites_reward` for TRL, and `rows()`, its data
sorites_verifiers.py       a taskset of verifiers
sorites_reasoning_gym.py   a data set of reasoning-gym
"""

from __future__ import annotations

from pathlib import Path

from engine.io.exports.material import Exported
from engine.io.exports.tasks import copy_portable, write_questions

_FILES = ("sorites_rewards.py", "sorites_verifiers.py", "sorites_reasoning_gym.py")


def write_rewards(exported: Exported, folder: Path) -> dict[str, int]:
    """Write the questions with all three files; returns the number of questions."""
    for name in _FILES:
        copy_portable(name, folder / name)
    return write_questions(exported, folder)
