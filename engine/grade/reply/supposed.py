"""Drop what a reply does not say for itself: another case, or another's mistake.

“Had it sung, the answer would be no”, “with a = 1, premise 2 would fail”, “one might think it is
true”, “a common wrong answer is B”; and announcements under “if” or “whether”.
"""

from __future__ import annotations

import re
from itertools import pairwise

from engine.grade.reply.words import vocabulary, words

_CUES = (
    "would", "might", "may say", "may think", "could argue", "could say", "could think", "wrong",
    "incorrect", "tempting", "trap", "mistake", "pitfall", "error", "misconception",
)  # fmt: skip
"""Parts of words, one of which every text that is dropped has."""
_PIECE = re.compile(
    r"[.!?][\"'*_`”’»)\]]{0,6}(?=\s)|;|\((?=[A-Za-z]{2,}[^()∧∨→¬&|]{0,300}\))|(?<=[a-z]{3})\)"
    r"|[,–—]\s(?=(?:so|but|and|hence|thus|therefore|yet|although|though|even though|while|whereas"
    r"|because|since|for)\b)",
    re.IGNORECASE,
)
"""Where a text ends that may be dropped without its neighbours."""
_SAY = r"think|say|argue|object|believe|assume|guess|write|symboli[sz]e|translate"
_DROPPED = re.compile(
    rf"""(?ix)
    # another case
    ^(?!.*\b(?:i\s would|i['’]d|had\s to)\b)(?:
        .*\b(?:if|without|had|were|otherwise|in\s that\s case)\b.*\bwould(?:n['’]t)?\b
        |.*\bwould(?:n['’]t)?\b.*\b(?:if|had|were|unless|without)\b
        |.*\bwould\s(?:fail|violate|falsify|break|not\s(?:work|do|satisfy)
            |make\s(?:the\s)?(?:premise|conclusion))\b
        |.*\bpremise\s\w+\swould\b
    )
    # another's mistake
    |\b(?:one|you|someone|somebody|some|many|others|people|readers?|students?)\b\s(?:\w+\s){{0,2}}?
        (?:(?:might|would|could|may)\s(?:\w+\s){{0,4}}?(?:{_SAY})
        |(?:might|would)\s(?:\w+\s){{0,4}}?(?:answer|conclude|infer|choose|pick|label|judge))\b
    |\bcommon\s(?:\w+\s)?(?:mistakes?|errors?|pitfalls?|misconceptions?)\b
    |\b(?:tempting|trap|(?:wrong|incorrect|mistaken)(?=\sanswer))
        (?:\s(?:wrong|incorrect))?(?:\s(?:answers?|choice|option|label))?\s(?:is|are|would\sbe)\b
    |\btempting\sto\s
    """
)


def without_supposed(text: str) -> str:
    """The text without the sentences and remarks that state nothing for the reply itself."""
    if not _has_cue(text):
        return text
    return "\n".join([_without(line) if _has_cue(line) else line for line in text.splitlines()])


def _has_cue(text: str) -> bool:
    low = text.lower()
    return any(map(low.__contains__, _CUES))


def _without(line: str) -> str:
    ends = [0, *(found.end() for found in _PIECE.finditer(line)), len(line)]
    kept: list[str] = []
    for piece in (line[start:end] for start, end in pairwise(ends)):
        is_dropped = _has_cue(piece) and _DROPPED.search(_QUOTED.sub("", piece)) is not None
        if is_dropped and kept and _THEN.match(piece) and _SUPPOSES.match(kept[-1]):
            kept[-1] = " "
        kept.append(" " if is_dropped else piece)
    return "".join(kept)


_SUPPOSES = re.compile(r"(?i)\W*(?:suppose|assume|let|if|with|take|say|try)\b")
_THEN = re.compile(r"(?i)\W*(?:then|but then|now)\b")
_QUOTED = re.compile(r"[\"“][^\"“”]*[\"”]")


_CLAUSE = re.compile(r"[.!?:;]\s|\n")


def is_supposed(before: str) -> bool:
    """Whether the sentence that announces something after `before` only supposes it."""
    sentence = _CLAUSE.split(before[-200:])[-1].lower()
    last_clause = words(sentence.rpartition(",")[2])
    supposing = vocabulary().supposing
    if not supposing.isdisjoint(last_clause) and last_clause[:2] != ["i", "suppose"]:
        return True
    return not (supposing - {"if", "whether"}).isdisjoint(words(sentence)[:4])
