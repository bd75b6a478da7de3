"""The registry of families. A new family is one module and one line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic import BaseModel

from engine.errors import InputError
from engine.families import argqa, divlogiceval, justlogic, logicasker, logicskills
from engine.families.draft import ChoiceDraft, Draft, Drafts, FormalDraft, SkillDraft, SupportDraft

__all__ = [
    "FAMILIES",
    "ChoiceDraft",
    "Draft",
    "Family",
    "FormalDraft",
    "SkillDraft",
    "SupportDraft",
    "family",
]


class _FamilyModule(Protocol):
    """What a family's module holds; see `Family`."""

    NAME: str
    VERSION: int

    @property
    def Params(self) -> type[BaseModel]:
        """What can be chosen; `members` is the number of items in a group."""

    @property
    def draft(self) -> Callable[[Any, str, int, int], Drafts]:
        """The members of a group."""

    @property
    def default_size(self) -> Callable[[Any], int]:
        """Items made where no number is asked for."""


@dataclass(frozen=True, slots=True)
class Family:
    """How the engine sees a family of items.

    `draft(params, canonical params, seed, group)` is pure and gives the members of one group in
    order. Each function takes the family's own `params` (Any here).
    `stock(params)` is how many groups there can be, where a family does not make its own material.
    `items_per_shard(params)` is how many items a worker makes at a time, where they are slow to
    make: few, so that all workers are done at about one time.
    """

    name: str
    version: int
    params: type[BaseModel]
    draft: Callable[[Any, str, int, int], Drafts]
    default_size: Callable[[Any], int]
    stock: Callable[[Any], int] | None = None
    items_per_shard: Callable[[Any], int] | None = None

    def members(self, params: Any) -> int:
        """How many items a group has."""
        return int(params.members)


_MODULES: tuple[_FamilyModule, ...] = (justlogic, divlogiceval, logicasker, logicskills, argqa)

FAMILIES: dict[str, Family] = {
    one.NAME: Family(
        name=one.NAME,
        version=one.VERSION,
        params=one.Params,
        draft=one.draft,
        default_size=one.default_size,
        stock=getattr(one, "stock", None),
        items_per_shard=getattr(one, "items_per_shard", None),
    )
    for one in _MODULES
}


def family(name: str) -> Family:
    """The family of that name.

    Raises:
        InputError: there is none.
    """
    try:
        return FAMILIES[name]
    except KeyError:
        known = ", ".join(sorted(FAMILIES))
        raise InputError(f"there is no family named {name!r}; the families are: {known}") from None
