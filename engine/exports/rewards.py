"""A data set to train on by reinforcement, with rewards that call our grader.

elenchus_rewards.py         `elenchus_reward` for TRL, and `rows()`, its data
elenchus_verifiers.py       a taskset of verifiers
elenchus_reasoning_gym.py   a data set of reasoning-gym
"""

from __future__ import annotations

from pathlib import Path

from engine.exports.material import Exported
from engine.exports.tasks import copy_portable, write_questions

_FILES = ("elenchus_rewards.py", "elenchus_verifiers.py", "elenchus_reasoning_gym.py")


def write_rewards(exported: Exported, folder: Path) -> dict[str, int]:
    """The questions with all three; gives the number of questions."""
    for name in _FILES:
        copy_portable(name, folder / name)
    return write_questions(exported, folder)
