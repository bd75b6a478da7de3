"""The registry of families. A new family is one module and one line here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from pydantic import BaseModel

from engine.core.errors import InputError
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


@dataclass(frozen=True, slots=True)
class Family:
    """How the engine sees a family of items.

    `draft(params, canonical params, seed, group)` is pure and gives the members of one group in
    order. Each function takes the family's own `params` (Any here).
    `stock(params)` is how many groups there can be, where a family does not make its own material.
    `items_per_shard(params)` is how many items a worker makes at a time, where they are slow to
    make: few, so that all workers are done at about one time.
    `left_out(params, n_groups)` names what so many groups should be on but cannot be, with these
    settings, and others take the place of: by where that is so.
    """

    name: str
    version: int
    params: type[BaseModel]
    draft: Callable[[Any, str, int, int], Drafts]
    default_size: Callable[[Any], int]
    stock: Callable[[Any], int] | None = None
    items_per_shard: Callable[[Any], int] | None = None
    left_out: Callable[[Any, int], Mapping[str, tuple[str, ...]]] | None = None

    def members(self, params: Any) -> int:
        """How many items a group has."""
        return int(params.members)


_NAMES = ("justlogic", "divlogiceval", "logicasker", "logicskills", "argqa")


class _Registry(Mapping[str, Family]):
    """The families by name. Each is loaded when it is asked for: all take a worker 0.3 s."""

    def __getitem__(self, name: str) -> Family:
        if name not in _NAMES:
            raise KeyError(name)
        return _loaded(name)

    def __iter__(self) -> Iterator[str]:
        return iter(_NAMES)

    def __len__(self) -> int:
        return len(_NAMES)


@cache
def _loaded(name: str) -> Family:
    module: Any = import_module(f"{__name__}.{name}")
    return Family(
        name=module.NAME,
        version=module.VERSION,
        params=module.Params,
        draft=module.draft,
        default_size=module.default_size,
        stock=getattr(module, "stock", None),
        items_per_shard=getattr(module, "items_per_shard", None),
        left_out=getattr(module, "left_out", None),
    )


FAMILIES: Mapping[str, Family] = _Registry()


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
