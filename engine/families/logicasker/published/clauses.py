"""The simple clauses of LogicAsker's published English, in any tense and mood.

A clause is about a name, a variable (`x`, `w_2`) or “it”, and says what the subject does or is. The
published text words one atom in many ways: “Ada plays chess”, “Ada is playing chess”, “Ada will
play chess”. Verbs are reduced to one stem by the spelling of their endings alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_VARIABLE = re.compile(r"[u-z](?:_\d+)?", re.IGNORECASE)
_NAME = re.compile(r"[A-Z][a-z]+")
ENDS = frozenset({",", "and", "or", "nor", "if", "then", "cannot", "does", "are", "which"})
"""Words that no simple clause contains, so one ends before them."""
_VOWELS = "aeiouy"


@dataclass(frozen=True, slots=True)
class Clause:
    """What a clause says about its subject: `predicate` is the same in all forms, `text` as found.

    The subject is a name, a lower-case variable, or neither for “it”. The text is what follows the
    subject, without the “not” of a negated clause.
    """

    name: str | None
    variable: str | None
    predicate: str
    text: str
    is_denied: bool


def clause_at(words: Sequence[str], start: int) -> tuple[Clause, int] | None:
    """The clause that begins at a word, and where it ends; None if there is no clause."""
    subject = words[start]
    variable = subject.lower() if _VARIABLE.fullmatch(subject) else None
    is_it = subject.lower() == "it"
    if not (variable or is_it or _NAME.fullmatch(subject)) or start + 1 >= len(words):
        return None
    end = start + 2
    while end < len(words) and words[end] not in ENDS:
        if words[end : end + 2] in (["is", "true"],):
            break
        end += 1
    predicate_words = words[start + 1 : end]
    if is_it and "true" in predicate_words:
        return None  # “it is not true that …” is no clause about the weather
    found = _predicate(predicate_words)
    if found is None:
        return None
    predicate, is_denied = found
    text = " ".join("is" if word == "were" else word for word in predicate_words if word != "not")
    name = None if is_it or variable else subject
    return Clause(name, variable, predicate, text, is_denied), end


def noun_of(plural: Sequence[str]) -> str:
    """The predicate of a plural noun: “bakers” means the same as “is a baker”."""
    *before, last = plural
    return f"is {' '.join([*before, last.removesuffix('s')])}"


def verb_of(words: Sequence[str]) -> str:
    """The predicate of a verb in its base form."""
    return _verb([*words])


def _predicate(words: Sequence[str]) -> tuple[str, bool] | None:
    """The predicate after a subject, without auxiliary and tense, and whether it is negated."""
    first, rest = words[0], list(words[1:])
    is_denied = rest[:1] == ["not"]
    if first in ("is", "were", "was", "will", "does", "did"):
        rest = rest[1:] if is_denied else rest
    elif first.endswith("s"):
        rest, is_denied = [first, *rest], False
    else:
        return None
    if first in ("will", "does", "did") and rest[:1] == ["be"]:
        first, rest = "is", rest[1:]
    if not rest:
        return None
    if first not in ("is", "were", "was"):
        return _verb(rest), is_denied
    if rest[0] in ("a", "an"):
        return (f"is {' '.join(rest[1:])}", is_denied) if rest[1:] else None
    if rest[0].endswith("ing") and len(rest[0]) > 4:
        return _verb(rest), is_denied
    return f"is {' '.join(rest)}", is_denied


def _verb(words: list[str]) -> str:
    """A verb phrase by the stem of its verb; “goes running” counts as running."""
    if words[0] in ("go", "goes", "going") and len(words) > 1 and words[1].endswith("ing"):
        words = words[1:]
    return " ".join([_stem(words[0]), *words[1:]])


def _stem(verb: str) -> str:
    """The common stem of a verb's base form, its -s form and its -ing form.

    >>> {_stem(verb) for verb in ("take", "takes", "taking")}, _stem("running") == _stem("runs")
    ({'tak'}, True)
    """
    if verb.endswith("ing") and any(letter in _VOWELS for letter in verb[:-3]):
        verb = verb[:-3]
        is_doubled = len(verb) > 2 and verb[-1] == verb[-2] and verb[-1] not in "lsz"
        return verb[:-1] if is_doubled else verb
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    if verb.endswith("es"):
        stem = verb[:-2]
        return stem if stem.endswith(("ch", "sh", "ss", "x", "o")) else stem.removesuffix("e")
    if verb.endswith("s") and not verb.endswith("ss"):
        return verb[:-1]
    return verb.removesuffix("e")
