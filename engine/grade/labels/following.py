"""Contradictions between yes or no and the words about following: “yes, … it does not follow”.

A published scorer takes such a reply for a yes. A yes contradicts itself if its sentence, or a
later one, says that the conclusion does not follow; so does a no that says it does.

Only plain statements about the conclusion count, from the beginning of a clause to its end: “it
does not follow”, “we cannot infer this from the premises”. Statements about one premise alone, on a
condition, or inside “it is impossible that …” are about something else, and so is “it follows that
she does not sing”.
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from typing import NamedTuple

from engine.core.resources import data_file
from engine.grade.reply.words import vocabulary, words


class _Patterns(NamedTuple):
    """Patterns that state that the conclusion follows, or that it does not."""

    said: re.Pattern[str]
    denied: re.Pattern[str]


def contradicts(sentence: str, key: str) -> bool:
    """Whether a sentence says that the conclusion does not follow, contrary to the answer.

    Or that it does, if the answer is `no` or an entailment status other than `follows`.
    """
    said, denied = _patterns()
    pattern = denied if key in ("yes", "follows") else said
    text = " ".join(sentence.lower().replace("’", "'").replace("*", "").split())
    found = pattern.search(text)
    if found is None:
        return False
    lexicon = vocabulary()
    return not (lexicon.suspenders | lexicon.doubts).intersection(words(text[: found.start()]))


def stance(text: str) -> bool | None:
    """Whether a text says that the conclusion follows; None if it says neither or both."""
    low = " ".join(text.lower().replace("’", "'").replace("*", "").split())
    lexicon = vocabulary()
    unsure = lexicon.suspenders | lexicon.doubts
    says = {
        is_said
        for pattern, is_said in zip(_patterns(), (True, False), strict=True)
        for found in pattern.finditer(low)
        if unsure.isdisjoint(words(_SENTENCE.split(low[: found.start() + 1])[-1]))
    }
    return says.pop() if len(says) == 1 else None


_SENTENCE = re.compile(r"[.!?;] ")


@lru_cache(maxsize=1)
def _patterns() -> _Patterns:
    with data_file("lexicon/answers.toml").open("rb") as file:
        lists = {name: "|".join(some) for name, some in tomllib.load(file)["following"].items()}
    how = rf"(?:(?:{lists['adverbs']}) ){{0,2}}"
    what = rf"(?:{lists['subjects']})"
    premises = rf"(?: (?:from|by|on|given|based on) (?:{lists['premises']}))?"
    # a condition or restriction after it makes it a statement about something else
    end = rf"(?: (?:{lists['adverbs']}))*{premises}(?! ?,? ?(?:{lists['restrictions']})\b)"
    end += r"(?=$|[^\w ]|\s(?:and|because|since|as|so|-|–|—)(?!\w))"
    start = rf"(?:^|[^\w\s'] ?|(?:{lists['openings']}) )(?:(?:{lists['openings']}),? ){{0,2}}"
    infer, inferred = rf"(?:{lists['infer']})", rf"(?:{lists['inferred']})"
    good, bad = rf"(?:{lists['good']})", rf"(?:{lists['bad']})"
    can, cannot = "(?:can|could|may)", "(?:cannot|can not|can't|could not|couldn't)"
    given, imply = rf"(?:{lists['premises']}|they)", rf"(?:{lists['imply']})"
    said = (
        rf"{given} {how}(?:do )?{how}{imply} {what}",
        rf"{what} {how}(?:follows|(?:does|do) {how}follow)",
        rf"{what} {can} {how}be {how}{inferred}",
        rf"{what} is {how}(?:{inferred}|{good})",
        rf"(?:we|you|one|i) {can} {how}{infer} {what}",
        rf"it is {how}possible to {how}{infer} {what}",
    )
    denied = (
        rf"{given} {how}(?:do not|don't|does not|doesn't|cannot|can't|fail to) {how}{imply} {what}",
        rf"{what} {how}(?:does not|doesn't|do not|don't|need not) {how}follow",
        rf"{what} {cannot} {how}be {how}{inferred}",
        rf"{what} (?:is not|isn't) {how}(?:{inferred}|{good})|{what} is {how}{bad}",
        rf"(?:we|you|one|i) {cannot} {how}{infer} {what}",
        rf"it is {how}(?:not possible|impossible) to {how}{infer} {what}",
        r"not (?:necessarily|valid)",
        rf"{given} are (?:not (?:enough|sufficient)|insufficient) to {infer} {what}",
        rf"there (?:(?:is not|isn't) (?:enough|sufficient)|is (?:no|insufficient)) information to"
        rf" {how}{infer} {what}",
    )
    return _Patterns(*(re.compile(f"{start}(?:{'|'.join(some)}){end}") for some in (said, denied)))
