"""Read which options a reply says follow: a set of keys, possibly empty.

After an announcement, in a box or in a field: a list of keys ("2 and 5", "1–3", "all but 4",
"none"), with a reason behind it or not; options copied out; or the list of lines after it, where
each line begins with a key, ends with one in brackets, or is an option's text. A list that judges
every option ("1. true  2. false") gives those it calls true.

Without an announcement the last conclusion counts ("Therefore, the statements that must be true
are: …"), or else a reply that is nothing but options. An option called false or not certain, there
or in a separate clause, is left out; the words of an option's own text are ignored. A plan ("To
determine which statements must be true …:") concludes nothing, and numbers elsewhere, such as in an
analysis of one option after another, state nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from engine.core.items import Option
from engine.grade.core import Found, Kind, Reading, Stated, read
from engine.grade.reply.announcing import Announcing, Heads
from engine.grade.reply.last_line import stated_set
from engine.grade.reply.sentences import self_answered
from engine.grade.sets.options import OptionSet, option_set
from engine.grade.sets.words import in_digits


def read_set(options: Sequence[Option], raw: str, asked: Callable[[], str] = str) -> Reading[str]:
    """Read the set of options that the reply states: keys in order, or `none`.

    Strict is a last line `Answer: 2, 5`.
    """
    kind = _SetKind(option_set(tuple((option.key, option.text) for option in options)))
    kind.asked = asked
    return read(raw, kind)


_STRESS = re.compile(r"\*(?=[\w ]{1,30}\*\s*:)|(?<=\w)\*(?=\s*:)")
_HEADS = (
    *(r"answers?", r"ans\.?", r"correct (?:answers?|options?|statements?|ones)", r"response"),
    *("correction", "output", r"statement\(s\)"),
)
_AT_START = (
    r"|^[\s>_-]*(?:final |correct )?answers?[\s_.]*$|^\W*(?:the )?(?:final )?(?:correct|numbers?"
    r"|final (?:list|set)|result|solution|verdict|output"
    r"|(?:necessarily )?true statements?(?: are)?|must be true"
    r"|statements? that (?:must be true|must hold|(?:necessarily )?follows?))\W{0,4}:"
)
_LINKED = r"(?:(?:final |correct |right )?answers?|correct (?:options?|statements?|ones?|choices?))"
_CUES = frozenset(
    {
        *("ans", "correct", "response", "output", "statement(s)", "number", "result", "solution"),
        *("verdict", "list", "set", "true statement", "must be true", "must hold", "follow"),
    }
)
"""Parts of words without which a text has no head of a set."""


class _SetKind(Kind[str]):
    """Sets of the options of one question."""

    def __init__(self, reader: OptionSet) -> None:
        self._reader = reader

    def announcements(self) -> Announcing:
        return _heads().within(self.text)

    def prepare(self) -> bool:
        for mark in ("**", "__", "`", "#"):
            self.text = self.text.replace(mark, "")
        if "*" in self.text:
            self.text = _STRESS.sub("", self.text)
        if self._reader.keys[0].isdigit():
            self.text = in_digits(self.text, self._reader.keys)
        return True

    def lines(self, text: str) -> list[str]:
        return [line.strip() for line in self_answered(text).splitlines()]

    def stated(self, text: str, after: Sequence[str], rule: str) -> Stated[str]:
        return self._reader.stated(text, after)

    def is_retracted(self, rest: str, after: Sequence[str], answer: str) -> bool:
        return self._reader.is_retracted(after, answer)

    def concluded(self, lines: Sequence[str]) -> Found[str]:
        return self._reader.concluded(lines)

    def strict(self, text: str, answer: str) -> str | None:
        return stated_set(text, self._reader.keys)


@lru_cache(maxsize=1)
def _heads() -> Heads:
    return Heads(_HEADS, _LINKED, _CUES, ("answer", "correct"), _AT_START)
