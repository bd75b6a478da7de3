"""Sorites: generate, verify and evaluate items that measure logical reasoning.

The names below are stable; everything else is private. They are loaded when they are used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.api import Answer, ask, audit, frame, generate, grade, load, verify
    from engine.audit import Audit
    from engine.core.errors import InputError, SoritesError
    from engine.core.items import Grade, Item, Outcome, Response, Verification
    from engine.io.records import item_from

__all__ = [
    "Answer",
    "Audit",
    "Grade",
    "InputError",
    "Item",
    "Outcome",
    "Response",
    "SoritesError",
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
    "Audit": "engine.audit",
    **dict.fromkeys(("SoritesError", "InputError"), "engine.core.errors"),
    "item_from": "engine.io.records",
    **dict.fromkeys(("Grade", "Item", "Outcome", "Response", "Verification"), "engine.core.items"),
}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'engine' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES.get(name, "engine.api")), name)
