"""Replies that decline to answer, and courtesies that belong to no answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

_LONGEST = 1_500
_DECLINE = re.compile(
    r"i(?<!\wi)(?:(?: really| honestly| simply)? (?:do not|don['’]t|cannot|can['’]t|can not"
    r"|couldn['’]t|could not|won['’]t|will not|would not)"
    r"(?: really| honestly)? (?:know|answer|help|assist|provide|give|say|tell|comply|determine"
    r"|decide|solve|fulfil+|do (?:this|that)|continue|respond|have (?:enough|sufficient|access)"
    r"|translate)\b"
    r"|(?:['’]m| am) (?:not (?:able|sure|certain|in a position|comfortable)|unable|unsure"
    r"|uncertain|sorry|afraid)\b| have no idea\b"
    r"| (?:must |have to )?(?:decline|refuse|pass|give up)\b|ch weiß (?:es )?nicht\b)"
    r"|s(?<!\ws)orry, (?:but )?i\b|a(?<!\wa)s an? (?:ai|language model)\b"
    r"|(?:u(?<!\wu)nable|n(?<!\wn)ot able) to (?:answer|help|assist|provide|translate|solve)\b"
    r"|c(?<!\wc)annot be answered\b|j(?<!\wj)e ne sais pas\b"
    r"|我不知道|无法回答|無法回答|n(?<!\wn)on? lo s[éo]\b"
)
"""In lower case. Each alternative begins with a letter, by which a search skips most text."""


def declines(lines: Sequence[str]) -> bool:
    """Whether a reply that states no answer says that it gives none."""
    ends = (
        lines if sum(map(len, lines)) <= _LONGEST else (lines[0][:_LONGEST], lines[-1][-_LONGEST:])
    )
    return any(_DECLINE.search(line.lower()) for line in ends)


_COURTESY = re.compile(
    r"(?i)(?:^|(?<=[.!?*_`:)\]}\d] ))[\W_]*(?:(?:I )?hope (?:this|that|it)\b|(?:please )?(?:let"
    r" me know|feel free"
    r"|do not hesitate|don['’]t hesitate)\b|if you (?:have|need|want|would|like|['’]d)\b"
    r"|thank(?:s| you)\b"
    r"|(?:have a|good luck|best regards|best wishes|cheers|kind regards|happy to|glad to)\b"
    r"|(?:is there|do you|would you) (?:anything|have|like|want|need)\b|you['’]re welcome\b"
    r"|(?:I['’]m|I am) (?:happy|glad|confident|sure|certain|done|here)\b|q\.?e\.?d\b|end of"
    r" (?:answer|reply|response)"
    r"|this (?:is|was|concludes|completes|ends) (?:my|the) (?:final )?(?:answer|reply|response"
    r"|reasoning|analysis|explanation)"
    r"|that (?:is|['’]s) (?:my|all|it)\b|(?:the|my) reasoning is (?:above|as above|given above)"
    r"|done\b|as (?:shown|explained|stated) above\W*$"
    r"|it was (?:fun|a pleasure|nice)\b)[^\n]*$"
)


_RULE = re.compile(r"[\s\-*_`~=#.…✓✔✅]*")


def courtesies_from(line: str) -> int | None:
    """Where courtesies at the end of a line begin ("Hope this helps!"); None if nowhere."""
    if _RULE.fullmatch(line):
        return 0
    found = _COURTESY.search(line[-400:])
    return None if found is None else max(0, len(line) - 400) + found.start()
