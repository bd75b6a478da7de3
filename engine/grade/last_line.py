"""The answer of a last line in the asked format, from what stands on that line alone.

Strict reading reads by this, and it goes out with exports as it stands (`sorites_last_line.py`),
so that harnesses read last lines by the same code: it needs nothing but the standard library.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

STARS = r"\*{0,3}"
"""Markdown's emphasis, which no reader sees."""
_ASKED = re.compile(rf"{STARS}answer{STARS}:{STARS}")
_NAMED = re.compile(rf"\s*{STARS}(?P<name>.*?){STARS}(?P<stop>\.?){STARS}$")
_NONE = "none"
_THINKS, _THOUGHT = "<think>", "</think>"


def is_unfinished(reply: str) -> bool:
    """Whether a reply is nothing but thinking that never ends."""
    return _THINKS in reply and _THOUGHT not in reply


def after_thinking(reply: str) -> str:
    """What a reply says once it has thought."""
    return reply.rpartition(_THOUGHT)[2]


# "The answer is (B)." as a sentence of its own: a published format.
_ANSWER_IS = re.compile(rf"{STARS}the answer is {STARS}\(([a-y])\){STARS}\.?{STARS}$")


def stated_label(reply: str, names: Mapping[str, str], *, is_lettered: bool) -> str | None:
    """The key that a last line `Answer: NAME` states, in any letter case, a full stop allowed.

    So are Markdown's stars around the line or its parts (`**Answer:** NAME`), which no reader sees.
    `names` maps what may stand there, in lower case, to keys. Where options are lettered, a last
    sentence `The answer is (B).` counts as well.
    """
    line = _last_line(reply).lower()
    if (asked := _ASKED.match(line)) and (said := _NAMED.match(line, asked.end())):
        return names.get(said["name"] + said["stop"]) or names.get(said["name"])
    if is_lettered and (said := _ANSWER_IS.search(line)) and _ends(line[: said.start()]):
        return names.get(said[1])
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
"""Quotation marks, Markdown's stars, and what LaTeX has before the braces of a set."""


class KeyList:
    """How a list of some of `keys` is written, as patterns: `one` key, `many`, and their `noun`."""

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
        """The keys of a text that is a list of keys, or `none`, and nothing else."""
        text = _QUOTED.sub("", text).strip().rstrip(".").strip()
        if text.lower() == _NONE or _EMPTY.fullmatch(text):
            return _NONE
        found = self._whole.fullmatch(text)
        return self.joined(self.found(found["keys"])) if found else None

    def found(self, text: str) -> list[str]:
        """The keys that stand in a text."""
        return self._one.findall(text)

    def joined(self, keys: Sequence[str]) -> str:
        """Keys in their order with commas between them, each once."""
        upper = {key.upper() for key in keys}
        return ",".join(key for key in self._keys if key.upper() in upper)


@lru_cache(maxsize=64)
def key_list(keys: tuple[str, ...]) -> KeyList:
    """The patterns for lists of some keys, made once."""
    return KeyList(keys)
