"""The questions that a group asks about a sound argument."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.families.logicasker.arguments import Sound
from engine.families.logicasker.asked import (
    Asked,
    contrast,
    correct,
    fallacy,
    negation,
    new_statement,
)
from engine.families.logicasker.params import Cell, Params
from engine.families.logicasker.rules.skills import Problem


def questions(
    params: Params, planned: Cell, sounds: Sequence[Sound], rng: Random
) -> tuple[Sound, list[Asked]]:
    """Choose one of the sound arguments, and what to ask: it and its contrasts, or one question.

    Raises:
        Rejected: there is no such contrast, or it makes no item.
    """
    sound = sounds[0]
    if params.recipe == "faithful":
        return sound, [_faithful(planned, sound, rng)]
    found: list[Asked] = []
    for kind in _contrasting(params, planned):
        sound, asked = contrast(kind, params.question, sounds, rng)
        found.append(asked)
    return sound, [correct(sound), *found]


def _contrasting(params: Params, planned: Cell) -> list[str]:
    """The kinds of question whose conclusion does not follow."""
    last = "unrelated"
    if planned.skill.is_fallacy:
        last = "fallacy"
    elif planned.problem is Problem.CONTRADICTION:
        last = "contradiction"
    return [last] if params.question == "two-way" else ["contradiction", last]


def _faithful(planned: Cell, sound: Sound, rng: Random) -> Asked:
    if planned.skill.is_fallacy:
        return fallacy(sound)
    match planned.problem:
        case Problem.INFERENCE:
            return correct(sound)
        case Problem.CONTRADICTION:
            return negation(sound)
        case _:
            return new_statement(sound, rng)
