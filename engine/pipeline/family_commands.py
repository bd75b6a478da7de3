"""The commands that families add to the command line."""

from __future__ import annotations

from collections.abc import Callable

from engine.families import FAMILIES


def family_commands(group: str) -> dict[str, Callable[..., None]]:
    """The commands that families add to a group, by name; the top group is `sorites`."""
    found: dict[str, Callable[..., None]] = {}
    for family in FAMILIES.values():
        for words, command in (family.commands() if family.commands else {}).items():
            where, _, name = words.rpartition(" ")
            if (where or "sorites") == group:
                found.setdefault(name, command)
    return found
