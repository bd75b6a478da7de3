"""Read a domain stated in a separate line or sentence, in words or as an unreadable set.

"The domain is {0, 1, 2}." and "Domain: the natural numbers" are not assignments with a readable
value, but they state a domain; "Domain: as given" and a heading state none.
"""

from __future__ import annotations

import re

from engine.grade.reply.values import Value, read_value

MAX_SHOWN = 60
"""How many characters are kept of an unreadable domain."""

_CUE = re.compile("domain|universe|d[ \\t]*=|u[ \\t]*=|Δ[ \\t]*=")
_STATED = re.compile(
    r"(?m)(?:^|(?<=[.;{,]))[ \t>#*+•`$\"'_\\(|-]*+"
    r"(?:(?i:let|take|assume|assuming|set|with|where) )?(?i:the |our )?(?:text\{|mathrm\{)?"
    r"(?:(?i:domain|universe)(?: of discourse)?|(?P<letter>[DUΔ])(?=[ \t$]*=))"
    r"[ \t\"'`*_$)}]*+(?:\([^()\n]{0,40}\))?[ \t*_]*+"
    r"(?:(?P<verb>(?:is|be|consists of)\b)|[:=↦])[ \t*_$]*+(?P<rest>[^\n]*)"
)
_WORDS = (
    r"(?i)(?:(?:the|a|all|set|of|finite|elements?|numbers?|integers|individuals|simply|just|fixed"
    r"|as|to|be|exactly|now|natural|still)\b|[ \t:$*`_])*+"
)
_LISTED = re.compile(rf"{_WORDS}(?=\\?[\[{{(])")
_OTHER = re.compile(
    r"(?i)(?![^.;]*\d)(?:(?:the|a|all|set|of|simply|just|positive|whole|\$|\s)\s*)*+"
    r"(?:ℕ|ℤ|ℚ|ℝ|\\mathbb|(?:natural|real|rational) numbers|naturals|integers|(?:an )?infinite)"
)
_ANYTHING = re.compile(
    r"(?i)(?!.*(?:\d|\b(?:given|as|asked|specified|stated|required|same|above|before|usual|fixed"
    r"|already|unchanged|size|elements|two|three|four|five)\b)).*[^\W_]"
)


def stated_domain(text: str, lowered: str, predicates: frozenset[str]) -> Value:
    """The stated domain, as written if unreadable; None if there is none."""
    stated: Value = None
    line_end = -1
    for cue in _CUE.finditer(lowered):
        if cue.start() <= line_end:
            continue
        line = text.rfind("\n", 0, cue.start()) + 1
        line_end = text.find("\n", cue.start())
        line_end = len(text) if line_end < 0 else line_end
        for found in _STATED.finditer(text, line, line_end):
            if found["letter"] not in predicates:
                stated = _domain(text, found, stated)
    return stated


def _domain(text: str, found: re.Match[str], former: Value) -> Value:
    """The domain that a statement gives, or else the former one."""
    rest, start = found["rest"], found.start("rest")
    if (listed := _LISTED.match(rest)) is not None:
        value = read_value(text, start + listed.end())
        if value is not None and isinstance(value[0], tuple) and value[0]:
            return value[0]
        if value is None and not rest.startswith("(", listed.end()):
            return former or rest[:MAX_SHOWN]
    elif _OTHER.match(rest) or (not found["verb"] and _ANYTHING.match(rest)):
        return former or rest[:MAX_SHOWN]
    return former
