"""What a family with a tree of skills says of the questions that one of its recipes asks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol


class SkillTree(Protocol):
    """The skills of one recipe, as `Family.skill_tree` gives it for the family's own parameters.

    A skill is a leaf of the tree, named as in the trait `leaf` of items, and has one right answer.
    Second rounds and demonstrations ask chosen skills by it.
    """

    @property
    def asked(self) -> frozenset[str]:
        """The skills that the recipe is made to ask; contrast twins may stand on others."""

    def settings(self, skills: Sequence[str]) -> Mapping[str, str]:
        """The settings by which the recipe asks these skills and as few others as it can."""

    def of_group(self, group: int) -> Collection[str]:
        """The skills that a group may ask; none if it is to be learnt from."""

    def answer(self, skill: str) -> int:
        """Which of the options is right on a skill."""

    def example(self, skill: str, length: int) -> Mapping[str, str] | None:
        """The settings of groups with a skill at a length, as examples; None if there are none."""
