"""What determines an inventory of sentences."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from engine.core.errors import InputError
from engine.core.seeding import group_rng
from engine.core.settings import canonical_json
from engine.families.logicskills.language.types import MAX_DEPTH
from engine.families.logicskills.params import turns

NAME = "sentences"
VERSION = 1
_BEFORE_ALL = -1
"""The number that seeds what is drawn once for all pairs."""


class SentenceParams(BaseModel):
    """The settings of an inventory.

    `lexicon` is small (three names and thirteen predicates, always the same) or large. Sentences
    nest up to `max_depth`, or as little as their type allows. `types` are separated by commas; by
    default all. A type with a weight, as in `negation:3`, comes up that much more often.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    lexicon: Literal["small", "large"] = "large"
    max_depth: int = Field(default=3, ge=1, le=MAX_DEPTH)
    types: str = Field(default="", max_length=4_000)

    @field_validator("types")
    @classmethod
    def _are_known(cls, types: str) -> str:
        turns(types)
        return types


@dataclass(frozen=True, slots=True)
class InventorySpec:
    """What determines an inventory of `n` pairs: `params` is canonical JSON."""

    params: str
    seed: int
    n: int


def make_inventory_spec(settings: dict[str, str], seed: int, n: int) -> InventorySpec:
    """Make a spec from what a user typed.

    Raises:
        InputError: an unknown setting, or a value out of bounds.
    """
    try:
        params = SentenceParams.model_validate(settings)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        reason = first["msg"].removeprefix("Value error, ")
        if where not in SentenceParams.model_fields:
            reason = f"there is no such setting; there are {', '.join(SentenceParams.model_fields)}"
        raise InputError(f"--set {where}: {reason[0].lower()}{reason[1:]}") from None
    return InventorySpec(canonical_json(params), seed, n)


@lru_cache(maxsize=16)
def params_of(spec: InventorySpec) -> SentenceParams:
    """The parameters of a spec."""
    return SentenceParams.model_validate_json(spec.params)


@lru_cache(maxsize=16)
def quotas(spec: InventorySpec) -> tuple[str, ...]:
    """The types in the order of their turns: shuffled, so that any part has a fair share."""
    order = list(turns(params_of(spec).types))
    group_rng(NAME, VERSION, spec.params, spec.seed, _BEFORE_ALL).shuffle(order)
    return tuple(order)
