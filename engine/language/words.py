"""The words of a text, and which of them sound like a denial."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache

from engine.core.resources import data_file

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")


def words(text: str) -> list[str]:
    """The words of a text, in lower case, with straight apostrophes."""
    return _WORD.findall(text.lower().replace("’", "'"))


@lru_cache(maxsize=1)
def denials() -> frozenset[str]:
    """The words that sound like a denial."""
    with data_file("lexicon/cues.toml").open("rb") as file:
        return frozenset(tomllib.load(file)["negation"])
