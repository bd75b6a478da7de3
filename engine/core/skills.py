"""The interface of a family with a tree of skills to the questions of a recipe."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol


class SkillTree(Protocol):
    """The skills of one recipe, returned by `Family.skill_tree` for the family's own parameters.

    A skill is named as in the trait `skill` of items, and has one right answer.
    Second rounds and demonstrations use this interface to ask chosen skills.
    """

    @property
    def asked(self) -> frozenset[str]:
        """The skills the recipe asks; the other item of a contrast pair may ask a different one."""

    def settings(self, skills: Sequence[str]) -> Mapping[str, str]:
        """The settings that make the recipe ask these skills and as few others as possible."""

    def of_group(self, group: int) -> Collection[str]:
        """The skills a group may ask; none if it is reserved for demonstrations."""

    def answer(self, skill: str) -> int:
        """The right option for a skill."""

    def example(self, skill: str, length: int) -> Mapping[str, str] | None:
        """The settings of example groups for a skill at a length; None if there are none."""
