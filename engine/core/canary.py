"""The canary: a string shown with all items, by which a training corpus can be checked for them.

Anyone training a model can leave out every document that holds it. Anyone who suspects that a model
was trained on items can give it the first words and see whether it completes them.
"""

from __future__ import annotations

from functools import lru_cache

from engine.core.resources import data_file


@lru_cache(maxsize=1)
def canary() -> str:
    """The string: one line, the same in every export and on every page that shows items."""
    return data_file("contamination/canary.txt").read_text(encoding="utf-8").strip()
