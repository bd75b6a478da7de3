"""Probes: what is taken away from an item before it is asked."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import InputError
from engine.items import Item

NONE = "none"
NO_CONTEXT = "no-context"
PROBES = (NONE, NO_CONTEXT)
"""`no-context` asks the question without its passage (JustLogic, §5.1 and Appendix A)."""


def probed(item: Item, probe: str) -> Item:
    """The item as the probe shows it, under the same hash.

    Raises:
        InputError: there is no such probe.
    """
    if probe not in PROBES:
        raise InputError(f"there is no probe {probe!r}; choose one of {', '.join(PROBES)}")
    return replace(item, passage=(), premises=()) if probe == NO_CONTEXT else item
