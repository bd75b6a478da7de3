"""The verdict on a set of options: right exactly if it is the set of options that follow."""

from __future__ import annotations

from engine.core.items import NONE_FOLLOWS, Grade, Item, Mistake, Outcome
from engine.grade.judgement import Judgement, unanswered
from engine.grade.set_reading import read_set


def grade_set(item: Item, raw: str) -> Grade:
    """Grade a reply to the question which options follow."""
    reading = read_set(item.options, raw)
    if reading.lenient is None:
        return unanswered(reading.rule)
    judged = judge_set(item.gold, reading.lenient)
    return judged.grade(reading.lenient, is_strict=reading.strict is not None, rule=reading.rule)


def judge_set(gold: str, answer: str) -> Judgement:
    """Judge a set against the gold, both given as keys separated by commas or as `none`."""
    right, chosen = _keys(gold), _keys(answer)
    if chosen == right:
        return Judgement(Outcome.RIGHT)
    if not chosen:
        mistake = Mistake.NONE
    elif chosen > right:
        mistake = Mistake.SUPERSET
    elif chosen < right:
        mistake = Mistake.SUBSET
    else:
        mistake = Mistake.OVERLAP if chosen & right else Mistake.DISJOINT
    return Judgement(Outcome.WRONG, mistake)


def _keys(answer: str) -> frozenset[str]:
    return frozenset() if answer == NONE_FOLLOWS else frozenset(answer.split(","))
