r"""What a raw reply says to its reader: no thinking, no tokens of chat templates, no later turn.

Thinking is text between known marks (`<think>`, `[THINK]`, `◁think▷`, `<|channel|>analysis`, …), or
before a closing one. Thinking left open leaves nothing that could be an answer.
"""

from __future__ import annotations

import re
from typing import NamedTuple

MOST = 1_000_000
"""Characters inspected, at the end of a reply."""

OPEN, CLOSE = "\ue000", "\ue001"
"""The marks around an answer, in place of `<answer>`, `\\boxed{` and their like."""
MARK = "ʘ"
"""The prefix of the word that replaces a lettered option: `ʘb` is option B."""


class Spoken(NamedTuple):
    """The part of a raw reply that is said, and whether thinking was left open."""

    start: int
    end: int
    is_open: bool


_THOUGHT = (
    r"(?:\w{1,12}:)?(?:think(?:ing)?|thoughts?|reason(?:ing)?|analysis|reflection|scratchpad"
    r"|rationale|cot|inner_monologue|internal_monologue)"
)
_MARKS = re.compile(
    rf"(?P<open><\|?{_THOUGHT}(?:\s[^<>]{{0,80}})?\|?>|\[(?:THINK(?:ING)?|REASONING)\]|◁{_THOUGHT}▷"
    r"|<\|(?i:begin_of_thought|start_thinking|thinking|think_start|begin_think)\|>|<unused94>"
    r"|<\|channel\|?>\s*(?:analysis|commentary|thought|thinking)\b|\A\s*analysis(?=[A-Z]))"
    rf"|(?P<close></{_THOUGHT}\|?>|<\|/{_THOUGHT}\|?>|\[/(?:THINK(?:ING)?|REASONING)\]"
    rf"|◁/{_THOUGHT}▷"
    r"|<\|(?i:end_of_thought|end_thinking|think_end|end_think)\|>|<unused95>"
    r"|<\|channel\|?>\s*final\b\s*(?:<\|message\|>)?|<channel\|>|\bassistant\s?final(?=[A-Z\W\d]))"
)
_TAG = re.compile(r"<[|｜/]{0,2}[A-Za-z_]")
_BRACKETED = re.compile(r"\[(?:/?(?:THINK|REASON|INST)|EOS|END|BOS)")
_TOKEN = (
    r"(?:<[|｜](?!begin_of_box|end_of_box)[^\s<>]{1,40}[|｜]>|</?s>"
    r"|<(?:eos|bos|pad|EOT|eot|end_of_turn|start_of_turn|turn\||\|turn|unused\d+)>|\[/?INST\]"
    r"|\[(?:EOS|END|BOS)\]|<｜[^<>\s]{1,40}>)"
)
_ROLE = r"(?:assistant|model|user|system|human)"
_LEADING = re.compile(rf"(?:\s|\ufeff|{_TOKEN}(?:{_ROLE}\b)?)+")
_ENDING = re.compile(_TOKEN)


def spoken(raw: str) -> Spoken:
    """The part of `raw` after its thinking, up to the first token that ends the turn."""
    start, end, is_open = max(0, len(raw) - MOST), len(raw), False
    has_marks = (
        ("<" in raw and _TAG.search(raw) is not None)
        or ("[" in raw and _BRACKETED.search(raw) is not None)
        or ("◁" in raw or "assistant" in raw or raw.startswith("analysis"))
    )
    if not has_marks:
        return Spoken(start, end, is_open)
    for mark in _MARKS.finditer(raw):
        is_open = mark.lastgroup == "open"
        if not is_open:
            start = max(start, mark.end())
    if is_open:
        return Spoken(end, end, True)
    if leading := _LEADING.match(raw, start):
        start = leading.end()
    if ending := _ENDING.search(raw, start):
        end = ending.start()
    return Spoken(start, end, False)
