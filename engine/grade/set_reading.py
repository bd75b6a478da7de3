"""Read which options a reply says follow: a set of keys, possibly empty.

The answer in a JSON object counts, unless another is announced after it; then the announced one
counts ("Answer: 2, 5", "Final answer: statement 3"). Otherwise the last conclusion counts
("Therefore, the statements that must be true are: …"), with options on its own line or in the list
after it, where each line begins with a key, ends with one in brackets or is an option's text. An
option called false or not certain, there or in a separate clause, is left out; the words of an
option's own text are ignored. Numbers elsewhere, such as in an analysis of one option after
another, state nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.core.items import NONE_FOLLOWS, Option
from engine.grade.last_line import after_thinking, is_unfinished, key_list, stated_set

_MAX_REPLY = 100_000  # characters inspected at the end
_MAX_LINE = 600


@dataclass(frozen=True, slots=True)
class SetReading:
    """The answers read strictly and leniently: keys in order, `none`, or None; and the rule."""

    strict: str | None
    lenient: str | None
    rule: str


def read_set(options: Sequence[Option], raw: str) -> SetReading:
    """Read the set of options that the reply states, as their keys.

    Strict is a last line `Answer: 2, 5`.
    """
    if is_unfinished(raw):
        return SetReading(None, None, "unfinished-thinking")
    text = after_thinking(raw).strip()[-_MAX_REPLY:]
    lines = [line for line in (_DRESS.sub("", line).strip() for line in text.splitlines()) if line]
    if not lines:
        return SetReading(None, None, "empty")
    reader = _reader(tuple((option.key, option.text) for option in options))
    field = reader.field(text)
    lenient, rule = (field, "json-field") if field is not None else reader.read(lines)
    strict = stated_set(raw, [option.key for option in options])
    return SetReading(strict if strict == lenient else None, lenient, rule)


_DRESS = re.compile(
    r"\*\*|__|\*(?=[\w ]{1,30}\*\s*:)|(?<=\w)\*(?=\s*:)|[`$#]|\\boxed\{|\\text\{|\\\(|\\\)"
)
_FIELD = re.compile(
    r"(?i)[\"'](?:final[_ ])?answers?[\"']\s*:\s*"
    r"(\[[^\[\]\n]*\]|\"[^\"\n]*\"|'[^'\n]*'|\d+)\s*[,}]"
)
"""The answer in a JSON object or Python dict."""
_ANNOUNCED = re.compile(
    r"(?i)\b(?:final |correct )?answers?(?: is| are)?\s*:|\banswers? (?:is|are)\b(?!\s*:)"
    r"|^(?:final |correct )?answers?$"
)
_CONCLUDING = re.compile(
    r"(?i)\b(?:therefore|thus|hence|so|in conclusion|in summary|based on|conclusion|only|must be"
    r" true|must hold|must follow|follows? from|necessarily true|can (?:conclude|deduce|infer))\b"
)
_OF_TRUTH = re.compile(
    r"(?i)\b(?:must(?: necessarily)? be(?: logically)? true|must hold|must follow|follows?"
    r"|(?:is|are) (?:necessarily |definitely |logically )?true|necessarily true|correct"
    r"|guaranteed|valid)\b"
)
_NOTHING = re.compile(r"(?i)\b(?:none|no (?:statement|option|conclusion)s?|neither)\b")
_DENIED = re.compile(
    r"(?i)\b(?:false|not|cannot|can't|isn't|unknown|undetermined|possible|possibly|contradict\w*"
    r"|incorrect|uncertain)\b"
)
_WITHOUT = re.compile(r"(?i)\bwithout [\w ]{0,30}contradictions?\b")
_CLAUSE = re.compile(r"(?i)[.;]\s|,?\s(?:and|but|while)\s(?=(?:we|the|that|statement|option)s?\b)")
_MUST = (
    r"(?:(?:necessarily |logically )?follows?"
    r"|must (?:necessarily |logically )?(?:be true|follow|hold))"
    r"(?: (?:from|given) (?:the|these) (?:premises|statements|information|situation))?\W*"
)
_LEAD = r"\W*(?:(?:therefore|thus|hence|so|in conclusion|in summary|conclusion)\W+)?"
_NONE_AT_ALL = re.compile(
    rf"(?i){_LEAD}(?:none|no)(?: of)?(?: (?:the|these|those|them))?(?: (?:given|six))?"
    rf"(?: (?:statement|option|conclusion|sentence|candidate)s?)?(?: (?:listed|given|above))?"
    rf" {_MUST}"
)
"""A line stating that nothing follows: “None of the statements follow.”"""
_RETRACTING = re.compile(r"(?i)^(?:however|but|wait|actually)\b")


class _Reader:
    """The patterns for one list of keys."""

    def __init__(self, options: tuple[tuple[str, str], ...]) -> None:
        self._list = key_list(tuple(key for key, _ in options))
        self._texts = {key.upper(): text.strip(" .").lower() for key, text in options}
        self._keys = {text: key for key, text in self._texts.items() if text}
        texts = sorted(map(re.escape, self._keys), key=len, reverse=True)
        self._any_text = re.compile(rf"(?i)(?:{'|'.join(texts) or '(?!)'})")
        key, many, noun = self._list.one, self._list.many, self._list.noun
        self._named = re.compile(rf"(?i){noun}(?P<keys>{many})")
        self._after_is = re.compile(
            rf"(?i)\b(?:is|are|be)\s*:?\s*{noun}?(?P<keys>{many})(?=\W*$|[.:)]\s)"
        )
        self._verdict = re.compile(rf"(?i){_LEAD}(?P<only>only )?{noun}?(?P<keys>{many}) {_MUST}")
        self._ending = re.compile(rf"(?i)\({noun}(?P<keys>{key})\)\W*$")
        self._item = re.compile(
            rf"(?i)^[-*•+\s]*{noun}?\(?(?P<keys>{key})\s*(?:[.):]|[-–—]\s|(?=is\b)|$)"
        )

    def read(self, lines: Sequence[str]) -> tuple[str | None, str]:
        for place in range(len(lines) - 1, -1, -1):
            line = lines[place][:_MAX_LINE]
            if self._item.match(line):
                continue
            if (verdict := self._said(line, is_alone=len(lines) == 1)) is not None:
                return self._unless_retracted(verdict, "conclusion", lines[place + 1 :])
            if heads := list(_ANNOUNCED.finditer(line)):
                answer = self._stated(line[heads[-1].end() :], lines[place + 1 :])
                if answer is not None:
                    return self._unless_retracted(answer, "announced", lines[place + 1 :])
            if _CONCLUDING.search(line) and _OF_TRUTH.search(line):
                answer = self._stated(line, lines[place + 1 :])
                if answer is not None:
                    return self._unless_retracted(answer, "conclusion", lines[place + 1 :])
        if len(lines) == 1 and (alone := self._list.read(lines[0])) is not None:
            return alone, "whole-reply"
        if len(lines) == 1 and (item := self._item.match(lines[0])):
            return self._list.joined([item["keys"]]), "whole-reply"
        return None, "nothing-stated"

    def _said(self, line: str, *, is_alone: bool) -> str | None:
        """The keys of a line stating that these, and nothing else, follow.

        If there are several lines, it must state that only these follow, because lines may discuss
        one option after another.
        """
        if _NONE_AT_ALL.fullmatch(line):
            return NONE_FOLLOWS
        found = self._verdict.fullmatch(line)
        if found is None or not (found["only"] or is_alone):
            return None
        return self._list.joined(self._list.found(found["keys"]))

    def field(self, text: str) -> str | None:
        """The keys in the last answer of a JSON object or Python dict, if it lists keys."""
        found = list(_FIELD.finditer(text))
        if not found or _ANNOUNCED.search(text, found[-1].end()):
            return None
        return self._list.read(found[-1][1])

    def _stated(self, rest: str, after: Sequence[str]) -> str | None:
        """The keys that a conclusion gives on its line, or in the list after its colon."""
        if (alone := self._list.read(rest)) is not None:
            return alone
        listed = rest.rstrip().endswith(":") or not rest.strip()
        if listed:
            head = _WITHOUT.sub("", rest.rpartition(". ")[2])
            return None if _DENIED.search(head) else self._listed(after)
        if item := self._item.match(rest.strip()):
            return self._list.joined([item["keys"]])
        said = self._any_text.sub("", rest)
        if _NOTHING.search(said):
            return NONE_FOLLOWS
        named = self._names(said)
        if named and _DENIED.search(said):
            return self._affirmed(said)
        return self._list.joined(named) if named else None

    def _names(self, said: str) -> list[str]:
        named = [k for m in self._named.finditer(said) for k in self._list.found(m["keys"])]
        return named + [
            k for m in self._after_is.finditer(said) for k in self._list.found(m["keys"])
        ]

    def _affirmed(self, said: str) -> str | None:
        """The keys that a clause calls true, if another clause denies all others named."""
        true: list[str] = []
        false: list[str] = []
        for clause in _CLAUSE.split(said):
            is_denied = _DENIED.search(clause) is not None
            if not is_denied and not _OF_TRUTH.search(clause):
                continue
            (false if is_denied else true).extend(self._names(clause))
        is_clear = true and set(true).isdisjoint(false)
        is_whole = {*true, *false} == set(self._names(said))
        return self._list.joined(true) if is_clear and is_whole else None

    def _listed(self, lines: Sequence[str]) -> str | None:
        """The keys of a list, up to the first line that is not a list item."""
        found: list[str] = []
        for place, line in enumerate(lines):
            item = self._item.match(line)
            if (ended := self._ended(line)) is not None:
                found += ended
                continue
            if item is None:
                if not place and (alone := self._list.read(line.lstrip("-*• "))) is not None:
                    return alone
                break
            remark = line[item.end() :].lower()
            own_text = self._texts[item["keys"].upper()]
            is_verdict = _DENIED.search(remark.replace(own_text, "")) is not None
            if not is_verdict:
                found.append(item["keys"])
        return self._list.joined(found) if found else None

    def _ended(self, line: str) -> list[str] | None:
        """The keys of a line that ends with one and does not deny it, or is an option's text."""
        text = line.lstrip("-*•+ ")
        if ending := self._ending.search(text):
            is_denied = _DENIED.search(self._any_text.sub("", text)) is not None
            return [] if is_denied else [ending["keys"]]
        key = self._keys.get(text.strip(" .").lower())
        return None if key is None else [key]

    def _unless_retracted(
        self, answer: str, rule: str, after: Sequence[str]
    ) -> tuple[str | None, str]:
        """The answer, unless a later line retracts it and names options."""
        for line in after:
            if _RETRACTING.match(line) and self._named.search(line):
                return None, "contradictory"
        return answer, rule


@lru_cache(maxsize=64)
def _reader(options: tuple[tuple[str, str], ...]) -> _Reader:
    return _Reader(options)
