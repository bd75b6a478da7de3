"""cvc5 proves what follows, and nothing else; what it is not asked about is refused."""

from __future__ import annotations

import pytest

from engine.core.errors import InputError
from engine.logic import parse
from engine.logic.first_order import entailment
from engine.logic.first_order.cvc5_prover import is_proved_by_cvc5
from engine.logic.first_order.entailment import doubting_prover

SOME_OF_EACH = "∃x M(x) ∧ ∃x N(x) ∧ ∀x (M(x) ∨ N(x)) ∧ ¬∃x (M(x) ∧ N(x))"


@pytest.mark.parametrize(
    ("premises", "conclusion", "follows"),
    [
        (["∀x (M(x) → F(x))", "M(a)"], "F(a)", True),
        (["∀x (M(x) → F(x))", "F(a)"], "M(a)", False),
        (["∃x ∀y R(x, y)"], "∀y ∃x R(x, y)", True),
        (["∀y ∃x R(x, y)"], "∃x ∀y R(x, y)", False),
        ([SOME_OF_EACH, "∀x (M(x) → F(x))"], "∃x F(x)", True),  # what there is comes from the first
        (["∀x (M(x) → F(x))"], "∃x F(x)", False),
        ([SOME_OF_EACH, "¬M(a)"], "N(a) ↔ ∃x (N(x) ∧ ¬M(a))", True),
        ([], "∃x (F(x) → ∀y F(y))", True),
    ],
)
def test_cvc5_agrees_with_logic(premises: list[str], conclusion: str, follows: bool) -> None:
    shown = tuple(map(parse, premises))
    assert is_proved_by_cvc5(shown, parse(conclusion)) is follows
    assert (doubting_prover(shown, parse(conclusion)) is None) is follows


@pytest.mark.parametrize("formula", ["a = b", "⊤", "F(a) ⊕ F(b)", "F(x)"])
def test_cvc5_is_not_asked_what_it_is_not_made_for(formula: str) -> None:
    with pytest.raises(InputError, match="cvc5 is asked about"):
        is_proved_by_cvc5((), parse(formula))


def test_the_prover_that_doubts_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    follows = (parse("∀x F(x)"),), parse("F(b)")
    assert doubting_prover(*follows) is None
    monkeypatch.setattr(entailment, "follows_for_z3", lambda *_: None)
    assert doubting_prover(*follows) == "Z3"
    monkeypatch.setattr(entailment, "is_proved_by_cvc5", lambda *_: False)
    assert doubting_prover(*follows) == "cvc5"
