"""The parameters of ArgQA, and its plan of group numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from pydantic import BaseModel, ConfigDict, field_validator

from engine.core.errors import InputError
from engine.core.seeding import group_rng
from engine.families.argqa.arguments import DOMAINS, QUESTION_TYPES, OwnArgument, asked_arguments
from engine.families.argqa.arguments.splits import in_order, splits


class Params(BaseModel):
    """The settings: arguments of one domain, or of all (the default)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    recipe: Literal["sound"] = "sound"
    domain: Literal["all", "product_reviews", "essays", "rule_making", "medical_abstracts"] = "all"

    @field_validator("recipe", mode="before")
    @classmethod
    def _is_no_corpus(cls, recipe: object) -> object:
        if recipe == "faithful":
            raise ValueError(
                "faithful questions are written on a corpus of yours; use `sorites write-questions`"
            )
        return recipe

    @property
    def members(self) -> int:
        """The number of questions per argument."""
        return len(QUESTION_TYPES)

    @property
    def n_arguments(self) -> int:
        """The number of arguments."""
        return sum(map(len, chosen(self).values()))


@lru_cache(maxsize=1)
def arguments_by_domain() -> dict[str, tuple[OwnArgument, ...]]:
    """The arguments in use, by domain, in an order that depends on their names alone."""
    own = asked_arguments()
    return {domain: in_order(one for one in own if one.file.domain == domain) for domain in DOMAINS}


def chosen(params: Params) -> dict[str, tuple[OwnArgument, ...]]:
    """The arguments that questions are made from, by domain."""
    found = arguments_by_domain()
    return found if params.domain == "all" else {params.domain: found[params.domain]}


@lru_cache(maxsize=1)
def _splits() -> dict[str, str]:
    parts = (splits(own) for own in arguments_by_domain().values())
    return {name: split for part in parts for name, split in part.items()}


def split_of(own: OwnArgument) -> str:
    """The split of an argument, the same for every seed, so that no split leaks into another.

    In each domain the first argument is for examples (`train`), a tenth of the others for
    validation, the rest for the test.
    """
    return _splits()[own.file.id]


@lru_cache(maxsize=16)
def order(
    family: str, version: int, params: Params, canonical: str, seed: int
) -> tuple[OwnArgument, ...]:
    """The arguments in the order of the groups: shuffled, with domains evenly interleaved."""
    rng = group_rng(family, version, canonical, seed, -1)
    placed: list[tuple[float, str, OwnArgument]] = []
    for domain, arguments in chosen(params).items():
        shuffled = rng.sample(arguments, len(arguments))
        placed += [((at + 0.5) / len(shuffled), domain, own) for at, own in enumerate(shuffled)]
    return tuple(own for _, _, own in sorted(placed, key=lambda entry: entry[:2]))


def argument(
    family: str, version: int, params: Params, canonical: str, seed: int, group: int
) -> OwnArgument:
    """The argument of a group.

    Raises:
        InputError: there are fewer arguments; none is used twice.
    """
    ordered = order(family, version, params, canonical, seed)
    if group >= len(ordered):
        raise InputError(
            f"{family} has {len(ordered)} arguments with these settings; there is no group {group}"
        )
    return ordered[group]
