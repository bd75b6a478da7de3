"""What follows in LogicSkills' published questions, each answer shown in two ways.

That a statement follows is proved by instances from the fewest premises that it needs, and by Z3
from all. That it does not is shown by a least structure, at which our evaluator and Z3 both look.
The premise at 0 is the domain constraint, which is taken for granted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from engine.errors import VerificationError
from engine.items import Model, OptionGround
from engine.logic import Formula, Not, show
from engine.logic.entailment import follows_for_z3, holds_for_z3, least_countermodel
from engine.logic.herbrand import can_be_true
from engine.logic.models import find_countermodel
from engine.logic.structures import Structure
from engine.verification.skill import model_of

LARGEST = 5
"""Individuals of a structure that shows that a statement fails; four questions need as many."""

Premises = tuple[Formula, ...]


@lru_cache(maxsize=1 << 13)  # a question in English and its counterpart have the same formulas
def published_ground(premises: Premises, conclusion: Formula) -> OptionGround:
    """Why a statement follows, or does not.

    Raises:
        VerificationError: the two ways disagree, or do not settle it.
    """
    fails = least_countermodel(premises, conclusion) is not None
    if fails or not follows_for_z3(premises, conclusion):
        return OptionGround(None, (model_of(_shown(premises, conclusion)),))
    counters: list[Model] = []
    for size in range(len(premises)):
        smaller, counters = counters, []
        for sources in combinations(range(1, len(premises)), size):
            some = (premises[0], *(premises[at] for at in sources))
            fails = least_countermodel(some, conclusion) is not None
            if not fails and is_proved(some, conclusion):
                return OptionGround(sources, tuple(smaller))
            counters.append(model_of(_shown(some, conclusion)))
    raise VerificationError(f"Z3 finds that {show(conclusion)} follows, and instances do not")


def is_proved(premises: Sequence[Formula], conclusion: Formula) -> bool:
    """Whether instances contradict the premises with the denial of the conclusion.

    The denial stands first: its individuals are those that the others have to be looked at for.
    """
    constraint, *others = premises
    return can_be_true([Not(conclusion), *others, constraint]) is False


def _shown(premises: Premises, conclusion: Formula) -> Structure:
    """A structure in which the conclusion fails, for our evaluator and for Z3.

    Raises:
        VerificationError: there is none of few individuals, or Z3 does not see it so.
    """
    found = least_countermodel(premises, conclusion)
    if found is None:
        found = find_countermodel(premises, conclusion, LARGEST)
    if found is None:
        raise VerificationError(f"whether {show(conclusion)} follows is not settled")
    if not all(holds_for_z3(found, formula) for formula in (*premises, Not(conclusion))):
        raise VerificationError(f"Z3 finds no countermodel in that of {show(conclusion)}")
    return found
