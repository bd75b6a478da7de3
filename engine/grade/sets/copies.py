"""What stands behind an option's number: its text in other words, another option's, a denial."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.grade.sets.words import DENIED, plain

_FEWEST = 4
"""The fewest words of a text that are compared with the options."""
_NO_ONE = re.compile(r"(?i)\W*no\s+\w")
"""How a statement may begin, not only a verdict."""
_DENIED_IN_BRACKETS = re.compile(r"(?i)[(–—-]\s*(?:this|it|not|false|cannot)[^()]*$")


def is_denied(remark: str, own: str) -> bool:
    """Whether a remark on an option denies it; the option's text in other words does not."""
    known, words = set(own.split()), plain(remark).split()
    if len(words) >= _FEWEST and known:
        start = words[: len(known) + 4]
        if sum(word in known for word in start) >= 0.6 * len(start):
            return _DENIED_IN_BRACKETS.search(remark) is not None
    return DENIED.search(remark) is not None


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
