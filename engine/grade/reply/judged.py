"""Replies that go through all options and judge each: "1. Must be true. 2. Not necessarily."."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_MAX_BLOCK = 1_200
_NOT = (
    r"not|no|false|f|n|incorrect|wrong|invalid|unknown|uncertain|undetermined|indeterminate|unclear"
    r"|unsupported|impossible|possible|possibly|plausible|could|can(?! be (?:inferred"
    r"|concluded|deduced|derived|proved|proven|established|shown))|can't|cannot|may|might|need not"
    r"|needn't|does not|doesn't|do not|is not|isn't|must not|must be false|cannot|contradict\w*"
    r"|fails?|irrelevant|unprovable|insufficient|neither|nein|non|falsch|faux|falso"
)
_IS = (
    r"must (?:necessarily |logically |also |always )?(?:be (?:necessarily |logically )?true|hold"
    r"|follow)|has to (?:be true|hold)|(?:(?:necessarily|definitely|always|logically|certainly"
    r"|indeed|also|clearly|provably) )?(?:true|correct|right|valid|yes|t|y|follows?|holds?"
    r"|can be (?:inferred"
    r"|concluded|deduced|derived|proved|proven|established|shown)|inferable|derivable|deducible"
    r"|provable|guaranteed|entailed|forced|implied|supported|certain|necessary)|required|ja|oui|sí|wahr"
    r"|vrai|verdadero"
)
_BAD, _GOOD = "❌✗✘✖❎🔴🚫", "✅✓✔☑🟢"
_ABOUT = (
    r"(?:(?:this|that|the|our|the given) (?:statement|option|choice|conclusion|claim|answer|one)"
    r"(?: [\d\w])?|(?:statement|option|choice) [\d\w]{1,3}|this|that|it|which)"
)
_START = re.compile(
    rf"(?i)[^\w{_BAD}{_GOOD}]*(?:(?:verdict|status|result|conclusion|answer|so|therefore|thus"
    rf"|hence)\W+)?(?:{_ABOUT} (?:is |are |was |would be )?|is |are )?(?:(?P<no>(?:(?:definitely"
    rf"|clearly|certainly|always) )?(?:{_NOT})(?![^\W_]|['’.][^\W_\s])|[{_BAD}])"
    rf"|(?P<yes>(?:{_IS})(?![^\W_]|['’.][^\W_\s])|[{_GOOD}]))"
)
_LATER = re.compile(
    rf"(?i)(?:^|[.,;:–—-]\s*|\b(?:so|therefore|thus|hence|because|that)\s)"
    rf"(?:(?:so|therefore|thus|hence|consequently|overall),?\s)?(?:{_ABOUT})\s"
    r"(?:is |are |also |indeed |clearly )*"
    rf"(?:(?P<no>(?:{_NOT})(?![^\W_]))|(?P<yes>(?:{_IS})(?![^\W_])))"
    rf"|(?:[–—→:.;!-]|=>)\s*(?:(?P<no_end>(?:{_NOT})\b[^.]{{0,30}}|[{_BAD}])"
    rf"|(?P<yes_end>(?:{_IS})|[{_GOOD}]))\W*$"
)


def verdict_on(remark: str) -> bool | None:
    """Whether a remark calls its option right; None if it says neither, or both."""
    remark = remark[:_MAX_BLOCK]
    start = _START.match(remark)
    if start is not None:
        return start["yes"] is not None
    later = list(_LATER.finditer(remark))
    return bool(later[-1]["yes"] or later[-1]["yes_end"]) if later else None


def judged(items: Iterable[tuple[str | None, str]], keys: Sequence[str]) -> list[str] | None:
    """The keys called right by lines that judge all options, each once and in order.

    Each line is given with the key of the option it begins with, or None if it goes on about the
    one before. Of several passes through the options, the last counts. No option is an answer only
    if nothing follows.
    """
    blocks: list[tuple[str, list[str]]] = []
    for key, text in items:
        if key is not None:
            blocks.append((key, [text]))
        elif blocks:
            blocks[-1][1].append(text)
    places = [place for place, (key, _) in enumerate(blocks) if key == keys[0]]
    if not places:
        return None
    last = blocks[places[-1] : places[-1] + len(keys)]
    if [key for key, _ in last] != list(keys) or len(blocks) > places[-1] + len(keys):
        return None
    longest = max(len(texts) for _, texts in last[:-1])
    found: list[str] = []
    for key, texts in last:
        verdicts = [verdict_on(text) for text in texts[:longest]]
        stated = [verdict for verdict in verdicts if verdict is not None]
        if not stated or (verdicts[0] is not None and stated[-1] != verdicts[0]):
            return None
        if stated[-1]:
            found.append(key)
    is_whole = len(last[-1][1]) <= longest
    return found if found or is_whole else None
