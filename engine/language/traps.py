"""Words that make a proposition unfit, from `data/lexicon/traps.toml`."""

from __future__ import annotations

import tomllib
from functools import lru_cache

from engine.core.resources import data_file


@lru_cache(maxsize=1)
def traps() -> dict[str, frozenset[str]]:
    """The words by what they would do: join, deny, point back, judge or quantify."""
    text = data_file("lexicon/traps.toml").read_text(encoding="utf-8")
    return {group: frozenset(words) for group, words in tomllib.loads(text).items()}
