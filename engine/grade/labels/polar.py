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
_TRAILING = re.compile(
    r"[,;:–—]\s*(?:(?:so|thus|therefore|hence|then)[\s,:]{1,3})?"
    rf"[*_\"'`“‘(\[=]{{0,6}}(?P<key>yes|no){_SET_OFF}[.!]?{_SET_OFF}\s*$",
    re.IGNORECASE,
)
_OPEN = frozenset({"and", "but", "or", "no", "yes"})
_NAMED = frozenset({"yes", "no"})


def without_determiners(line: str) -> str:
    """The line with “no” before a noun respelt, as it is no answer; “nope” becomes “no”."""
    return _DETERMINER.sub("not-any", _COLLOQUIAL.sub(lambda word: _PLAIN[word[0].lower()], line))


_PLAIN = {"nope": "no", "nah": "no", "yep": "yes", "yeah": "yes", "yup": "yes"}
_COLLOQUIAL = re.compile(rf"(?<![^\W_])(?:{'|'.join(_PLAIN)})(?![^\W_])", re.IGNORECASE)


_THAT = re.compile(
    r"(?i)(?P<verb>\b(?:follow|infer(?:red)?|conclude[d]?|deduce[d]?|derived?|implied|imply"
    r"|entail(?:ed)?)s?),? that (?P<what>[^.?!;]+)"
)


def without_conclusion(line: str, asked: str) -> str:
    """The line without the conclusion asked about, where it repeats that: “it follows that …”."""
    found = _THAT.search(line)
    if found is None or " ".join(words(found["what"])) != asked.rpartition("\n")[2]:
        return line
    does_follow = found["verb"].lower().startswith("follow") or found["verb"].lower().endswith("ed")
    return f"{line[: found.end('verb')]}{'' if does_follow else ' this'}{line[found.end() :]}"


def polar(clause: str, labels: Labels) -> str | None:
    """The yes or no that a clause begins or ends with, set off from the rest.

    None if the rest names the other one, or begins with a condition or doubt.
    """
    if not labels.is_polar:
        return None
    leading = _LEADING.match(clause)
    found = leading or _TRAILING.search(clause)
    if found is None:
        return None
    key = found["key"].lower()
    before, after = words(clause[: found.start()]), words(clause[found.end() :])
    if (_NAMED - {key}).intersection((*before, *after)):
        return None
    lexicon = vocabulary()
    if after and after[0] in lexicon.doubts | lexicon.suspenders | lexicon.retractions | _OPEN:
        return None
    return key
