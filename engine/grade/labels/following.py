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
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.core.resources import data_file
from engine.grade.reply.announcing import shortest
from engine.grade.reply.words import Labels, vocabulary, words


class _Patterns(NamedTuple):
    """Patterns that state that the conclusion follows, or that it does not; each has a cue."""

    affirmed: re.Pattern[str]
    denied: re.Pattern[str]
    cues: tuple[str, ...]


def can_say(low: str) -> bool:
    """Whether a text in lower case has a word of following."""
    return any(map(low.__contains__, _patterns().cues))


def contradicts(sentence: str, key: str) -> bool:
    """Whether a sentence says that the conclusion does not follow, contrary to the answer.

    Or that it does, if the answer is `no` or an entailment status other than `follows`.
    """
    lexicon = vocabulary()
    before = next(_before(sentence, is_affirmed=key not in ("yes", "follows")), None)
    unsure = lexicon.suspenders | lexicon.doubts
    return before is not None and unsure.isdisjoint(words(before))


def stance(text: str) -> bool | None:
    """Whether a text says that the conclusion follows; None if it says neither or both."""
    lexicon = vocabulary()
    unsure = lexicon.suspenders | lexicon.doubts
    says = {
        is_affirmed
        for is_affirmed in (True, False)
        for before in _before(text, is_affirmed=is_affirmed)
        if unsure.isdisjoint(words(_CONCEDED.sub("", before))) and not _is_of_another(before)
    }
    return says.pop() if len(says) == 1 else None


def _is_of_another(before: str) -> bool:
    """Whether a verdict after this text is on a negation or under “I doubt that”."""
    sentence = re.split("[.!?]", before)[-1]
    if _OPPOSITE.search(sentence):
        return True
    return _UNDER.search(before) is not None and _HELD.search(before) is None


_OPPOSITE = re.compile(r"\b(?:negation|opposite|contrary|denial|converse|inverse)\b")
_CONCEDED = re.compile(r"^(?:even (?:though|if)|though|although) [^,]*$")
"""A concession before a verdict: “even though it may be true, …”."""
_NAMED = r"(?:the|this) (?:statement|conclusion|claim)"
_GIVEN = r"(?:the )?(?:passage|text|premises)"
_STANDING = {
    "uncertain": re.compile(
        r"(?:not|n't) (?:enough|sufficient) information|insufficient information"
        r"|\btruth(?: value)? (?:of (?:the|this) \w+ )?(?:cannot|can't|can not) be (?:determined"
        r"|known|established|settled|decided|verified|ascertained|concluded|inferred)"
        rf"|{_GIVEN} (?:does not|doesn't|do not|don't|never) (?:say|tell|state|settle|determine)"
        r"s?\b.*\bwhether|\bwe (?:cannot|can't) (?:tell|know|determine whether)\b"
    ),
    "false": re.compile(
        rf"{_GIVEN} (?:\w+ly )?contradicts? {_NAMED}|{_NAMED} (?:cannot|can't) (?:hold|be true)"
    ),
    "true": re.compile(
        rf"{_GIVEN} (?:\w+ly )?(?:entails?|impl(?:y|ies)|guarantees?|establish(?:es)?|proves?)"
        rf" {_NAMED}|{_NAMED} (?:must hold|(?:\w+ly )?follows)\b"
    ),
}


def is_three_way(labels: Labels) -> bool:
    """Whether the labels are true, false and uncertain."""
    return labels.verbatim.keys() == _STANDING.keys()


def standing(line: str) -> str | None:
    """The one of true, false and uncertain that a line says of the statement in other words."""
    low = line.lower().replace("’", "'")
    if not vocabulary().suspenders.isdisjoint(words(low.replace("whether", " "))):
        return None
    found = [key for key, pattern in _STANDING.items() if pattern.search(low)]
    return found[0] if len(found) == 1 else None


_QUOTED = re.compile(r"[\"“][^\"“”\n]{12,300}[\"”]")
"""A statement in quotation marks."""


def _before(text: str, *, is_affirmed: bool) -> Iterator[str]:
    """The text before each statement that the conclusion follows, or that it does not."""
    low = text.lower()
    if not can_say(low):
        return
    patterns = _patterns()
    low = _QUOTED.sub("this", low) if '"' in low or "“" in low else low
    low = " ".join(low.replace("’", "'").replace("*", "").split())
    for part in _PARTS.finditer(low):
        if can_say(part[0]):
            for found in (patterns.affirmed if is_affirmed else patterns.denied).finditer(part[0]):
                yield low[: part.start() + found.start()]


_UNDER = re.compile(r"(?<!\bon )(?<!\bof )(?<!about )(?<!\bto )(?<!from )\b(?:that|hardly)\W*$")
_HELD = re.compile(
    r"(?:^|[^\w\s] ?|\b(?:so|thus|hence|therefore) )(?:(?:we|i)(?: can)? (?:conclude|see|say|find"
    r"|infer|know)|this (?:means|shows|implies)) that\W*$"
)
"""The beginning of a sentence that has the conclusion in a clause, and one that affirms it."""
_PARTS = re.compile(r"(?:^|[.!?;])[^.!?;]*")
"""Sentences, each with the sign before it, at which a statement may begin."""


@lru_cache(maxsize=1)
def _patterns() -> _Patterns:
    with data_file("lexicon/answers.toml").open("rb") as file:
        words_of = tomllib.load(file)["following"]
    lists = {name: "|".join(some) for name, some in words_of.items()}
    how = rf"(?:(?:{lists['adverbs']}) ){{0,2}}"
    what = rf"(?:{lists['subjects']})"
    premises = rf"(?: (?:from|by|on|of|given|based on) (?:{lists['premises']}))?"
    # a condition or restriction after it makes it a statement about something else
    end = rf"(?: (?:{lists['adverbs']}))*{premises}(?! ?,? ?(?:{lists['restrictions']})\b)"
    end += r"(?=$|[^\w ]|\s(?:and|because|since|as|so|-|–|—)(?!\w))"
    start = rf"(?:^|[^\w\s'] ?|(?:{lists['openings']}) )(?:(?:{lists['openings']}),? ){{0,2}}"
    start += r"(?:(?:we|i) (?:can )?(?:conclude|find|see|say|think|believe) that )?"
    start += rf"(?:(?:from|by|given|based on|according to) (?:{lists['premises']}),? )?"
    infer, inferred = rf"(?:{lists['infer']})", rf"(?:{lists['inferred']})"
    good, bad = rf"(?:{lists['good']})", rf"(?:{lists['bad']})"
    can, cannot = "(?:can|could|may)", "(?:cannot|can not|can't|could not|couldn't)"
    bare = r"(?:(?<=^)|(?<=conclusion: )|(?<=answer: ))"
    given, imply = rf"(?:{lists['premises']}|they)", rf"(?:{lists['imply']})"
    affirmed = (
        rf"{given} {how}(?:do )?{how}{imply} {what}",
        rf"{what} {how}(?:follows|(?:does|do) {how}follow)",
        rf"{what} {can} {how}be {how}{inferred}",
        rf"{what} is {how}(?:{inferred}|{good})",
        rf"(?:we|you|one|i) {can} {how}{infer} {what}",
        rf"it is {how}possible to {how}{infer} {what}|{bare}{can} be {how}{inferred}",
        rf"the conclusion (?:must {how}(?:hold|be true|follow)|{how}(?:holds(?: up)?|works"
        rf"|stands))(?: whenever [^.;]*)?",
    )
    denied = (
        rf"{given} can (?:all )?(?:hold|be true) (?:while|and|but|yet) {what}"
        r" (?:does not|doesn't|is not|isn't|is false|fails)",
        rf"{given} {how}(?:do not|don't|does not|doesn't|cannot|can't|fail to) {how}{imply} {what}",
        rf"{what} {how}(?:does not|doesn't|do not|don't|need not) {how}follow",
        rf"{what} {cannot} {how}be {how}{inferred}",
        rf"{what} fails to {how}follow|{bare}{cannot} be {how}{inferred}"
        rf"|not {how}(?:inferable|derivable)",
        rf"there (?:is|exists) no way to {how}{infer} {what}",
        rf"the conclusion (?:does not|doesn't|do not|don't) {how}(?:hold|work|stand)",
        r"nothing (?:(?:in|among) (?:the|these) \w+ |said |given )?(?:lets us|(?:allows|enables"
        r"|permits)"
        rf" us to) {how}{infer} {what}",
        rf"{what}(?: from the premises to the conclusion)? (?:is not|isn't) {how}(?:{inferred}"
        rf"|{good})|{what} is {how}{bad}",
        rf"(?:we|you|one|i) {cannot} {how}{infer} {what}",
        rf"it is {how}(?:not possible|impossible) to {how}{infer} {what}",
        rf"{what} (?:need not|needn't|may not|might not|(?:does not"
        rf"|doesn't) have to) {how}(?:be true"
        r"|hold)(?: even (?:if|when|though) [^.;]*)?",
        rf"{what} (?:is not|isn't) something (?:that )?(?:we|you|one) can {how}{infer}",
        r"not (?:necessarily|valid)",
        rf"{given} are (?:not (?:enough|sufficient)|insufficient) to {infer} {what}",
        rf"there(?:(?:'s not| is not| isn't) (?:enough|sufficient)| is (?:no"
        rf"|insufficient)) information to"
        rf" {how}{infer} {what}",
    )
    verbs = (max(v.split(), key=len) for name in _WITH_VERBS for v in words_of[name])
    says, denies = (re.compile(f"{start}(?:{'|'.join(some)}){end}") for some in (affirmed, denied))
    return _Patterns(
        says,
        denies,
        shortest(
            {"follow", "necessarily", "the conclusion", "must", "hold", "work", "yes", *verbs}
        ),
    )


_WITH_VERBS = ("infer", "inferred", "imply", "good", "bad")
