"""Split a reply into sentences: their ends, questions and unquoted words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from engine.grade.reply.words import has_words, words

CLAUSE = 600
"""A plain answer is stated within this many characters."""

# Quoted text of more than two words is the statement or a premise, not the answer.
_QUOTED = re.compile(
    r"(?<!\w)(?:\"[^\"\n]{0,400}\"|“[^”\n]{0,400}”|«[^»\n]{0,400}»|„[^“”\n]{0,400}[“”]"
    r"|['‘](?:[^'’\n]|(?<=\w)['’](?=\w)){0,400}['’])(?!\w)"
)
_QUOTES = re.compile("[\"“«„'‘]")
_SENTENCE_END = re.compile(r"[.!?][\"'*_`”’»」』)\]]{0,6}(?=\s|$)")
BEGINNINGS = r"Is|I|It|In|If|The|This|That|So|We|You|Let|For|Do|[A-Z][a-z]{3,}"
"""Words that begin a sentence of English, and no answer in letters."""
_LIST_MARK = re.compile(r"\s*\d{1,3}[.)]\s+")


def asks(clause: str) -> bool:
    """Whether a clause ends in a question mark, whatever marks surround it."""
    if "?" not in clause:
        return False
    marks = takewhile(lambda mark: not mark.isalnum(), reversed(clause))
    return "?" in marks


_OWN_QUESTION = re.compile(
    r"(?i)\b(?P<verb>is|does|must|can) (?P<subject>(?:(?:the|this|option|choice|statement"
    r"|number) )?"
    r"(?:statement|conclusion|claim"
    r"|[^\W_]{1,2})) (?P<rest>[^?.!:\n]{1,60})\?[\s*_]{1,4}(?P<key>yes|no)\b"
    r"(?=[*_]*\s*(?:$|[.!;:–—(]|,?\s?(?:because|since|as|by|it|this|that)\b)(?!\W*(?:and|or|but)\s))"
)


def self_answered(text: str) -> str:
    """The text with its own questions and answers (“Does B follow? Yes.”) put as statements."""
    return _OWN_QUESTION.sub(_as_statement, text) if "?" in text else text


def _as_statement(found: re.Match[str]) -> str:
    verb, subject, rest = found["verb"].lower(), found["subject"], found["rest"]
    if found["key"].lower() == "no":
        return f"{subject} {verb} not {rest}"
    return (
        f"{subject} {rest.replace(' ', 's ', 1) if ' ' in rest else rest + 's'}"
        if verb == "does"
        else f"{subject} {verb} {rest}"
    )


def clause_from(line: str, start: int) -> str:
    """The first sentence from `start` on that has a word in it."""
    rest = line[start : start + CLAUSE]
    for end in _SENTENCE_END.finditer(rest):
        if has_words(rest[: end.start()]):
            return rest[: end.end()]
    return rest


def unquoted_words(text: str) -> list[str]:
    """The words of `text`, without quoted sentences."""
    return words(_QUOTED.sub(_short, text) if _QUOTES.search(text) else text)


def _short(quoted: re.Match[str]) -> str:
    return quoted[0] if len(words(quoted[0])) <= 2 else " "


def sentences_of(lines: Sequence[str]) -> list[str]:
    """The sentences of the lines that have a word in them, without the numbers of a list."""
    found: list[str] = []
    for line in lines:
        mark = _LIST_MARK.match(line)
        start = mark.end() if mark else 0
        for end in (*(end.end() for end in _SENTENCE_END.finditer(line, start)), len(line)):
            if has_words(sentence := line[start:end]):
                found.append(sentence)
            start = end
    return found
