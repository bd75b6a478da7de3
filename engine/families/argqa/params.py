"""The parameters of ArgQA and the plan they lay over group numbers."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Literal

from pydantic import BaseModel, ConfigDict

from engine.arguments import DOMAINS, QUESTION_TYPES, OwnArgument, asked_arguments
from engine.errors import InputError
from engine.families.seeding import group_rng

_VALIDATION_EVERY = 10


class Params(BaseModel):
    """What can be chosen: arguments of one domain, or of all (the default)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    recipe: Literal["sound"] = "sound"
    domain: Literal["all", "product_reviews", "essays", "rule_making", "medical_abstracts"] = "all"

    @property
    def members(self) -> int:
        """The questions of an argument: one of each type."""
        return len(QUESTION_TYPES)

    @property
    def n_arguments(self) -> int:
        """The arguments there are."""
        return sum(map(len, chosen(self).values()))


@lru_cache(maxsize=1)
def arguments_by_domain() -> dict[str, tuple[OwnArgument, ...]]:
    """The arguments of which questions are asked, by domain, in an order of their names alone."""
    return {
        domain: tuple(
            sorted((own for own in asked_arguments() if own.file.domain == domain), key=_by_name)
        )
        for domain in DOMAINS
    }


def _by_name(own: OwnArgument) -> str:
    return hashlib.sha256(own.file.id.encode()).hexdigest()


def chosen(params: Params) -> dict[str, tuple[OwnArgument, ...]]:
    """The arguments that questions are made of, by domain."""
    found = arguments_by_domain()
    return found if params.domain == "all" else {params.domain: found[params.domain]}


def split_of(own: OwnArgument) -> str:
    """The split of an argument, the same whatever the seed, so that no split leaks into another.

    The first argument of each domain is for examples (`train`); a tenth of the others is for
    validation, the rest for the test.
    """
    place = arguments_by_domain()[own.file.domain].index(own)
    if place == 0:
        return "train"
    return "validation" if place % _VALIDATION_EVERY == 1 else "test"


@lru_cache(maxsize=16)
def order(
    family: str, version: int, params: Params, canonical: str, seed: int
) -> tuple[OwnArgument, ...]:
    """The arguments in the order of the groups: shuffled, the domains evenly among one another."""
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
        InputError: there are fewer arguments; none is asked twice.
    """
    ordered = order(family, version, params, canonical, seed)
    if group >= len(ordered):
        raise InputError(
            f"{family} has {len(ordered)} arguments with these settings; there is no group {group}"
        )
    return ordered[group]
