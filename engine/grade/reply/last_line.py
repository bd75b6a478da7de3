"""Read the answer on a last line in the requested format.

Strict reading uses this module, and exports include it unchanged (`sorites_last_line.py`), so that
harnesses read last lines with the same code. It needs only the standard library.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

STARS = r"\*{0,3}"
"""Markdown emphasis, which readers do not see."""
_ASKED = re.compile(rf"{STARS}answer{STARS}:{STARS}")
_NAMED = re.compile(rf"\s*{STARS}(?P<name>.*?){STARS}(?P<stop>\.?){STARS}$")
_NONE = "none"
_THINKS, _THOUGHT = "<think>", "</think>"


def is_unfinished(reply: str) -> bool:
    """Whether a reply is only thinking that never ends."""
    return _THINKS in reply and _THOUGHT not in reply


def after_thinking(reply: str) -> str:
    """The reply after its thinking."""
    return reply.rpartition(_THOUGHT)[2]


# "The answer is (B)." as a sentence of its own: a published format.
_ANSWER_IS = re.compile(rf"{STARS}the answer is {STARS}\(([a-y])\){STARS}\.?{STARS}$")


def stated_label(reply: str, names: Mapping[str, str], *, is_lettered: bool) -> str | None:
    """The key that a last line `Answer: NAME` states, in any letter case, a full stop allowed.

    Markdown's asterisks around the line or its parts (`**Answer:** NAME`) are allowed too, because
    readers do not see them. `names` maps allowed lower-case names to keys. If options are lettered,
    a last sentence `The answer is (B).` counts too.
    """
    line = _last_line(reply).lower()
    if (asked := _ASKED.match(line)) and (named := _NAMED.match(line, asked.end())):
        return names.get(named["name"] + named["stop"]) or names.get(named["name"])
    if is_lettered and (named := _ANSWER_IS.search(line)) and _ends(line[: named.start()]):
        return names.get(named[1])
    return None


def _ends(before: str) -> bool:
    """Whether a new sentence can begin after a text."""
    return not before or (before[-1].isspace() and before.rstrip()[-1] in ".!?")


def stated_set(reply: str, keys: Sequence[str]) -> str | None:
    """The keys that a last line `Answer: 2, 5` states, in the order of `keys`, or `none`."""
    line = _last_line(after_thinking(reply))
    asked = _ASKED.match(line.lower())
    if asked is None or len(line.splitlines()) > 1:
        return None
    return key_list(tuple(keys)).read(line[asked.end() :])


def _last_line(reply: str) -> str:
    text = reply.rstrip()
    return text[text.rfind("\n") + 1 :].strip()


_EMPTY = re.compile(r"[\[{(]\s*[\]})]|∅|\\emptyset|\\varnothing")
_QUOTED = re.compile(r"[\"'“”*]|\\(?=[{}])")
"""Quotation marks, Markdown's asterisks, and LaTeX markup before the braces of a set."""


class KeyList:
    """Patterns for lists of some of `keys`: `one` key, `many`, and their `noun`."""

    def __init__(self, keys: tuple[str, ...]) -> None:
        self._keys = keys
        self.one = rf"(?:{'|'.join(sorted(map(re.escape, keys), key=len, reverse=True))})"
        self.noun = r"(?:(?:statement|option|number|conclusion|sentence|no\.|\#)s?\s*)"
        one = rf"\(?\b{self.one}\b\)?"
        self.many = rf"{one}(?:\s*(?:,|;|&|and|,\s*and)\s*{self.noun}?{one})*"
        self._one = re.compile(rf"\b{self.one}\b")
        self._whole = re.compile(
            rf"(?i)[\[{{(]?\s*{self.noun}?(?P<keys>{self.many})\s*[\]}})]?\s*[.!]?"
        )

    def read(self, text: str) -> str | None:
        """The keys of a text that is only a list of keys, or `none`."""
        text = _QUOTED.sub("", text).strip().rstrip(".").strip()
        if text.lower() == _NONE or _EMPTY.fullmatch(text):
            return _NONE
        found = self._whole.fullmatch(text)
        return self.joined(self.found(found["keys"])) if found else None

    def found(self, text: str) -> list[str]:
        """The keys found in a text."""
        return self._one.findall(text)

    def joined(self, keys: Sequence[str]) -> str:
        """The keys in order, each once, separated by commas."""
        upper = {key.upper() for key in keys}
        return ",".join(key for key in self._keys if key.upper() in upper)


@lru_cache(maxsize=64)
def key_list(keys: tuple[str, ...]) -> KeyList:
    """The patterns for lists of some keys, cached."""
    return KeyList(keys)
