"""Which sentences of LogicSkills are too hard to read to stand in a validity question."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.families.logicskills.language.awkward import reads_well
from engine.families.logicskills.language.trees import (
    Clause,
    Compound,
    Name,
    Phrase,
    Quantifier,
    Tree,
    Verb,
)

SLEPT = Clause(Name("a"), Verb("F"))
LIMPED = Clause(Name("b"), Verb("G"))
ONLY = Clause(Phrase(Quantifier.ONLY, "M"), Verb("F"))
BIT = Verb("P", Phrase(Quantifier.SOME, "N"))
EITHER = Compound("disjunction_either", (SLEPT, LIMPED))
NO = Clause(Phrase(Quantifier.NO, "M", BIT), Verb("F"))


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        (Compound("conditional_only_if", (SLEPT, LIMPED)), True),
        (Compound("conditional_only_if", (ONLY, LIMPED)), False),
        (Compound("biconditional_if_and_only_if", (SLEPT, ONLY)), False),
        (Compound("conjunction_simple", (ONLY, LIMPED)), True),
        (EITHER, True),
        (Compound("disjunction_either", (EITHER, LIMPED)), False),
        (Compound("disjunction_either", (LIMPED, EITHER)), True),
        (NO, True),
        (replace(NO, verb=BIT), False),  # “No mole that bit a fox bit a fox”
    ],
)
def test_only_twice_either_twice_and_echoes_are_awkward(tree: Tree, expected: bool) -> None:
    assert reads_well(tree) is expected
