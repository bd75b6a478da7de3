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

import engine

if TYPE_CHECKING:
    from engine import (
        Answer,
        Audit,
        Grade,
        InputError,
        Item,
        Outcome,
        Response,
        SoritesError,
        Verification,
        ask,
        audit,
        frame,
        generate,
        grade,
        item_from,
        load,
        verify,
    )

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


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("sorites")
    if name not in __all__:
        raise AttributeError(f"module 'sorites' has no attribute {name!r}")
    return getattr(engine, name)


def __dir__() -> list[str]:
    return sorted(__all__)
