"""Exported questions as a taskset of verifiers (`verifiers.v1`)."""

from __future__ import annotations

from collections.abc import Iterator

import sorites_rewards as rewards
import sorites_scoring as scoring
import verifiers.v1 as vf


class QuestionData(vf.TaskData):
    """A question, and the item by which replies to it are graded."""

    item: str


class Question(vf.Task[QuestionData]):
    """One question, one reply."""

    @vf.reward(weight=1.0)
    async def right(self, trace: vf.Trace) -> float:
        """1 for a right answer."""
        return rewards.reward(trace.last_reply, {"item": self.data.item})


class SoritesTaskset(vf.Taskset[Question, vf.TasksetConfig]):
    """The exported questions, in their order."""

    def load(self) -> Iterator[Question]:
        """Build each task."""
        for one in scoring.read_lines(rewards.FOLDER):
            yield Question(
                QuestionData(
                    id=one["id"],
                    prompt=one["input"],
                    system_prompt=one["system"],
                    item=one["item"],
                )
            )


__all__ = ["SoritesTaskset"]
