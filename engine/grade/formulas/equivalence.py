"""Equivalence of two formulas, with a distinguishing structure if they differ.

Small structures are tried first, hundreds at once. If none distinguishes the formulas, they have
the same normal form, or Z3 proves each from the other, or a larger structure is searched for. A
case that none of these settles is undecided, never taken for yes or no.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from engine.core.errors import InputError, VerificationError
from engine.grade.formulas.normal import normal_form
from engine.grade.formulas.worlds import SIZES, Vocabulary, can_evaluate, truth, worlds
from engine.logic import Formula, Iff, Verdict, Xor, show
from engine.logic.first_order.models import find_model
from engine.logic.first_order.structures import Structure, holds

_RLIMIT = 1_000_000  # Z3's resource units; these questions take a few thousand
_SEARCHED = 4  # domain size of the structures searched for if Z3 gives no answer


class Equivalence(StrEnum):
    """The relation between two formulas."""

    EQUIVALENT = "equivalent"
    DIFFERENT = "different"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Comparison:
    """The verdict, and a structure in which one formula is true and the other false."""

    verdict: Equivalence
    structure: Structure | None = None


_SAME = Comparison(Equivalence.EQUIVALENT)
_UNDECIDED = Comparison(Equivalence.UNDECIDED)


@lru_cache(maxsize=16384)
def compare(gold: Formula, answer: Formula, vocabulary: Vocabulary) -> Comparison:
    """Decide whether two closed formulas of a vocabulary, without identity, are equivalent.

    Raises:
        VerificationError: the evaluators disagree on a structure; the message has the formulas.
    """
    if gold == answer:
        return _SAME
    for size in SIZES:
        if not can_evaluate(answer, size):
            break
        apart = _gold_truth(gold, vocabulary, size) ^ truth(answer, worlds(vocabulary, size))
        if apart:
            number = (apart & -apart).bit_length() - 1
            return _different(gold, answer, worlds(vocabulary, size).structure(vocabulary, number))
    if (own := normal_form(gold)) is not None and own == normal_form(answer):
        return _SAME
    return _proved(gold, answer)


@lru_cache(maxsize=16384)
def _gold_truth(gold: Formula, vocabulary: Vocabulary, size: int) -> int:
    return truth(gold, worlds(vocabulary, size))


def _different(gold: Formula, answer: Formula, structure: Structure) -> Comparison:
    """The verdict with its structure, after evaluating both formulas in it again."""
    if holds(structure, gold) == holds(structure, answer):
        raise VerificationError(
            f"the evaluators disagree on a structure of {structure.size} for {show(gold)} and"
            f" {show(answer)}"
        )
    return Comparison(Equivalence.DIFFERENT, structure)


def _proved(gold: Formula, answer: Formula) -> Comparison:
    """The verdict of Z3, or of a search if Z3 gives no answer."""
    from engine.logic.first_order.solver import examine

    try:
        finding = examine((), Iff(gold, answer), _RLIMIT)
        if finding.verdict is Verdict.VALID:
            return _SAME
        found = finding.countermodel
        if found is None and can_evaluate(Xor(gold, answer), _SEARCHED):
            found = find_model([Xor(gold, answer)], _SEARCHED)
    except InputError:  # nested too deep, or too large for an exact search
        return _UNDECIDED
    return _UNDECIDED if found is None else _different(gold, answer, found)
