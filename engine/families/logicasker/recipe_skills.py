"""The tree of skills of one recipe, for second rounds and demonstrations."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine.families.logicasker.params import Params, cell, chosen_skill_ids, turns
from engine.families.logicasker.rules.skills import Problem, published_skill_ids, skill_of_id


@dataclass(frozen=True, slots=True)
class Skills:
    """The skills of one recipe; see `SkillTree`."""

    params: Params

    @property
    def asked(self) -> frozenset[str]:
        """The skills that groups ask; a three-way group covers all skills of its rule."""
        params = self.params
        chosen = {
            skill_id
            for length in params.lengths
            for skill_id in chosen_skill_ids(params.tree, params.skills, length)
        }
        if self._is_three_way:
            return frozenset(skill_id for one in chosen for skill_id in skill_of_id()[one][0].ids)
        return frozenset(chosen)

    def settings(self, skills: Sequence[str]) -> dict[str, str]:
        """Settings that cover all the skills; in the three-way form, all skills of their rules.

        The rule that a fallacy is mistaken for may have a skill outside the published tree.
        """
        starts = skills
        if self._is_three_way:
            starts = [f"{skill_id.rpartition('.')[0]}." for skill_id in skills]
        tree = "published" if set(skills) <= set(published_skill_ids()) else "all"
        return {"skills": ",".join(dict.fromkeys(starts)), "tree": tree}

    def of_group(self, group: int) -> Collection[str]:
        """The skills of the rule whose turn it is; a run uses the test split by default."""
        planned = cell(self.params, group)
        return {*planned.skill.ids, planned.skill_id} if planned.split == "test" else ()

    def answer(self, skill: str) -> int:
        """The answer: follows, is contradicted, or anything else."""
        rule, problem = skill_of_id()[skill]
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
