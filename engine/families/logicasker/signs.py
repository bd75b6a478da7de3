"""Hides the signs of letters: premises are grown so that signs do not reveal the answer.

By most rules, what follows has each letter with both signs in premises and negated conclusion
(`engine.logic.polarity`). A fallacy or a refuted conclusion mostly has one or two letters with only
one sign, which would show at any length. So premises are grown that have these letters with the
missing sign, in what simplifications discard.
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
    """The literals an argument ending in a root needs so that no sign reveals the answer."""
    if contrast is not None:
        return lacking((*contrast.fallacy.premises, contrast.fallacy.conclusion))
    if problem is Problem.CONTRADICTION:
        return lacking((*root.premises, Not(root.conclusion)))
    return ()


@lru_cache(maxsize=1 << 12)
def lacking(formulas: tuple[Formula, ...]) -> tuple[Formula, ...]:
    """Letters with only one sign, each with its missing sign; the conclusion comes last."""
    stated, asked = _signs(formulas)
    affirmed = stated.positive | asked.negative
    letters = {letter.name: letter for formula in formulas for letter in letters_of(formula)}
    return tuple(
        Not(letters[name]) if name in affirmed else letters[name]
        for name in sorted(of_one_polarity(stated, asked))
    )


def excess(formulas: Sequence[Formula], sound: Sequence[Formula]) -> int:
    """How many more letters have only one sign than in the sound argument.

    Those of the conclusion, which comes last, count twice.
    """
    more = zip(_n_of_one_sign(formulas), _n_of_one_sign(sound), strict=True)
    return sum([max(0, one - other) for one, other in more])


def _n_of_one_sign(formulas: Sequence[Formula]) -> tuple[int, int]:
    """How many letters have only one sign, and how many of these the conclusion has."""
    stated, asked = _signs(formulas)
    alone = of_one_polarity(stated, asked)
    return len(alone), len(alone & (asked.positive | asked.negative))


def _signs(formulas: Sequence[Formula]) -> tuple[Polarities, Polarities]:
    """The signs of letters in the premises, and in the conclusion."""
    *premises, asked = formulas
    stated = NONE
    for premise in premises:
        stated |= polarities(premise)
    return stated, polarities(asked)
