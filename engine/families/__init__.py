"""The registry of families. A new family is one module and one line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.errors import InputError
from engine.families import justlogic
from engine.families.draft import Draft
from engine.families.justlogic.params import Params

__all__ = ["FAMILIES", "Draft", "Family", "family"]


@dataclass(frozen=True, slots=True)
class Family:
    """How the engine sees a family of items.

    `draft(params, canonical params, seed, group)` is pure and gives the members of one group in
    order; `members(params)` is how many they are.
    """

    name: str
    version: int
    params: type[Params]
    draft: Callable[[Params, str, int, int], tuple[Draft, ...]]
    members: Callable[[Params], int]
    default_size: Callable[[Params], int]


FAMILIES: dict[str, Family] = {
    justlogic.NAME: Family(
        name=justlogic.NAME,
        version=justlogic.VERSION,
        params=justlogic.Params,
        draft=justlogic.draft,
        members=lambda params: params.members,
        default_size=justlogic.default_size,
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
