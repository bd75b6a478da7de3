"""With which signs predicates stand in a formula, and which an argument has with one sign only."""

import pytest

from engine.logic import parse
from engine.logic.polarity import NONE, of_one_polarity, polarities


@pytest.mark.parametrize(
    ("formula", "positive", "negative"),
    [
        ("p1", "p1", ""),
        ("¬p1", "", "p1"),
        ("¬(p1 ∧ ¬p2)", "p2", "p1"),
        ("p1 → (p2 ∨ ¬p3)", "p2", "p1 p3"),
        ("p1 ↔ p2", "p1 p2", "p1 p2"),
        ("∀x (P1(x) → ∃y R1(x, y))", "R1", "P1"),
    ],
)
def test_a_denial_and_the_left_side_of_a_conditional_turn_the_sign(
    formula: str, positive: str, negative: str
) -> None:
    found = polarities(parse(formula))
    assert found == (set(positive.split()), set(negative.split()))


@pytest.mark.parametrize(
    ("premises", "conclusion", "alone"),
    [
        (["p1 → p2", "p1"], "p2", set()),
        (["p1 → p2", "p2"], "p1", {"p1", "p2"}),
        (["p1 ∧ p2"], "p1", {"p2"}),
        (["p1"], "p1 ∨ p2", set()),
    ],
)
def test_what_follows_has_each_predicate_of_its_premises_with_both_signs_if_all_are_needed(
    premises: list[str], conclusion: str, alone: set[str]
) -> None:
    stated = NONE
    for premise in premises:
        stated |= polarities(parse(premise))
    assert of_one_polarity(stated, polarities(parse(conclusion))) == alone
