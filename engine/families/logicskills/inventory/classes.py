"""Classifies sentences of first-order logic: can they be true, and can they be false?

A formula that is true in some sampled structures and false in others is contingent, as these show.
The few that are not seen both ways are settled once for all formulas that differ in letters only. A
small structure shows that a formula can be true, or false; instances and Z3 show that it must be.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from engine.core.errors import VerificationError
from engine.families.logicskills.samples import everywhere, truth
from engine.logic import Formula, negate, parse, show
from engine.logic.first_order.entailment import follows_for_z3, least_structure
from engine.logic.first_order.herbrand import can_be_true

_LETTER = re.compile(r"[A-Za-w]")  # x and y are variables
_KEPT = 1 << 14


class SentenceClass(StrEnum):
    """A formula's class; UNKNOWN if no procedure settles it within its bounds."""

    CONTINGENT = "contingent"
    VALID = "valid"
    CONTRADICTORY = "contradictory"
    UNKNOWN = "unknown"


def class_of(formula: Formula) -> SentenceClass:
    """The class of a closed formula over the letters of the lexicon.

    Raises:
        VerificationError: our procedure and Z3 disagree.
    """
    if truth(formula) not in (0, everywhere()):
        return SentenceClass.CONTINGENT
    return settled(_renamed(show(formula)))


@lru_cache(maxsize=_KEPT)
def settled(text: str) -> SentenceClass:
    """Classify a formula without samples.

    >>> settled("∀x (P0(x) → P0(x))"), settled("P0(a1) → P0(a2)")
    (<SentenceClass.VALID: 'valid'>, <SentenceClass.CONTINGENT: 'contingent'>)
    """
    formula = parse(text)
    can_fail, can_hold = _possible(negate(formula)), _possible(formula)
    if can_fail is None or can_hold is None:
        return SentenceClass.UNKNOWN
    if can_fail and can_hold:
        return SentenceClass.CONTINGENT
    return SentenceClass.CONTRADICTORY if can_fail else SentenceClass.VALID


def _possible(formula: Formula) -> bool | None:
    """Whether a formula can be true; None if Z3 or our procedure gives up.

    Z3 comes first: our search is slow where there is no structure to find.
    """
    cannot = follows_for_z3((), negate(formula))
    if cannot is None:
        return None
    if not cannot:
        return True if least_structure((formula,)) is not None else None
    possible = can_be_true([formula])
    if possible:
        raise VerificationError(f"{show(formula)} is impossible for Z3, but not by instances")
    return possible


def _renamed(text: str) -> str:
    """The formula with its letters numbered in order of first occurrence."""
    numbers: dict[str, int] = {}

    def rename(found: re.Match[str]) -> str:
        letter = found.group()
        return f"{'P' if letter.isupper() else 'a'}{numbers.setdefault(letter, len(numbers))}"

    return _LETTER.sub(rename, text)
