"""What a group asks of a sound argument."""

from __future__ import annotations

from random import Random

from engine.families.logicasker.arguments import Sound
from engine.families.logicasker.asked import (
    Asked,
    contradiction,
    correct,
    fallacy,
    negation,
    new_statement,
    unrelated,
)
from engine.families.logicasker.params import Cell, Params
from engine.logic.skills import Problem


def questions(params: Params, planned: Cell, sound: Sound, rng: Random) -> list[Asked]:
    """The inference and its contrasts, or in the faithful recipe one thing.

    Raises:
        Rejected: there is no such contrast, or it is no item.
    """
    if params.recipe == "faithful":
        return [_faithful(planned, sound, rng)]
    kinds = _contrasting(params, planned)
    return [correct(sound), *(_contrast(kind, params.question, sound, rng) for kind in kinds)]


def _contrasting(params: Params, planned: Cell) -> list[str]:
    """The kinds of the questions that do not follow."""
    last = "unrelated"
    if planned.skill.is_fallacy:
        last = "fallacy"
    elif planned.problem is Problem.CONTRADICTION:
        last = "contradiction"
    return [last] if params.question == "two-way" else ["contradiction", last]


def _contrast(kind: str, question: str, sound: Sound, rng: Random) -> Asked:
    if kind == "fallacy":
        return fallacy(sound)
    return (contradiction if kind == "contradiction" else unrelated)(sound, question, rng)


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
