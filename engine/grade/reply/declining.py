"""Replies that decline to answer, and courtesies that belong to no answer."""

from __future__ import annotations

import re

_LONGEST = 1_500
_DECLINE = re.compile(
    r"i(?<!\wi)(?:(?: really| honestly| simply)? (?:do not|don['’]t|cannot|can['’]t|can not"
    r"|couldn['’]t|could not|won['’]t|will not|would not)(?: really| honestly)? (?:know|answer|help"
    r"|assist|provide|give|say|tell|comply|determine|decide|solve|fulfil+|do (?:this|that)|continue"
    r"|respond|have (?:enough|sufficient|access)|translate)\b|(?:['’]m| am) (?:not (?:able|sure"
    r"|certain|in a position|comfortable)|unable|unsure|uncertain|sorry|afraid)\b| have no idea\b"
    r"| (?:must |have to )?(?:decline|refuse|pass|give up)\b|ch weiß (?:es )?nicht\b)"
    r"|s(?<!\ws)orry, (?:but )?i\b|a(?<!\wa)s an? (?:ai|language model)\b|(?:u(?<!\wu)nable"
    r"|n(?<!\wn)ot able) to (?:answer|help|assist|provide|translate|solve)\b"
    r"|c(?<!\wc)annot be answered\b|j(?<!\wj)e ne sais pas\b|我不知道|无法回答|無法回答"
    r"|n(?<!\wn)on? lo s[éo]\b"
)
"""In lower case. Each alternative begins with a letter, by which a search skips most text."""


_CUES = [
    cue.encode()
    for cue in (
        *("not", "n't", "n’t", " un", "sorry", "afraid", "no idea", "decline", "refuse", "pass"),
        *("give up", "wei", "language model", " ai", "ne sais", " lo s", "不知道", "法回答"),
    )
]
"""Parts of texts, one of which every text that declines has."""


def declines(text: str) -> bool:
    """Whether a reply that states no answer says that it gives none."""
    encoded = text.encode(errors="replace").lower()  # bytes are searched faster than text
    if not any(map(encoded.__contains__, _CUES)):
        return False
    lines = [line for line in text.lower().splitlines() if line and not line.isspace()]
    if sum(map(len, lines)) > _LONGEST:
        lines = [lines[0][:_LONGEST], lines[-1][-_LONGEST:]]
    return any(map(_DECLINE.search, lines))


_COURTESY = re.compile(
    r"[\W_]*(?:(?:I )?hope (?:this|that|it)\b|(?:please )?(?:let me know|feel free|do not hesitate"
    r"|don['’]t hesitate)\b|if you (?:have|need|want|would|like|['’]d)\b|thank(?:s| you)\b"
    r"|(?:have a|good luck|best regards|best wishes|cheers|kind regards|happy to|glad to)\b"
    r"|(?:is there|do you|would you) (?:anything|have|like|want|need)\b|you['’]re welcome\b"
    r"|(?:I['’]m|I am) (?:happy|glad|done|here|(?:\w+ )?(?:confident|sure|certain)(?: (?:in|of"
    r"|about) (?:this|that|it|my)|\W*$))\b|q\.?e\.?d\b"
    r"|end of (?:answer|reply|response)|this (?:is|was|concludes|completes|ends) (?:my"
    r"|the) (?:final )?(?:answer|reply|response|reasoning|analysis|explanation)|that (?:is"
    r"|['’]s) (?:my|all|it)\b|(?:the|my) reasoning is (?:above|as above|given above)|done\b"
    r"|as (?:shown|explained|stated) above\W*$|it was (?:fun|a pleasure|nice)\b)[^\n]*$",
    re.IGNORECASE,
)
_AFTER_END = re.compile(rf"[.!?*_`:)\]}}\d] (?={_COURTESY.pattern})", re.IGNORECASE)

_RULE = re.compile(r"[\s\-*_`~=#.…✓✔✅]*")


def courtesies_from(line: str) -> int | None:
    """Where courtesies at the end of a line begin ("Hope this helps!"); None if nowhere."""
    if _RULE.fullmatch(line):
        return 0
    end = line[-400:]
    if _COURTESY.match(end):
        return len(line) - len(end)
    found = _AFTER_END.search(end)
    return None if found is None else len(line) - len(end) + found.end()
