"""The registry of families. A new family is one module and one line here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from engine.errors import InputError
from engine.families import argqa, divlogiceval, justlogic, logicasker, logicskills
from engine.families.draft import ChoiceDraft, Draft, FormalDraft, SkillDraft, SupportDraft

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


@dataclass(frozen=True, slots=True)
class Family:
    """How the engine sees a family of items.

    `draft(params, canonical params, seed, group)` is pure and gives the members of one group in
    order; `members(params)` is how many they are. Each takes the family's own `params` (Any here).
    `stock(params)` is how many groups there can be, where a family does not make its own material.
    """

    name: str
    version: int
    params: type[BaseModel]
    draft: Callable[
        [Any, str, int, int],
        Sequence[Draft]
        | Sequence[ChoiceDraft]
        | Sequence[SkillDraft]
        | Sequence[SupportDraft]
        | Sequence[FormalDraft],
    ]
    members: Callable[[Any], int]
    default_size: Callable[[Any], int]
    stock: Callable[[Any], int] | None = None


FAMILIES: dict[str, Family] = {
    justlogic.NAME: Family(
        name=justlogic.NAME,
        version=justlogic.VERSION,
        params=justlogic.Params,
        draft=justlogic.draft,
        members=lambda params: params.members,
        default_size=justlogic.default_size,
    ),
    divlogiceval.NAME: Family(
        name=divlogiceval.NAME,
        version=divlogiceval.VERSION,
        params=divlogiceval.Params,
        draft=divlogiceval.draft,
        members=lambda params: params.members,
        default_size=divlogiceval.default_size,
    ),
    logicasker.NAME: Family(
        name=logicasker.NAME,
        version=logicasker.VERSION,
        params=logicasker.Params,
        draft=logicasker.draft,
        members=lambda params: params.members,
        default_size=logicasker.default_size,
    ),
    logicskills.NAME: Family(
        name=logicskills.NAME,
        version=logicskills.VERSION,
        params=logicskills.Params,
        draft=logicskills.draft,
        members=lambda params: params.members,
        default_size=logicskills.default_size,
    ),
    argqa.NAME: Family(
        name=argqa.NAME,
        version=argqa.VERSION,
        params=argqa.Params,
        draft=argqa.draft,
        members=lambda _: argqa.MEMBERS,
        default_size=argqa.default_size,
        stock=argqa.stock,
    ),
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
