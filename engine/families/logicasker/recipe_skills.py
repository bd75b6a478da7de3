"""The tree of skills of one recipe, for second rounds and demonstrations."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine.families.logicasker.params import Params, cell, chosen_leaves, turns
from engine.families.logicasker.rules.skills import Problem, leaves, published_leaves


@dataclass(frozen=True, slots=True)
class Skills:
    """The skills of one recipe; see `SkillTree`."""

    params: Params

    @property
    def asked(self) -> frozenset[str]:
        """The skills that groups ask; a three-way group covers all skills of its rule."""
        params = self.params
        chosen = {
            leaf
            for length in params.lengths
            for leaf in chosen_leaves(params.tree, params.skills, length)
        }
        if self._is_three_way:
            return frozenset(leaf for one in chosen for leaf in leaves()[one][0].leaves)
        return frozenset(chosen)

    def settings(self, skills: Sequence[str]) -> dict[str, str]:
        """Settings that cover all the skills; in the three-way form, all skills of their rules.

        The rule that a fallacy is mistaken for may have a skill outside the published tree.
        """
        starts = skills
        if self._is_three_way:
            starts = [f"{leaf.rpartition('.')[0]}." for leaf in skills]
        tree = "published" if set(skills) <= set(published_leaves()) else "all"
        return {"skills": ",".join(dict.fromkeys(starts)), "tree": tree}

    def of_group(self, group: int) -> Collection[str]:
        """The skills of the rule whose turn it is; a run uses the test split by default."""
        planned = cell(self.params, group)
        return {*planned.skill.leaves, planned.leaf} if planned.split == "test" else ()

    def answer(self, skill: str) -> int:
        """The answer: follows, is contradicted, or anything else."""
        rule, problem = leaves()[skill]
        if problem is Problem.INFERENCE and not rule.is_fallacy:
            return 0
        return 1 if problem is Problem.CONTRADICTION or not self._is_three_way else 2

    def example(self, skill: str, length: int) -> dict[str, str] | None:
        """Groups of the sound recipe in the same form and language."""
        chosen = self.settings([skill])
        lengths = {"min_length": str(length), "max_length": str(length)}
        form = {"question": self.params.question, "language": self.params.language}
        params = Params.model_construct(**form, **chosen)  # type: ignore[arg-type]
        return {**form, **chosen, **lengths} if turns(params, length) else None

    @property
    def _is_three_way(self) -> bool:
        return self.params.question == "three-way"
