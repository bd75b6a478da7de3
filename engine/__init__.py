"""Elenchus: generate, verify and evaluate items that measure logical reasoning.

The names below are stable; everything else is private. They are loaded when they are used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.api import Answer, ask, audit, frame, generate, grade, load, verify
    from engine.auditing import Audit
    from engine.errors import ElenchusError, InputError
    from engine.items import Grade, Item, Outcome, Response, Verification
    from engine.records import item_from

__all__ = [
    "Answer",
    "Audit",
    "ElenchusError",
    "Grade",
    "InputError",
    "Item",
    "Outcome",
    "Response",
    "Verification",
    "ask",
    "audit",
    "frame",
    "generate",
    "grade",
    "item_from",
    "load",
    "verify",
]

_HOMES = {
    "Audit": "engine.auditing",
    **dict.fromkeys(("ElenchusError", "InputError"), "engine.errors"),
    "item_from": "engine.records",
    **dict.fromkeys(("Grade", "Item", "Outcome", "Response", "Verification"), "engine.items"),
}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'engine' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES.get(name, "engine.api")), name)
