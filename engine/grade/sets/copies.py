"""Copies of options that went wrong: another option behind a number, or none that there is."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.grade.sets.words import plain

_FEWEST = 4
"""The fewest words of a text that are compared with the options."""
_NO_ONE = re.compile(r"(?i)\W*no\s+\w")
"""How a statement may begin, not only a verdict."""


def is_another(text: str, key: str, options: Mapping[str, str]) -> bool:
    """Whether the text behind a key is rather that of another option, word by word."""
    words = plain(text).split()
    if len(words) < _FEWEST:
        return False
    alike = {
        one: sum(word == other for word, other in zip(words, own.split(), strict=False))
        for one, own in options.items()
    }
    return max(alike.values()) > max(alike[key], len(words) // 2)


def is_garbled(text: str, options: Mapping[str, str]) -> bool:
    """Whether a text begins like "No owl …", in the words of the options: it judges none."""
    if not _NO_ONE.match(text):
        return False
    words, known = plain(text).split(), {word for own in options.values() for word in own.split()}
    return sum(word in known for word in words) > 0.6 * len(words)
