"""Sentences that choose a lettered option: “B is the right answer”, “only B follows”."""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.grade.labels.clause_labels import WRONG
from engine.grade.labels.following import stance
from engine.grade.reply.sentences import unquoted_words
from engine.grade.reply.spoken import MARK
from engine.grade.reply.words import Labels, vocabulary, words

_ENDORSED = r"best|correct|right|answer|appropriate|suitable|richtig|correcte|correcta|correta"
_CHOSEN = re.compile(
    r"(?i)(?:[^,.;:!?]{1,60},)?(?:\W*(?:so|thus|therefore|hence|overall|only|clearly|the|option"
    r"|choice|answer|in conclusion|this (?:means|implies|shows)(?: that)?),?){0,4}"
    rf"\W*(?P<subject>{MARK}[a-y])(?:\W+(?:(?:is|must|would|should|remains|to|be|ist|est|es|é|the"
    rf"|also|indeed|definitely|clearly) ){{1,5}}(?:{_ENDORSED})\b|\W+fits? be(?:st|tter)\b"
    r"|\s*:\s*(?:correct|right)\W*$)"
    r"|.*(?:\b|(?<=[\w ]))(?:is|be|it['’]s|leaves?(?: us)?(?: with)?|left with|remains"
    r"|corresponds? to|match(?:es)?|say|choose|pick|select|go with|answer|exactly|ist|est|es|é|è|är"
    r"|réponse|opción|(?<=[\w ]):|选择|選擇|选|選|是|为|為)\W+(?:(?:is|be|exactly|the|option"
    r"|choice|answer|letter|statement|conclusion)\W+){0,3}"
    rf"(?P<last>{MARK}[a-y])\W*(?:as (?:the|my) (?:\w+ )?(?:answer|option|choice)\W*)?$"
)
"""A sentence that chooses an option: “that leaves B”, “B is the right answer”."""
_UNSURE = frozenset({"think", "believe", "guess", "suppose", "feel", "lean", "inclined"})


_LAST_CLAUSE = re.compile(r"^(?P<before>.*)(?:[,;:–—]\s|\bbut\b)(?P<last>.*)$", re.DOTALL)
_CONTRASTS = frozenset(
    {"since", "because", "as", "although", "though", "while", "whereas", "torn", "hesitated"}
)
_NAMED = re.compile(
    rf"(?i)\b(?:only\s+)?(?:(?:option|choice|statement|conclusion)\W+)?{MARK}[a-y]\b"
)
_EXCEPTION = re.compile(
    r"\bwhich\b.*\b(?:cannot|can t|not|doesn t|isn t|never|least|except|false|incompatible)\b"
)


def asks_for_exception(asked: str) -> bool:
    """Whether a question, given in words, asks which option does not follow."""
    return _EXCEPTION.search(asked.rpartition("\n")[2]) is not None


def chosen(sentence: str, labels: Labels, asked: Callable[[], str]) -> str | None:
    """The key of the option that a sentence chooses plainly, in its last clause if it names more.

    That an option follows, or does not, chooses it only where the question `asked` is known.
    """
    lexicon = vocabulary()
    denying = lexicon.negators | WRONG
    if len(_named(sentence)) > 1:
        parts = _LAST_CLAUSE.match(sentence)
        if parts is None or not lexicon.suspenders.isdisjoint(words(parts["before"])):
            return None
        sentence = parts["last"]
        if len(_named(sentence)) != 1 or (denying | _CONTRASTS).isdisjoint(words(parts["before"])):
            return None
    follows = stance(_NAMED.sub("it", sentence))
    if follows is not None and (question := asked()):
        if follows == asks_for_exception(question):
            return None
        return labels.stated[(_named(sentence).pop(),)]
    if not (denying | lexicon.suspenders | _UNSURE).isdisjoint(words(sentence)):
        return None
    found = _CHOSEN.match(sentence)
    return labels.stated[((found["subject"] or found["last"]).lower(),)] if found else None


def _named(text: str) -> set[str]:
    return {word for word in unquoted_words(text) if word.startswith(MARK)}
