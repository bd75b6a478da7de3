"""Sorites: measure how well language models reason logically, and see where they fail.

This is the public Python API. It re-exports the stable names of `engine` and loads each on first
use.

>>> import sorites
>>> items = sorites.generate(sorites.families()[0], 3, seed=7)
>>> sorites.grade(items[0], f"Answer: {items[0].gold}").outcome.value
'right'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.analysis.boards import Board
    from engine.analysis.scores.comparison import Comparison
    from engine.api import (
        Answer,
        ask,
        audit,
        board,
        cite,
        compare,
        demo,
        errors,
        evaluate,
        families,
        frame,
        generate,
        grade,
        load,
        remove_run,
        results,
        save,
        verify,
    )
    from engine.audit import Audit
    from engine.core.errors import InputError, SoritesError
    from engine.core.items import Grade, Item, Outcome, Response, Verification
    from engine.io.records import item_from
    from engine.pipeline.evaluate.evaluation import Evaluated
    from engine.pipeline.evaluate.run_configuration import RunConfiguration
    from engine.show.terminal.progress import progress as progress_bar

__all__ = [
    "Answer",
    "Audit",
    "Board",
    "Comparison",
    "Evaluated",
    "Grade",
    "InputError",
    "Item",
    "Outcome",
    "Response",
    "RunConfiguration",
    "SoritesError",
    "Verification",
    "__version__",
    "ask",
    "audit",
    "board",
    "cite",
    "compare",
    "demo",
    "errors",
    "evaluate",
    "families",
    "frame",
    "generate",
    "grade",
    "item_from",
    "load",
    "progress_bar",
    "remove_run",
    "results",
    "save",
    "verify",
]

__version__: str
"""The installed version."""


_HOMES = {
    "Audit": "engine.audit",
    "Board": "engine.analysis.boards",
    "Comparison": "engine.analysis.scores.comparison",
    "Evaluated": "engine.pipeline.evaluate.evaluation",
    "RunConfiguration": "engine.pipeline.evaluate.run_configuration",
    "item_from": "engine.io.records",
    "progress_bar": "engine.show.terminal.progress:progress",
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

    home, _, own_name = _HOMES.get(name, "engine.api").partition(":")
    return getattr(import_module(home), own_name or name)


def __dir__() -> list[str]:
    return sorted(__all__)
