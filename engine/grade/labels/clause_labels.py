"""What one clause of a reply says of labels: which it states, and whether it takes one back."""

from __future__ import annotations

import re

from engine.core.items import Label
from engine.grade.core import ANNOUNCED, CONTRADICTORY, DENIED, NOTHING
from engine.grade.labels.clauses import Mention, before_reasons, doubted, mentions, stated
from engine.grade.labels.following import contradicts
from engine.grade.labels.polar import polar
from engine.grade.reply.sentences import CLAUSE, asks, unquoted_words
from engine.grade.reply.words import Labels, vocabulary


def taken_back(sentences: list[str], key: str, labels: Labels) -> bool:
    """Whether a sentence after an answer states another or retracts it."""
    return any(_takes_back(sentence[:CLAUSE], key, labels) for sentence in sentences)


def _takes_back(sentence: str, key: str, labels: Labels) -> bool:
    lexicon = vocabulary()
    unquoted = unquoted_words(sentence)
    if not unquoted:
        return False
    if labels.is_on_following and contradicts(sentence, key):
        return True
    if unquoted[0] in lexicon.retractions or (_NO.match(sentence) and key != "no"):
        return True
    if alone(sentence, labels) not in (key, None):
        return True
    found = mentions(unquoted, labels.stated)
    named = {position for mention in found for position in range(mention.start, mention.end)}
    rest = {word for position, word in enumerate(unquoted) if position not in named}
    if rest - labels.fillers - lexicon.asides - lexicon.doubts - lexicon.suspenders:
        return False
    if found:  # "Maybe false." after true, "Not true." after true; "It is not false." agrees
        denied = bool(rest & (lexicon.negators | WRONG | {"no"}))
        return any((mention.key == key) == denied for mention in found)
    if key == Label.FALSE and "statement" in unquoted:
        return False  # "The statement is wrong." says the same again
    return bool(rest & WRONG) or {"not", "right"} <= rest or {"not", "correct"} <= rest


WRONG = frozenset({"wrong", "incorrect", "mistaken"})
OPPOSITES = frozenset(
    {"negation", "opposite", "contrary", "denial", "negated", "converse", "inverse"}
)
"""What is said of these is not said of the conclusion."""
# "No, …" answers; "No premise says so." explains.
_NO = re.compile(r"\W*no\s*(?:[^\w\s]|$)", re.IGNORECASE)


def stated_option(clause: str, labels: Labels) -> tuple[str | None, str]:
    """The one option that an answer line states, and the rule."""
    return consistent(clause, labels, *_named(clause, labels))


def consistent(sentence: str, labels: Labels, key: str | None, rule: str) -> tuple[str | None, str]:
    """An answer and its rule, unless its own sentence says the opposite in words."""
    if key is not None and labels.is_on_following and contradicts(sentence, key):
        return None, CONTRADICTORY
    return key, rule


def _named(clause: str, labels: Labels) -> tuple[str | None, str]:
    if asks(clause):
        return None, NOTHING
    if answered := polar(clause, labels):
        return answered, ANNOUNCED
    aside = _ASIDE.search(clause)
    if aside and mentions(unquoted_words(clause[: aside.start()]), labels.named):
        key_before, rule = stated_option(clause[: aside.start()], labels)
        if key_before is not None and _takes_back(clause[aside.end() :], key_before, labels):
            return None, CONTRADICTORY
        if key_before is not None or aside[0] != ";":
            return key_before, rule
    unquoted = before_reasons(unquoted_words(clause), labels)
    found = mentions(unquoted, labels.named)
    keys = stated(unquoted, found)
    if len(keys) == 1:
        if doubted(unquoted, found, keys):
            return None, DENIED
        return keys.pop(), ANNOUNCED
    if keys:
        return None, CONTRADICTORY
    return None, DENIED if found else NOTHING


# Text after a dash, bracket or semicolon is the reason of an answer, unless it retracts it.
_ASIDE = re.compile(r"\s[-–—]\s|[;(]")


def alone(sentence: str, labels: Labels) -> str | None:
    """The option of a sentence made of one label and filler words."""
    if not labels.stated.can_occur(sentence.lower()) or asks(sentence):
        return None
    if answered := polar(sentence, labels):
        return consistent(sentence, labels, answered, "")[0]
    unquoted = unquoted_words(without_reason(sentence, labels))
    found = mentions(unquoted, labels.stated)
    keys = stated(unquoted, found)
    return keys.pop() if is_all(unquoted, found, keys, labels) else None


_REASON = re.compile(
    r"(?i),?\s(?:because|since|although|though|even though|while|whereas|given|based on"
    r"|according to|by|due to|under)\b|,\sas\b|\s[-–—]\s|[;(]"
)
_COLON = re.compile(r":\s")


def without_reason(sentence: str, labels: Labels) -> str:
    """The part of a sentence that states a label, without the reason or remark behind it."""
    reasons = [*_REASON.finditer(sentence)]
    if not labels.is_lettered:
        reasons += _COLON.finditer(sentence)
    for reason in reasons:
        unquoted = unquoted_words(sentence[: reason.start()])
        if stated(unquoted, mentions(unquoted, labels.stated)):
            return sentence[: reason.start()]
    return sentence


def is_all(unquoted: list[str], found: list[Mention], keys: set[str], labels: Labels) -> bool:
    """Whether the words are only one option and filler words."""
    if len(keys) != 1:
        return False
    named = {position for mention in found for position in range(mention.start, mention.end)}
    rest = {word for position, word in enumerate(unquoted) if position not in named}
    if any(mention.key not in keys for mention in found):
        rest -= vocabulary().negators | {"or", "rather", "but"}  # what they deny is named
    return labels.fillers.issuperset(rest)
