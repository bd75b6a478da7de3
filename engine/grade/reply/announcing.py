"""Where a line announces an answer, and whether it really does."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from engine.grade.reply.spoken import MARK
from engine.grade.reply.words import vocabulary, words

_MARKS = r"[\s*_\"'`”»」)\]]{0,8}"
_REMARK = r"(?:\([^()\n]{0,60}\))?"


class Head(NamedTuple):
    """An announcement in a line: its place, and whether a word such as "is" ends it."""

    start: int
    end: int
    is_link: bool


class Announcing(NamedTuple):
    """The announcements that a text can hold: a line of one has a sign and a cue.

    In place of a sign, a marked option may stand behind a word that is `pointing` at it.
    """

    signs: tuple[str, ...]
    cues: tuple[str, ...]
    pattern: re.Pattern[str]
    never_after: re.Pattern[str] | None = None
    pointing: tuple[str, ...] = ()

    def heads(self, line: str) -> list[Head]:
        """The announcements of a line."""
        low = line.lower()
        for sign in self.signs:
            if sign in low:
                break
        else:
            if not self.pointing or MARK not in low:
                return []
            before = (part.rstrip(_OPENING).endswith(self.pointing) for part in low.split(MARK))
            if not any(before):
                return []
        if not any(map(low.__contains__, self.cues)) or len(low) != len(line):
            return []  # in a few scripts lower-casing changes the length
        found = [
            Head(found.start(), found.end(), low[: found.end()].rstrip()[-1:].isalpha())
            for found in self.pattern.finditer(low)
        ]
        if not found or (never := self.never_after) is None:
            return found
        return [h for h in found if not never.search(line, max(0, h.start - 60), h.start)]


_OPENING = ":(*\"'` \t\xa0\u202f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_SEPARATORS = (":", "=", "→", "⇒", "->")
_ENGLISH = " the "
_FOREIGN = re.compile("[\u00df-\u024f\u0370-\u1fff\u2e80-\ud7af]")


class Heads:
    """How one kind of answer is announced.

    By a head with a colon; by one that is `linked`, also with a link such as "is"; by heads of
    other languages; or by `others`. Each needs one of the `cues`, and a separator or one of the
    `linking` cues. One after `never_after` is none.
    """

    def __init__(
        self,
        heads: Iterable[str],
        linked: str,
        cues: Iterable[str],
        linking: Iterable[str],
        others: str = "",
        never_after: str | None = None,
        pointing: tuple[str, ...] = (),
    ) -> None:
        lexicon = vocabulary()
        links, own = "|".join(lexicon.links), "|".join(sorted(heads, key=len, reverse=True))
        plain = (
            rf"(?<![^\W_])(?:(?:{own}){_MARKS}{_REMARK}{_MARKS}(?::=?|[=→⇒]|[-=]>)"
            rf"|{linked}{_MARKS}{_REMARK}{_MARKS}(?:–|—|-\s|\b(?:{links})(?![^\W_])\s?:?)"
        )
        every = sorted(lexicon.foreign_heads, key=len, reverse=True)
        in_ascii = list(filter(str.isascii, every))
        never = None if never_after is None else re.compile(never_after)
        signs = (*_SEPARATORS, *shortest(set(linking)))
        english = Announcing(
            signs,
            shortest({*cues, *in_ascii}),
            re.compile(f"{plain}|{_foreign(in_ascii)}){others}"),
            never,
            pointing,
        )
        self._in_ascii, self.cues = english._replace(signs=(*signs, *in_ascii)), english.cues
        self._english = self._in_ascii if pointing else english
        pattern = re.compile(f"{plain})|{_foreign(every)}{others}")
        cues = shortest({*cues, *every})
        self._in_any = Announcing((*signs, *every), cues, pattern, never, pointing)

    def within(self, text: str) -> Announcing:
        """The announcements that a text can hold."""
        low = text.lower()
        if not low.isascii() and _FOREIGN.search(low):
            found = self._in_any
        else:
            found = self._english if _ENGLISH in low else self._in_ascii
        cues = tuple([cue for cue in found.cues if cue in low])
        signs = tuple([sign for sign in found.signs if sign in low]) if cues else ()
        return Announcing(signs, cues, found.pattern, found.never_after, cues and found.pointing)


def _foreign(heads: Iterable[str]) -> str:
    links = "|".join(sorted(vocabulary().foreign_links, key=len, reverse=True))
    return (
        rf"(?:{'|'.join(heads)})(?:\s\w{{1,12}}){{0,2}}(?:{_MARKS}(?:[:=→]|[–—]\s)"
        rf"|\s*(?:{links})(?![^\W_])\s?:?)"
    )


def shortest(cues: set[str]) -> tuple[str, ...]:
    """The cues that contain no other."""
    return tuple(cue for cue in cues if not any(other in cue for other in cues - {cue}))


def opens_revision(before: str) -> bool:
    """Whether text before an announcement openly takes back what came earlier."""
    lexicon = vocabulary()
    revising = lexicon.revisions | lexicon.retractions - {"or", "unless"}
    return not revising.isdisjoint(words(before[-600:]))


_QUESTION = re.compile(
    r"[ \t#>*_`\d.)-]{0,12}(?:(?i:new |next |another |the )?(?i:passage|premises|situation|question"
    r"|problem|sentence(?: 1)?|statements?(?! \d)|argument|context|paragraph|user|human"
    r"|instructions?|exercise|example|scenario|puzzle|input|q)(?: \d{1,3})?[\s*_`]{0,4}:"
    r"|(?i:next question|new question)\b|Q\d{0,3}[.:]\s)|\s*#{1,6} (?i:question|problem|passage"
    r"|instruction)s?\W*$"
)


def starts_question(line: str) -> bool:
    """Whether a line is the heading of a question: "Passage:", "Question 2: …"."""
    return _QUESTION.match(line) is not None
