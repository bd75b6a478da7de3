"""The canary: a string in whatever shows items, by which they are found in a training corpus.

Who trains a model can leave out every document that holds it; who suspects that a model was
trained on items can ask it to go on after the first words.
"""

from __future__ import annotations

from functools import lru_cache

from engine.core.resources import data_file


@lru_cache(maxsize=1)
def canary() -> str:
    """The string, one line, the same in every export and on every page that shows items."""
    return data_file("contamination/canary.txt").read_text(encoding="utf-8").strip()
