"""Sorites: measure how well language models reason logically, and see where they fail.

The public Python API. The work is done in `engine`, whose stable names stand here; each is loaded
when it is first used.

>>> import sorites
>>> items = sorites.generate("justlogic", 3, seed=7)
>>> sorites.grade(items[0], f"Answer: {items[0].gold}").outcome.value
'right'
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
    "__version__",
    "ask",
    "audit",
    "frame",
    "generate",
    "grade",
    "item_from",
    "load",
    "verify",
]

__version__: str
"""The installed version."""


_HOMES = {
    "Audit": "engine.audit",
    "item_from": "engine.io.records",
    **dict.fromkeys(("SoritesError", "InputError"), "engine.core.errors"),
    **dict.fromkeys(("Grade", "Item", "Outcome", "Response", "Verification"), "engine.core.items"),
}


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("sorites")
    if name not in __all__:
        raise AttributeError(f"module 'sorites' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES.get(name, "engine.api")), name)


def __dir__() -> list[str]:
    return sorted(__all__)
