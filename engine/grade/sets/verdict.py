"""The verdict on a set of options: right exactly if it is the set of options that follow."""

from __future__ import annotations

from engine.core.items import NONE_FOLLOWS, Mistake, Outcome
from engine.grade.judgement import Judgement


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
