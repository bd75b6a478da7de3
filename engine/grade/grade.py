"""The verdict on one raw reply."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

import orjson

from engine.core.items import AnswerKind, Grade, Item, Mistake, Outcome
from engine.core.rotations import is_single_choice, own_key, rotated
from engine.grade.core import (
    CONTRADICTORY,
    DECLINED,
    EXPLICIT,
    ILL_FORMED,
    UNFINISHED,
    Reading,
    Span,
    sentences_as_words,
)
from engine.grade.judgement import Judgement
from engine.grade.labels.reading import read_choice, read_label

_LABELS = (AnswerKind.LABEL, AnswerKind.CHOICE)

CUT_OFF = "cut-off"
"""The rule of a reply that its endpoint cut off."""
_CUT = frozenset(
    {"length", "max_tokens", "max_output_tokens", "model_length", "token_limit", "incomplete"}
)
FILTERED = "filtered"
"""The rule of a reply that its endpoint withheld."""
_WITHHELD = frozenset(
    {"content_filter", "safety", "recitation", "blocklist", "prohibited_content", "refusal"}
)
_UNREAD = {
    UNFINISHED: Outcome.CUT_OFF,
    DECLINED: Outcome.DECLINED,
    CONTRADICTORY: Outcome.CONTRADICTORY,
}
"""The outcomes of rules without an answer, if not `no_answer`."""


def is_cut(finish_reason: str | None) -> bool:
    """Whether a finish reason says that the reply was cut off at a limit of tokens."""
    return finish_reason is not None and finish_reason.lower() in _CUT


def is_withheld(finish_reason: str | None) -> bool:
    """Whether a finish reason says that the endpoint's filter ended the reply."""
    return finish_reason is not None and finish_reason.lower() in _WITHHELD


def grade(item: Item, raw: str, rotation: int = 0, finish_reason: str | None = None) -> Grade:
    """Read `raw` as an answer to `item`, strictly and leniently, and judge both readings.

    `rotation` is the order in which the options were shown. The answers of the grade are the item's
    own keys in every rotation, so that equal answers mean equal content.

    A pure function, linear in the length of `raw`. What cannot be read is `no_answer`, `declined`
    or `contradictory`; nothing is ever guessed, and no part of a word counts as an answer. A reply
    that was cut off has no answer: one announced before the cut is kept as evidence. The same holds
    for one that the endpoint's filter ended, which is `declined`.

    Formulas, structures and sets are judged by meaning: see `formulas`, `structures` and `sets`.
    Z3 is loaded on first use.
    """
    given = _graded(item, raw, rotation)
    if is_withheld(finish_reason):
        outcome, rule = Outcome.DECLINED, FILTERED
    elif is_cut(finish_reason):
        outcome, rule = Outcome.CUT_OFF, CUT_OFF
    else:
        return given
    before = given.lenient if given.rule in {*EXPLICIT, "in-words"} else None
    evidence = None if before is None else orjson.dumps({"before_cut": before}).decode()
    return Grade(None, None, outcome, outcome, rule, None, evidence)


def _graded(item: Item, raw: str, rotation: int) -> Grade:
    return _grade(_read(item, raw, rotation), partial(_judge, item))


def _read(item: Item, raw: str, rotation: int) -> Reading[Any]:
    """The answer that a reply states. Any: what the kind of answer reads."""
    if item.answer_kind in _LABELS:
        return _read_label(item, raw, rotation)
    from engine.grade.formal import read_formal  # late, because only these kinds need logic

    return read_formal(item, raw, _asked(item))


def _judge(item: Item, answer: Any) -> tuple[Judgement, str]:
    """The judgement of an answer, and its text. Any: what the kind of answer reads."""
    if item.answer_kind in _LABELS:
        return Judgement(Outcome.RIGHT if answer == item.gold else Outcome.WRONG), answer
    from engine.grade.formal import judge_formal

    return judge_formal(item, answer)


def _grade(reading: Reading[Any], judge: Callable[[Any], tuple[Judgement, str]]) -> Grade:
    """The grade of a reading. Any: what a kind of answer reads."""
    if reading.lenient is None:
        outcome = _UNREAD.get(reading.rule, Outcome.NO_ANSWER)
        mistake = Mistake.ILL_FORMED if reading.rule == ILL_FORMED else None
        return Grade(None, None, outcome, outcome, reading.rule, mistake)
    judged, answer = judge(reading.lenient)
    is_strict = reading.strict is not None
    return Grade(
        strict=answer if is_strict else None,
        lenient=answer,
        outcome=judged.outcome,
        strict_outcome=judged.outcome if is_strict else Outcome.NO_ANSWER,
        rule=reading.rule,
        mistake=judged.mistake,
        evidence=judged.evidence,
    )


def _read_label(item: Item, raw: str, rotation: int) -> Reading[str]:
    if not is_single_choice(item):
        return read_label(item.options, raw, _asked(item))
    shown = read_choice(rotated(item, rotation).options, raw, _asked(item))
    if rotation == 0:
        return shown
    k = len(item.options)
    strict, lenient = (key and own_key(key, rotation, k) for key in (shown.strict, shown.lenient))
    return replace(shown, strict=strict, lenient=lenient)


def _asked(item: Item) -> Callable[[], str]:
    """Gives the words of the question without its options."""
    return partial(_asked_words, item.passage, item.question)


@lru_cache(maxsize=4096)
def _asked_words(*parts: str | tuple[str, ...]) -> str:
    texts = [part if isinstance(part, str) else "\n".join(part) for part in parts]
    return "\n".join(sentences_as_words("\n".join(texts)))


def deciding_part(item: Item, raw: str, rotation: int = 0) -> Span | None:
    """The slice of whole lines of a reply that its answer rests on; None if none is read."""
    return _read(item, raw, rotation).span(raw)
