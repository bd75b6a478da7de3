"""What stands behind an option's number: its text in other words, another option's, a denial."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.grade.sets.words import DENIED, WORD, plain

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


class Copies:
    """The options' own texts, by key, where a reply copies them."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._named_by = {text: key for key, text in texts.items() if text}
        self._by_first: dict[str, list[list[str]]] = {}
        for words in sorted(map(str.split, self._named_by), key=len, reverse=True):
            self._by_first.setdefault(words[0], []).append(words)

    def key_of(self, text: str) -> str | None:
        """The option whose text this is."""
        return self._named_by.get(plain(text))

    def within(self, text: str) -> list[tuple[int, int, str]]:
        """Where the text has an option's words, and the option's key."""
        found: list[tuple[int, int, str]] = []
        places = list(WORD.finditer(text))
        words = [word[0].lower().replace("’", "'") for word in places]
        if self._by_first.keys().isdisjoint(words):
            return found
        place = 0
        while place < len(words):
            for own in self._by_first.get(words[place], ()):
                last = place + len(own) - 1
                if words[place : last + 1] == own:
                    key = self._named_by[" ".join(own)]
                    found.append((places[place].start(), places[last].end(), key))
                    place = last
                    break
            place += 1
        return found

    def taken_out(self, text: str, gap: str = "") -> str:
        """The text without the options' own words."""
        for start, end, _ in reversed(self.within(text)):
            text = text[:start] + gap + text[end:]
        return text
