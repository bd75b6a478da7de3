"""The parameters of LogicAsker, and its plan of group numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.core.sampling import stride
from engine.families.logicasker.asking import can_be_refuted, is_asked, is_chained
from engine.families.logicasker.rules.lifting import Schema
from engine.families.logicasker.rules.skills import (
    Problem,
    Skill,
    Source,
    published_skill_ids,
    skill_of_id,
)

MAX_LENGTH = 10
LAPS = 8
"""How often other skills come up for each turn of a contradiction, at one step.

Most contradictions of one step deny the conclusion, so that its form gives the answer away. In a
set where they are one pair in eleven that is worth at most five points.
"""
ROUNDS = 10
"""Rounds of the skills in the test split, and in a whole faithful set."""
SPLITS = ("test",) * ROUNDS + ("train",) * 3 + ("validation",)
"""The split of each round of a sound set."""


class Params(BaseModel):
    """The settings of a recipe; every value is stored with every item.

    `question` is `two-way` (yes or no: does it follow?) or `three-way` (follows, contradicts,
    neither). `language` is English or the formulas themselves. `skills` restricts the tree to ids
    or prefixes of ids, separated by commas. `tree` is the published 208 skills, or all, with those
    we add. Lengths from `min_length` to `max_length` take turns: one step is an argument by the
    skill's rule, more are a chain that starts with it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    recipe: Literal["sound", "faithful"] = "sound"
    question: Literal["two-way", "three-way"] = "two-way"
    language: Literal["en", "formal"] = "en"
    tree: Literal["published", "all"] = "published"
    skills: str = Field(default="", max_length=20_000)
    min_length: int = Field(default=1, ge=1, le=MAX_LENGTH)
    max_length: int = Field(default=1, ge=1, le=MAX_LENGTH)

    @model_validator(mode="after")
    def _fit_together(self) -> Params:
        if self.min_length > self.max_length:
            raise ValueError("min_length must not be above max_length")
        is_plain = (self.question, self.tree, self.max_length) == ("two-way", "published", 1)
        if self.recipe == "faithful" and not is_plain:
            raise ValueError(
                "the faithful recipe asks two-way questions of one step on the published tree"
            )
        for length in {self.min_length, self.max_length}:
            if not turns(self, length):
                raise ValueError(
                    f"no skill with such an id is asked at length {length};"
                    " `sorites skills` lists them"
                )
        return self

    @property
    def members(self) -> int:
        """Items per group: one in the faithful recipe, else one for each answer."""
        if self.recipe == "faithful":
            return 1
        return 2 if self.question == "two-way" else 3

    @property
    def lengths(self) -> range:
        """The lengths that take turns."""
        return range(self.min_length, self.max_length + 1)

    @property
    def default_groups(self) -> int:
        """The default number of groups: every split's rounds, or the paper's ten."""
        n_rounds = ROUNDS if self.recipe == "faithful" else len(SPLITS)
        longest = max(len(turns(self, length)) for length in self.lengths)
        return n_rounds * longest * len(self.lengths)


class Cell(NamedTuple):
    """The plan of one group, fixed by its number alone.

    `skill_id` is that of the group's question that does not follow (faithful: of its only one).
    """

    skill_id: str
    skill: Skill
    problem: Problem
    length: int
    split: str


@lru_cache(maxsize=1 << 12)
def ways(skill_id: str, length: int, as_published: bool = False) -> tuple[Schema, ...]:
    """The schemas by which a skill is asked at a length, if possible those of published forms."""
    skill, problem = skill_of_id()[skill_id]
    forms = [form for form in skill.forms if any(map(is_asked, form.schemas))]
    if as_published:
        forms = [form for form in forms if form.source is Source.PUBLISHED] or forms
    found = [schema for form in forms for schema in form.schemas]
    if length > 1:
        found = [schema for schema in found if is_chained(schema)]
        if problem is Problem.CONTRADICTION:
            found = [schema for schema in found if can_be_refuted(schema)]
    return tuple(found)


@lru_cache(maxsize=64)
def chosen_skill_ids(tree: str, wanted: str, length: int) -> tuple[str, ...]:
    """The skills that ids or prefixes of ids select, of those asked at a length."""
    known = published_skill_ids() if tree == "published" else tuple(skill_of_id())
    starts = tuple(start.strip() for start in wanted.split(",") if start.strip())
    return tuple(
        skill_id
        for skill_id in known
        if (not starts or skill_id.startswith(starts)) and ways(skill_id, length)
    )


@lru_cache(maxsize=256)
def turns(params: Params, length: int) -> tuple[str, ...]:
    """The skills that groups of a length take in turn, ordered so that neighbours differ.

    A group has a question that follows, and one on the skill whose turn it is that does not; in
    the three-way form one group covers all skills of a rule. Skills follow each other at a fixed
    stride, so a few groups are a sample of all. Contradictions of one step take one turn, others
    `LAPS`.
    """
    found = chosen_skill_ids(params.tree, params.skills, length)
    if params.recipe == "faithful":
        return _apart(found)
    by_rule = params.question == "three-way"
    made_for = dict.fromkeys(_made_for(skill_id, by_rule) for skill_id in found)
    if by_rule and length > 1:
        made_for = {
            skill_id: None
            for skill_id in made_for
            if ways(skill_of_id()[skill_id][0].id_of(Problem.CONTRADICTION), length)
        }
    if by_rule or length > 1:
        return _apart(tuple(made_for))
    return tuple(skill_id for lap in range(LAPS) for skill_id in _apart(_lap(tuple(made_for), lap)))


def _made_for(skill_id: str, by_rule: bool) -> str:
    """The skill of the question that does not follow in a group that asks this skill."""
    skill, problem = skill_of_id()[skill_id]
    if skill.is_fallacy or (problem is Problem.CONTRADICTION and not by_rule):
        return skill_id
    return skill.id_of(Problem.UNRELATED)


def _lap(found: tuple[str, ...], lap: int) -> tuple[str, ...]:
    """All skills but contradictions, and the contradictions whose turn it is."""
    seldom = [skill_id for skill_id in found if skill_of_id()[skill_id][1] is Problem.CONTRADICTION]
    waiting = set(seldom) - set(seldom[lap::LAPS])
    return tuple(skill_id for skill_id in found if skill_id not in waiting)


def _apart(found: tuple[str, ...]) -> tuple[str, ...]:
    """Order skills so that neighbours differ."""
    n = len(found)
    return tuple(found[at * stride(n) % n] for at in range(n))


def cell(params: Params, group: int) -> Cell:
    """The skill, length and split of a group: lengths take turns, then skills, then rounds.

    The first ten rounds go to the test split, so that no skill is missing from it in a small set;
    then come three rounds of train and one of validation. The faithful recipe, published as a test
    set, is one split.
    """
    rest, at_length = divmod(group, len(params.lengths))
    length = params.lengths[at_length]
    taken = turns(params, length)
    round_, place = divmod(rest, len(taken))
    place = (place + at_length * len(taken) // len(params.lengths)) % len(taken)
    is_test = params.recipe == "faithful"
    split = "test" if is_test else SPLITS[round_ % len(SPLITS)]
    skill, problem = skill_of_id()[taken[place]]
    return Cell(taken[place], skill, problem, length, split)
