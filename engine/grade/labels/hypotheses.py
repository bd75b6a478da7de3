"""Drop what a reply does not say for itself: another case, or another's mistake.

“Had it sung, the answer would be no”, “one might think it is true”, “a common wrong answer is B”.
"""

from __future__ import annotations

import re

_CUES = ("would", "might", "wrong", "incorrect", "tempting", "trap", "mistake", "pitfall", "error")
"""Parts of words, one of which every text that is dropped has."""
_PIECE = re.compile(
    r"[.!?][\"'*_`”’»)\]]{0,6}(?=\s)|;|\((?=[^()]*\))|(?<=\w)\)|[,–—]\s(?=(?:so|but|and|hence|thus"
    r"|therefore|yet|although|though|even though|while|whereas|because|since|for)\b)",
    re.IGNORECASE,
)
"""Where a text ends that may be dropped without its neighbours."""
_DROPPED = re.compile(
    r"""(?ix)
    # another case
    ^(?!.*\b(?:i\s would|i['’]d|had\s to)\b)(?:
        .*\b(?:if|without|had|were|otherwise|in\s that\s case)\b.*\bwould(?:n['’]t)?\b
        |.*\bwould(?:n['’]t)?\b.*\b(?:if|had|were|unless|without)\b
    )
    # another's mistake
    |\b(?:one|you|someone|somebody|some|many|others|people|readers?|students?)\b\s(?:\w+\s){0,2}?
        (?:(?:might|would|could|may)\s(?:\w+\s){0,4}?(?:think|say|argue|object|believe|assume|guess)
        |(?:might|would)\s(?:\w+\s){0,4}?(?:answer|conclude|infer|choose|pick|label|judge))\b
    |\bcommon\s(?:\w+\s)?(?:mistakes?|errors?|pitfalls?|misconceptions?)\b
    |\b(?:tempting|trap|(?:wrong|incorrect|mistaken)(?=\sanswer))
        (?:\s(?:wrong|incorrect))?(?:\s(?:answers?|choice|option|label))?\s(?:is|are|would\sbe)\b
    """
)


def has_hypotheses(text: str) -> bool:
    """Whether a text may have something to drop."""
    low = text.lower()
    return any(map(low.__contains__, _CUES))


def without_hypotheses(line: str) -> str:
    """The line without the sentences and remarks that state nothing for the reply itself."""
    if not has_hypotheses(line):
        return line
    kept, start = "", 0
    for place in (*(found.end() for found in _PIECE.finditer(line)), len(line)):
        piece = line[start:place]
        kept += " " if _DROPPED.search(piece) else piece
        start = place
    return kept
