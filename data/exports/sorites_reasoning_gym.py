"""Exported questions as a data set of reasoning-gym, registered under `sorites`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sorites_rewards as rewards
import sorites_scoring as scoring
from reasoning_gym.dataset import ProceduralDataset
from reasoning_gym.factory import register_dataset


@dataclass
class SoritesConfig:
    """How many of the exported questions are wanted, from the first; `seed` changes nothing."""

    size: int = 0
    seed: int = 0

    def validate(self) -> None:
        """Refuse a size below nothing."""
        if self.size < 0:
            raise ValueError("size is a number of questions, or 0 for all")


class SoritesDataset(ProceduralDataset):
    """The questions in their order, scored by what a reply says and never by a part of it."""

    def __init__(self, config: SoritesConfig) -> None:
        self._questions = scoring.read_lines(rewards.FOLDER)
        size = min(config.size or len(self._questions), len(self._questions))
        super().__init__(config=config, seed=config.seed, size=size)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        """The question at a place."""
        one = self._questions[range(self.size)[idx]]
        return {
            "question": f"{one['system']}\n\n{one['input']}",
            "answer": one["target"],
            "metadata": {"source_dataset": "sorites", "source_index": idx, "item": one["item"]},
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """1 for a right answer, in the asked format or alone; else 0."""
        question = {"item": entry["metadata"]["item"]}
        if answer is None:
            return 0.0
        return max(rewards.reward(answer, question), rewards.reward(f"Answer: {answer}", question))


register_dataset("sorites", SoritesDataset, SoritesConfig)
