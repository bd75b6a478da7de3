"""With which signs the letters of what is asked stand in an argument.

What follows by most rules has each letter with both signs in the premises and the denied conclusion
together (`engine.logic.polarity`). What is inferred by a fallacy or refuted mostly has one or two
without, so that it would show at any length. Therefore premises are grown that have these
letters with the sign which they lack, in what simplifications leave aside.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.families.logicasker.asides import letters_of
from engine.families.logicasker.contrast import Contrast
from engine.families.logicasker.rules.lifting import Schema
from engine.families.logicasker.rules.skills import Problem
from engine.logic import Formula, Not
from engine.logic.polarity import NONE, Polarities, of_one_polarity, polarities


def to_be_hidden(root: Schema, contrast: Contrast | None, problem: Problem) -> tuple[Formula, ...]:
    """What an argument that ends by a root must have for no sign to tell what is asked of it."""
    if contrast is not None:
        return lacking((*contrast.fallacy.premises, contrast.fallacy.conclusion))
    if problem is Problem.CONTRADICTION:
        return lacking((*root.premises, Not(root.conclusion)))
    return ()


@lru_cache(maxsize=1 << 12)
def lacking(formulas: tuple[Formula, ...]) -> tuple[Formula, ...]:
    """The letters that stand with one sign only, each with the other; the conclusion comes last."""
    stated, asked = _signs(formulas)
    affirmed = stated.positive | asked.negative
    letters = {letter.name: letter for formula in formulas for letter in letters_of(formula)}
    return tuple(
        Not(letters[name]) if name in affirmed else letters[name]
        for name in sorted(of_one_polarity(stated, asked))
    )


def excess(formulas: Sequence[Formula], sound: Sequence[Formula]) -> int:
    """How many more letters have one sign only than in the argument that follows.

    Those of the conclusion, which comes last, count twice.
    """
    more = zip(_n_of_one_sign(formulas), _n_of_one_sign(sound), strict=True)
    return sum([max(0, one - other) for one, other in more])


def _n_of_one_sign(formulas: Sequence[Formula]) -> tuple[int, int]:
    """How many letters have one sign only, and how many of these the conclusion has."""
    stated, asked = _signs(formulas)
    alone = of_one_polarity(stated, asked)
    return len(alone), len(alone & (asked.positive | asked.negative))


def _signs(formulas: Sequence[Formula]) -> tuple[Polarities, Polarities]:
    """With which signs letters stand in the premises, and with which in the conclusion."""
    *premises, asked = formulas
    stated = NONE
    for premise in premises:
        stated |= polarities(premise)
    return stated, polarities(asked)
