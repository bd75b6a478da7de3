"""The parameters of LogicSkills, and its plan of group numbers."""

from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache
from operator import not_
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.families.logicskills.language import PUBLISHED_TYPES, TYPES
from engine.families.logicskills.language.types import MAX_DEPTH

SYMBOLIZATION, COUNTERMODEL, VALIDITY = "symbolization", "countermodel", "validity"
MAX_WEIGHT = 100


class Params(BaseModel):
    """The settings of a recipe; every value is stored with every item.

    `task` is what is asked for. `lexicon` is small (three names and thirteen predicates, always the
    same) or large. Sentences nest up to `max_depth`. `types` are the types of sentences to
    symbolize, or of premises, separated by commas; a type with a weight, as in `negation:3`, comes
    up that much more often.

    For arguments: `premises` is their number, without the domain constraint, which always comes
    first. The conclusion follows from no fewer than `min_premises` of them, possibly all; above 2,
    compounds with an atomic part may be premises. `right` is how many of the six candidates follow.
    `domain` is the required number of individuals in a countermodel. With `identity`, which the
    paper has not, a premise or more has “=” or “≠”; it is stored only where it is set.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    recipe: Literal["sound"] = "sound"
    task: Literal["symbolization", "countermodel", "validity"] = "symbolization"
    lexicon: Literal["small", "large"] = "large"
    types: str = Field(default="", max_length=4_000)
    max_depth: int = Field(default=2, ge=1, le=MAX_DEPTH)
    premises: int = Field(default=3, ge=3, le=5)
    min_premises: int = Field(default=2, ge=1, le=5)
    right: int = Field(default=1, ge=0, le=3)
    domain: int = Field(default=3, ge=3, le=5)
    identity: bool = Field(default=False, exclude_if=not_)  # unset, it leaves items as they were

    @model_validator(mode="after")
    def _fit_together(self) -> Params:
        if self.min_premises > self.premises:
            raise ValueError("min_premises must not be above premises")
        if self.task == COUNTERMODEL and self.max_depth > 3:
            raise ValueError("max_depth must not be above 3 where a countermodel is asked for")
        if self.identity and self.task != COUNTERMODEL:
            raise ValueError("identity is for countermodels, which are asked in formulas alone")
        turns(self.types)
        if self.min_premises > 2 and not self.can_part:
            raise ValueError(
                "min_premises above 2 needs premises that join two sentences and premises that fit"
                f" one of them: let types hold one of {', '.join(PARTING)} and one of"
                f" {', '.join(PARTED_OFF)}"
            )
        return self

    @property
    def can_part(self) -> bool:
        """Whether premises may have the types that parting makes."""
        allowed = set(turns(self.types))
        return not allowed.isdisjoint(PARTING) and not allowed.isdisjoint(PARTED_OFF)

    @property
    def members(self) -> int:
        """Items per group: English and Carroll, or formulas alone."""
        return 1 if self.task == COUNTERMODEL else 2

    @property
    def items_per_shard(self) -> int:
        """The number of items a worker makes at a time, a few seconds of work."""
        return {SYMBOLIZATION: 512, COUNTERMODEL: 128, VALIDITY: 16}[self.task]


PARTING = ("conditional_if_then", "disjunction_simple")
"""Types of premise that are usable only with another premise."""
PARTED_OFF = ("atomic_monadic", "atomic_dyadic", "negation")
"""Types of that other premise."""


@lru_cache(maxsize=64)
def turns(wanted: str) -> tuple[str, ...]:
    """The types in the order of their turns, each as often as its weight says.

    Raises:
        ValueError: there is no such type, or a weight is not a number from 1 to 100.
    """
    if not wanted.strip():
        return TYPES
    found: list[str] = []
    for part in wanted.split(","):
        name, _, weight = part.strip().partition(":")
        if name not in TYPES:
            [nearest] = get_close_matches(name, TYPES, n=1, cutoff=0)
            raise ValueError(f"there is no type {name:.40}; the nearest is {nearest}")
        if not (weight or "1").isdecimal() or not 1 <= int(weight or "1") <= MAX_WEIGHT:
            raise ValueError(f"the weight of {name} is a number from 1 to {MAX_WEIGHT}")
        found += [name] * int(weight or "1")
    return tuple(found)


PREMISE_TYPES = tuple(name for name in PUBLISHED_TYPES if name != "conditional_nested")
"""The default types of premises: nested compounds would make them long."""
