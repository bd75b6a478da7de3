"""The one reading core: how the answer of a reply is found, whatever kind of answer it is.

1. The spoken part: the reply without thinking, tokens of chat templates and later turns (`spoken`).
2. Lines without dress (`dress`).
3. Candidates, each with its rule and place: an answer tag or box, the answer field of a JSON
   object, an announcement ("Final answer: …", "the answer is …", its content on the same line or
   the next), and then what the kind of answer knows of conclusions, whole replies and openings.
4. The last candidate of the first four kinds counts, because a later answer replaces an earlier
   one. Announcements on neighbouring lines must agree, unless the second openly revises the first
   ("Wait, …"). An announcement that is supposed ("if the answer is true"), asked, or part of the
   question repeated is none. After an answer, a new question and all that follows are a run-on of
   the model and not read. An announcement that states no answer leaves only what comes after it.
5. A kind of answer parses a candidate's text: the only part in which kinds differ.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from engine.grade.reply.announcing import (
    Announcing,
    opens_revision,
    starts_question,
)
from engine.grade.reply.declining import courtesies_from, declines
from engine.grade.reply.dress import undressed
from engine.grade.reply.spoken import CLOSE, OPEN, spoken
from engine.grade.reply.supposed import is_supposed, without_supposed

T = TypeVar("T")

NOTHING, CONTRADICTORY, DENIED = "nothing-stated", "contradictory", "denied-or-suspended"
EMPTY, UNFINISHED, DECLINED, ILL_FORMED = "empty", "unfinished-thinking", "declined", "ill-formed"
UNANSWERED_RULES = (EMPTY, UNFINISHED, CONTRADICTORY, DENIED, DECLINED, ILL_FORMED, NOTHING)
"""The rules of readings without an answer."""
ANNOUNCED, BOXED, FIELD = "answer-line", "boxed", "json-field"
EXPLICIT = frozenset({ANNOUNCED, BOXED, FIELD})
"""The rules of answers that the reply itself calls its answer."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """The answers read strictly and leniently, or None, and the deciding rule.

    `lines` are the numbers of the first and last line that decided, counted from offset `start`.
    """

    strict: T | None
    lenient: T | None
    rule: str
    start: int = 0
    lines: tuple[int, int] | None = None

    def span(self, raw: str) -> Span | None:
        """The slice of whole lines of the reply `raw` that the answer rests on."""
        if self.lines is None:
            return None
        pieces = raw[self.start : spoken(raw).end].splitlines(keepends=True)
        first, last = self.lines
        start = self.start + sum(map(len, pieces[:first]))
        return start, start + sum(map(len, pieces[first : last + 1]))


class Stated(NamedTuple, Generic[T]):
    """What a text states: an answer or None, the rule, and how many lines after it belong to it."""

    answer: T | None
    rule: str
    n_after: int = 0


class Found(NamedTuple, Generic[T]):
    """An answer or None, the rule, and the lines that decided, the last one included."""

    answer: T | None
    rule: str
    first: int = -1
    last: int = -1


class Kind(ABC, Generic[T]):
    """What one kind of answer knows: its announcements, and how to parse a candidate."""

    asked: Callable[[], str] = str
    """Gives the words of the question: a line of it repeated states nothing."""
    text: str = ""
    """The reply, undressed and prepared."""
    is_binding: bool = True
    """Whether an announcement that states no answer leaves only what comes after it."""

    has_fields: bool = True
    """Whether a field of a JSON object may hold the answer."""

    _announcing: Announcing | None = None

    @property
    def announcing(self) -> Announcing:
        """The announcements that the text can hold."""
        if self._announcing is None:
            self._announcing = self.announcements()
        return self._announcing

    @abstractmethod
    def announcements(self) -> Announcing:
        """Find the announcements that the text can hold."""

    cues: Sequence[str] = ()
    """Parts of words, one of which a line that announces an answer has."""

    def recalled(self, line: str) -> Reading[T] | None:
        """The reading of a reply that is only this line, if it is remembered."""
        return None

    def prepare(self) -> bool:
        """Drop from the text what this kind ignores; whether a word is left that can answer."""
        return True

    def lines(self, text: str) -> Sequence[str]:
        """The lines of a prepared reply, or of a part of it."""
        return text.splitlines()

    def places(self, lines: Sequence[str]) -> Iterable[int]:
        """The numbers of lines that may announce an answer, the last one first."""
        return range(len(lines) - 1, -1, -1)

    def known(self, lines: Sequence[str]) -> Found[T] | None:
        """What the lines of a reply give, if that is known without reading them again."""
        return None

    @abstractmethod
    def stated(self, text: str, after: Sequence[str], rule: str) -> Stated[T]:
        """What the text of a candidate states; `after` are the lines that follow it."""

    @abstractmethod
    def is_retracted(self, rest: str, after: Sequence[str], answer: T) -> bool:
        """Whether the text after an announced answer takes it back."""

    @abstractmethod
    def concluded(self, lines: Sequence[str]) -> Found[T]:
        """The answer of lines that announce none."""

    @abstractmethod
    def strict(self, text: str, answer: T) -> T | None:
        """The answer in the format asked for, where `answer` is read."""


def read(raw: str, kind: Kind[T]) -> Reading[T]:
    """Read the answer of a reply."""
    part = spoken(raw)
    if part.is_open:
        return Reading(None, None, UNFINISHED)
    text = raw[part.start : part.end]
    plain = undressed(text)
    if plain is text and (closing := _recalled(text, part.start, kind)):
        return closing
    kind.text = plain
    if kind.prepare():
        kind.text = without_supposed(kind.text)
        found = _found(kind)
    else:
        found = Found[T](None, NOTHING if plain and not plain.isspace() else EMPTY)
    if found.answer is None:
        is_declined = found.rule == NOTHING and declines(kind.text)
        return Reading(None, None, DECLINED if is_declined else found.rule)
    strict = kind.strict(text, found.answer)
    is_strict = strict == found.answer
    return Reading(strict if is_strict else None, found.answer, found.rule, part.start, found[2:])


def _recalled(text: str, offset: int, kind: Kind[T]) -> Reading[T] | None:
    """The reading of a last line read before, where no earlier line can matter.

    Nothing before it may begin a question, and the line before it may announce nothing.
    """
    end = len(text.rstrip())
    start = text.rfind("\n", 0, end) + 1
    line, before = text[start:end], text[:start]
    if not start or ":" not in line or ":" in before or "#" in before or not text.isascii():
        return None
    alone = kind.recalled(line) if line.isprintable() else None
    if alone is None or alone.rule != ANNOUNCED:
        return None
    former = before.rstrip().rpartition("\n")[2].lower()
    if any(map(former.__contains__, kind.cues)):
        return None
    number = len(before.splitlines())
    return Reading(alone.strict, alone.lenient, ANNOUNCED, offset, (number, number))


def _found(kind: Kind[T]) -> Found[T]:
    """The answer of a prepared reply, and the numbers of its lines."""
    every = kind.lines(kind.text)
    places = [place for place, line in enumerate(every) if line and not line.isspace()]
    if not places:
        return Found(None, EMPTY)
    lines = [every[place] for place in places]
    found = kind.known(lines) or decide(lines, kind)
    return Found(found.answer, found.rule, places[found.first], places[found.last])


def decide(lines: list[str], kind: Kind[T]) -> Found[T]:
    """The answer that the lines give, by the precedence above."""
    start = 0
    for number in kind.places(lines):
        found = _announced(lines, number, kind)
        if found is None:
            continue
        if found.answer is None and found.rule == NOTHING:
            if not found.is_binding:
                continue
            start = number + 1
            break
        lines = _without_run_on(lines, kind)
        return _checked(found, lines, number, kind) if number < len(lines) else decide(lines, kind)
    shown = _without_question(lines, kind, start)
    if not shown[start:]:
        return Found(None, NOTHING)
    closing = kind.concluded(shown[start:])
    return closing._replace(first=closing.first + start, last=closing.last + start)


class _Announced(NamedTuple, Generic[T]):
    """What an announcement states; `rest` is the text of its line from its content on."""

    answer: T | None
    rule: str
    rest: str
    n_after: int = 0
    is_binding: bool = True
    is_revising: bool = False


def _announced(lines: Sequence[str], number: int, kind: Kind[T]) -> _Announced[T] | None:
    """What a line announces, or None if it announces nothing."""
    line = lines[number]
    if OPEN in line and (tagged := _tagged(lines, number, kind)):
        return tagged
    if kind.has_fields and ":" in line and ('"' in line or "'" in line):
        for value in reversed(list(_FIELD.finditer(line))):
            stated = kind.stated(value["text"].strip("\"'"), (), FIELD)
            if stated.answer is not None:
                return _Announced(stated.answer, FIELD, "")
    heads = kind.announcing.heads(line)
    if heads:
        heads = [head for head in heads if not head.is_link or not is_supposed(line[: head.start])]
    if not heads or is_asked(line, kind):
        return None
    rest = line[heads[-1].end :]
    after = lines[number + 1 :]
    if _CONTENT.search(rest) is None:
        stated, n_before = kind.stated("", after, ANNOUNCED), 1
    else:
        stated, n_before = kind.stated(rest, after, ANNOUNCED), 0
    is_revising = opens_revision(line[: heads[-1].end])
    if len(heads) > 1 and stated.answer is not None and not is_revising:
        former = kind.stated(line[heads[0].end : heads[-1].start], (), ANNOUNCED)
        if former.answer not in (stated.answer, None):
            return _Announced(None, CONTRADICTORY, rest)
    is_binding = kind.is_binding and not heads[-1].is_link
    decided = stated.rule if stated.answer is None else ANNOUNCED
    n_after = max(stated.n_after, n_before)
    return _Announced(stated.answer, decided, rest, n_after, is_binding, is_revising)


_FIELD = re.compile(
    r"(?i)[\"'](?:final[ _]?)?(?:(?:conclusion|statement|it)[ _](?:is[ _])?|is[ _])?"
    r"(?:answers?|choice|option|label|verdict|prediction|conclusion|formula|translation"
    r"|symboli[sz]ation|formali[sz]ation|selected|result|numbers?"
    r"|(?:must[ _]be[ _]true|follows?|valid|entailed|true|correct)?[ _]?(?:answers?|option"
    r"|statements?)?(?:[ _]that[ _]must[ _]be[ _]true)?)[\"']\s*:\s*"
    r"(?P<text>\[[^\[\]]*\]|\"(?:[^\"\\]|\\.)*\"|'[^']*'|[\w.]+)"
)
"""The answer in a field of a JSON object or Python dict."""
_CONTENT = re.compile(r"[^\W_]|[∅∀∃¬{}\[\]]")
"""What an answer has at least: a letter, a digit, or a sign of a formula or set."""


def _tagged(lines: Sequence[str], number: int, kind: Kind[T]) -> _Announced[T] | None:
    """The answer in the last tag or box that opens in a line, if it states one."""
    content = lines[number].rpartition(OPEN)[2]
    if lines[number].count(OPEN) > 1:
        every = lines[number][lines[number].index(OPEN) :]
        stated = kind.stated(every, (), BOXED)
        if stated.answer is not None:
            return _Announced(stated.answer, BOXED, "")
    rest, n_after = "", 0
    if CLOSE in content:
        content, _, rest = content.partition(CLOSE)
        inner: Sequence[str] = ()
    else:
        inside = [content]
        for line in lines[number + 1 : number + 40]:
            n_after += 1
            if CLOSE in line:
                inside.append(line.partition(CLOSE)[0])
                rest = line.partition(CLOSE)[2]
                break
            inside.append(line)
        inside = [line for line in inside if line.strip()] or [""]
        content, inner = inside[0], inside[1:]
    stated = kind.stated(content, inner, BOXED)
    if stated.answer is None and stated.rule == NOTHING:
        return None
    rule = BOXED if stated.answer is not None else stated.rule
    return _Announced(stated.answer, rule, f"{content}. {rest.strip()}", n_after)


def _checked(found: _Announced[T], lines: Sequence[str], number: int, kind: Kind[T]) -> Found[T]:
    """An announced answer, unless a neighbouring one or a later sentence contradicts it."""
    if found.answer is None:
        return Found(None, found.rule)
    if number and not found.is_revising:
        former = _announced(lines, number - 1, kind)
        is_other = former is not None and former.answer not in (found.answer, None)
        if is_other and not opens_revision(former.rest if former else ""):
            return Found(None, CONTRADICTORY)
    last = min(number + found.n_after, len(lines) - 1)
    if kind.is_retracted(found.rest, lines[last + 1 :], found.answer):
        return Found(None, CONTRADICTORY)
    return Found(found.answer, found.rule, number, last)


_MOST_TRIED = 100
"""Announcements without an answer before a next question, each read to the end of the reply."""
_SHORT = 30
"""Lines that a reply which is only an answer has at most."""


def _without_run_on(lines: list[str], kind: Kind[T]) -> list[str]:
    """The lines before a next question that the model asks itself after its answer."""
    is_first, earlier, n_tried = True, 0, 0
    for number in range(1, len(lines)):
        line = lines[number]
        if (":" not in line[:40] and not line.startswith("#")) or not starts_question(line):
            continue
        if any(is_asked(near, kind) for near in lines[number : number + 3]):
            continue
        if opens_revision(lines[number - 1]):
            continue  # the same question once more
        while earlier < number and n_tried < _MOST_TRIED:
            found = _announced(lines, earlier, kind)
            if found is not None and found.answer is not None:
                return lines[:number]
            n_tried += found is not None
            earlier += 1
        whole = kind.concluded(lines[:number]) if is_first and number < _SHORT else None
        if whole is not None and whole.answer is not None and whole.first == 0:
            return lines[:number]
        is_first = False
    return lines


def _without_question(lines: Sequence[str], kind: Kind[T], start: int) -> Sequence[str]:
    """The lines without courtesies and repeated lines of the question at their end."""
    end = len(lines)
    while end > start + 1 and (
        courtesies_from(lines[end - 1]) == 0 or is_asked(lines[end - 1], kind)
    ):
        end -= 1
    lines = lines[:end]
    if end > start and (at := courtesies_from(lines[-1])) is not None and at > 0:
        lines = [*lines[:-1], lines[-1][:at]]
    if end == start + 1 and is_asked(lines[-1], kind):
        return lines[:start]
    return lines


_SENTENCES = re.compile(r"[.!?:;\n]")
_LETTERS = re.compile(r"[^\W_]+")
FEWEST = 4
"""Words that a repetition of the question has at least."""


def sentences_as_words(text: str) -> Iterator[str]:
    """The words of each sentence of a text, to look for others in."""
    sentences = (" ".join(_LETTERS.findall(part)) for part in _SENTENCES.split(text.lower()))
    return filter(None, sentences)


def is_asked(line: str, kind: Kind[T]) -> bool:
    """Whether a line repeats sentences of the question word for word."""
    if line.count(" ") < FEWEST - 1 or not (asked := kind.asked()):
        return False
    opening = " ".join(_LETTERS.findall(_SENTENCES.split(line.lower()[:24], 1)[0]))
    if opening not in asked:
        return False
    n_words = 0
    for sentence in sentences_as_words(line):
        if sentence not in asked:
            return False
        n_words += sentence.count(" ") + 1
    return n_words >= FEWEST
