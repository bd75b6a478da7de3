"""Read yes and no, which have other uses too: “no cook sings” is no answer, “no, it need not” is.

True and false occur among words that say what is true. Yes and no come before their statement, set
off from it, and the rest explains: a “not” there denies no answer.
"""

from __future__ import annotations

import re

from engine.grade.reply.words import Labels, vocabulary, words

_DETERMINER = re.compile(
    r"[Nn][Oo](?<![^\W_]..)(?=\s+(?!(?:because|since|as|given|for|it|we|you|this|that|the|i|and|or|but|nor)"
    r"(?![^\W_]))[^\W_])",
    re.IGNORECASE,
)
_SET_OFF = r"[*_\"'`”’)\]=]{0,6}"
_LEADING = re.compile(
    r"[^\w\n]{0,8}(?:(?:so|thus|therefore|hence|then)[\s,:]{1,3})?"
    rf"(?P<key>yes|no){_SET_OFF}"
    r"(?:\s*[,;:–—]|\s+-\s|\s+(?=(?:because|since|as|given|for|it|we|you|this|that|the"
    r"|i)(?![^\W_])))",
    re.IGNORECASE,
)
_OPEN = frozenset({"and", "but", "or", "no", "yes"})
_NAMED = frozenset({"yes", "no"})


def without_determiners(line: str) -> str:
    """The line with “no” before a noun respelt, as it is no answer."""
    return _DETERMINER.sub("not-any", line)


def polar(clause: str, labels: Labels) -> str | None:
    """The yes or no that a clause begins with, set off from the rest.

    None if the rest names the other one, or begins with a condition or doubt.
    """
    if not labels.is_polar:
        return None
    found = _LEADING.match(clause)
    if found is None:
        return None
    key = found["key"].lower()
    after = words(clause[found.end() :])
    if not _NAMED.isdisjoint(after) and (_NAMED - {key}).intersection(after):
        return None
    lexicon = vocabulary()
    if after and after[0] in lexicon.doubts | lexicon.suspenders | lexicon.retractions | _OPEN:
        return None
    return key
