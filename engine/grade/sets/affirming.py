"""Sentences that judge single statements: "Statement 2 follows. Statement 5 does not.".

What each affirms adds up, because none of them says "only"; a later verdict on a statement replaces
an earlier one. A verdict under a condition ("… only if Lorenz is a toad") is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.grade.reply.last_line import key_list
from engine.grade.sets.key_lists import listed_keys
from engine.grade.sets.words import BECAUSE

_LEAD = (
    r"[\W_]*(?:(?:therefore|thus|hence|so|then|also|likewise|similarly|furthermore|moreover|and|but"
    r"|in addition|finally|consequently|first|second|in conclusion|by [\w ]{1,40}(?=,)"
    r"|for the same reason|(?:we|I) (?:can )?(?:also )?(?:see|find|conclude|know) that)"
    r"\W+){0,3}(?:the )?"
)
_ADVERBS = r"(?:(?:\w+ly|also|both|all|too|indeed|always|thus|then|hence|therefore) )*"
_TRUE = (
    rf"{_ADVERBS}(?:(?:must|has to|have to) {_ADVERBS}(?:be {_ADVERBS}true|follow|hold)"
    rf"|(?:is|are) {_ADVERBS}(?:true|entailed|forced|implied|guaranteed|valid|correct)"
    r"|is the only (?:one|statement|option)|follows?|holds?"
    r"|can (?:\w+ )?be (?:concluded|inferred|deduced))\b"
)
_FALSE = (
    r"(?:(?:do|does|is|are|need|can|could|may|might|must|has|have)(?: not\b|n['’]t\b)|cannot\b"
    rf"|fails?\b|(?:could|might|may|can) {_ADVERBS}(?:be|fail)\b"
    rf"|(?:is|are) {_ADVERBS}(?:false|uncertain|unsupported|undetermined)\b)"
)
_UNDER_CONDITION = re.compile(
    r"(?i)[\s,]*(?:but )?(?:only )?(?:(?:if|when|unless|provided|assuming|as long as|in case)\b"
    r"(?! (?:all |every )?(?:the|these|of) (?:\w+ )?(?:premises?|situation|information|statements))"
    r"|in (?:this|that|a|some|one|our|such|the) (?:\w+ )?(?:model|case|world|structure|scenario"
    r"|interpretation|example|countermodel)\b)"
)
_ONLY = re.compile(r"(?i)\b(?:only|just|alone)\b")
_OTHERS = re.compile(
    r"(?i)\W*(?:and |but )?(?:none of |all |all of )?(?:the )?(?:others?|rest|remaining)\b"
)


class Verdict(NamedTuple):
    """What a sentence says of some statements: true, false, or nothing under a condition."""

    keys: tuple[str, ...]
    is_true: bool | None


class Sentence(NamedTuple):
    """A sentence, the number of its line, and its verdict, if it has one."""

    line: int
    text: str
    verdict: Verdict | None


class Affirming:
    """The sentences that judge statements with these keys."""

    def __init__(self, keys: tuple[str, ...]) -> None:
        self._keys, self._list = keys, key_list(keys)
        many = rf"{self._list.many}(?:\s?(?:-|–|—|to|through)\s?{self._list.one}\b)?"
        subject = rf"{self._list.noun}?(?P<keys>{many})"
        self._judging = re.compile(
            rf"(?i){_LEAD}(?:{subject}[\s*_:]*(?:(?P<true>{_TRUE})|(?P<false>{_FALSE})"
            rf"|(?P<same>(?:do|does|is|are|must)(?: so| too| as well)?)(?=\W*$))"
            rf"|(?P<also>so (?:do|does|is|are|must) )"
            rf"{subject.replace('?P<keys>', '?P<more>')}(?=\W*$))"
        )
        verb = r"(?:do|does|is|are|must|need|can|could|may|might|follows?|holds?|fails?)\b"
        self._between = re.compile(
            r"(?<=[.!?;])\s+(?=[A-Z(\d#*])|(?<=[a-z)])[,;]\s+(?:(?:and|but|whereas|while|though)\s)?"
            rf"(?=so (?:do|does|is|are|must)\s|{self._list.noun}?{self._list.many}\s{verb})"
        )

    def verdict(self, sentence: str, former: Verdict | None = None) -> Verdict | None:
        """What a sentence says of the statements it begins with; None if it judges none."""
        found = self._judging.match(sentence)
        if found is None:
            return None
        keys = tuple((listed_keys(found["keys"] or found["more"], self._keys) or "").split(","))
        if found["also"]:
            return Verdict(keys, former.is_true if former else None)
        if found["same"]:
            return Verdict(keys, not former.is_true) if former else None
        is_open = found["true"] and _UNDER_CONDITION.match(sentence, found.end())
        return Verdict(keys, None if is_open else found["true"] is not None)

    def sentences(self, lines: Iterable[str]) -> list[Sentence]:
        """The sentences of lines, each with its verdict."""
        found: list[Sentence] = []
        former: Verdict | None = None
        for number, line in enumerate(lines):
            for text in self._between.split(line):
                verdict = self.verdict(text, former)
                former = verdict or former
                found.append(Sentence(number, text, verdict))
        return found

    def added_up(self, sentences: Sequence[Sentence]) -> tuple[str, int, int]:
        """The statements called true, and the lines of the first and last that say so."""
        true: dict[str, int] = {}
        for number, _, verdict in sentences:
            for key in () if verdict is None or verdict.is_true is None else verdict.keys:
                true.pop(key, None)
                if verdict and verdict.is_true:
                    true[key] = number
        if not true:
            return "", -1, -1
        return self._list.joined(list(true)), min(true.values()), max(true.values())

    def is_one_of_many(self, line: str, answer: str) -> bool:
        """Whether a line calls the statements of an answer true, and does not say "only"."""
        for _, text, verdict in self.sentences([line]):
            if verdict and verdict.is_true and set(answer.split(",")) <= set(verdict.keys):
                return _ONLY.search(BECAUSE.split(text)[0]) is None
        return False

    def judge_all(self, sentences: Sequence[Sentence]) -> bool:
        """Whether sentences deny no statement, or leave none without a verdict."""
        judged = {key for _, _, verdict in sentences if verdict for key in verdict.keys}
        return (
            all(verdict is None or verdict.is_true for _, _, verdict in sentences)
            or len(judged) == len(self._keys)
            or any(_OTHERS.match(text) for _, text, _ in sentences)
        )


def only_judge(sentences: Sequence[Sentence]) -> bool:
    """Whether several sentences, and nothing else, judge statements."""
    return len(sentences) > 1 and all(
        verdict is not None or _OTHERS.match(text) for _, text, verdict in sentences
    )


@lru_cache(maxsize=64)
def affirming(keys: tuple[str, ...]) -> Affirming:
    """The sentences about statements with some keys, cached."""
    return Affirming(keys)
