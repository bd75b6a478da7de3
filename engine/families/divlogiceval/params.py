"""The parameters of DivLogicEval, and its plan of group numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.core.rotations import LETTERS
from engine.core.seeding import group_rng

SIZES = {"3c1e": 4196, "3e1c": 4195, "missing": 4198}
"""Items of each question type in the default set, as published (§4.1)."""

TYPES = tuple(SIZES)
OPTIONS = 4

_REGULAR = 4195 * len(TYPES)
_REST = ("3c1e", "missing", "missing", "missing")
_ALL = sum(SIZES.values())
_TEST = 300
"""Test items of each type in the default set (§4.1)."""


_PROPOSITIONS = 8
_LONGEST_SOUND = 3
"""A longer chain would take more variables than truth tables can decide."""


class Params(BaseModel):
    """The settings of a recipe; every value is stored with every item.

    `chain` is the fewest propositions of the passage that the answer needs: to derive the key of
    3c1e, the conclusion of `missing` (in the faithful recipe the option counts as one of them), or
    at least one of the three entailed options of 3e1c. Two, as in the paper, is the least for
    anything entailed. In the sound recipe everything entailed needs exactly that many, and a
    passage has four branches of that length.

    `propositions`, for the faithful recipe only, is n of Algorithm 1: the most propositions of an
    item, including those stated outright. The paper does not give its n. The one passage it prints
    (Appendix H) has five, the average of Algorithm 1 with n = 8. Options are made of the variables
    that occur fewer than n times, as in the paper; at n = 8 these are all that occur (see
    `Occurrences.preferred`).

    `content` says what a passage consists of: `rules`, only the antecedents of Equations 1a to 1c,
    as in Algorithm 1; or also `literals`, as in Appendix H. That is the default: without them
    hardly any single literal is entailed, so an option's kind would show whether it can be.

    `twins` adds to each item its twin in symbols (s-DivLogicEval), as the group's second member;
    the English items are the same either way. `source` names the propositions: `bank`, or a file,
    as in `snli:PATH`, `nli-pairs:PATH` or `text:PATH`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    recipe: Literal["sound", "faithful"] = "sound"
    propositions: int = Field(default=_PROPOSITIONS, ge=3, le=12)
    chain: int = Field(default=2, ge=2, le=4)
    content: Literal["literals", "rules"] = "literals"
    twins: bool = False
    source: str = "bank"

    @model_validator(mode="after")
    def _fit_together(self) -> Params:
        if self.recipe == "sound" and self.propositions != _PROPOSITIONS:
            raise ValueError("only the faithful recipe has a number of propositions; set chain")
        if self.recipe == "sound" and self.chain > _LONGEST_SOUND:
            raise ValueError("the sound recipe has chains of 2 or 3")
        if self.chain > 2 and self.propositions < 2 * self.chain:
            raise ValueError("propositions must be at least twice the chain")
        return self

    @property
    def members(self) -> int:
        """Items per group: one in English, and with `twins` another in symbols."""
        return 2 if self.twins else 1


@dataclass(frozen=True, slots=True)
class Cell:
    """The plan of one group, fixed by its number alone. `key` is the letter of the answer."""

    question_type: str
    split: str
    key: str


def cell(family: str, version: int, canonical: str, seed: int, group: int) -> Cell:
    """The question type, split and key of a group.

    Types take turns, except that the last four groups of the default set bring the types to their
    published sizes. Within a type every other item is test until there are 300, so that a small set
    has both splits; all others are train. Within a type and split, the keys of every four items are
    at four different letters, in an order drawn for each four, so the letters are equally frequent
    and the next one is unpredictable.
    """
    question_type, number = _place(group)
    if number < 2 * _TEST:
        number, is_train = divmod(number, 2)
        split = "train" if is_train else "test"
    else:
        number, split = number - _TEST, "train"
    four, place = divmod(number, OPTIONS)
    rng = group_rng(f"{family} keys of {question_type} {split}", version, canonical, seed, four)
    return Cell(question_type, split, rng.sample(LETTERS[:OPTIONS], OPTIONS)[place])


def _place(group: int) -> tuple[str, int]:
    """The question type of a group, and how many earlier groups have the same."""
    if group < _REGULAR:
        return TYPES[group % len(TYPES)], group // len(TYPES)
    if group < _ALL:
        beyond = group - _REGULAR
        question_type = _REST[beyond]
        return question_type, _REGULAR // len(TYPES) + _REST[:beyond].count(question_type)
    beyond = group - _ALL
    question_type = TYPES[beyond % len(TYPES)]
    return question_type, SIZES[question_type] + beyond // len(TYPES)
