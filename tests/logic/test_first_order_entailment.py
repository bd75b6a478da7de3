"""First-order entailment two ways: instances with elimination, and Z3; kept up to renaming."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import InputError
from engine.logic import Entailment, Formula, parse
from engine.logic.first_order import entailment as first_order
from engine.logic.first_order.entailment import follows_for_z3
from engine.logic.first_order.herbrand import can_be_true, herbrand_entailment
from engine.logic.first_order.models import find_model
from engine.logic.first_order.quantified_session import (
    is_proved_by_z3,
    z3_first_order_entailment,
)
from engine.logic.judging import _z3_entailment, can_be_left_out, our_entailment, z3_entailment
from tests.examples import examples
from tests.logic.random_formulas import quantified


@pytest.mark.parametrize(
    ("premises", "query", "entailment"),
    [
        (["∀x (P(x) → Q(x))", "∃x P(x)"], "∃x Q(x)", Entailment.ENTAILED),
        (["∀x (P(x) → Q(x))", "∃x P(x)"], "∀x ¬Q(x)", Entailment.REFUTED),
        (["∀x (P(x) → Q(x))"], "∃x P(x)", Entailment.UNDETERMINED),
        (["∀x P(x)", "∃x ¬P(x)"], "p", Entailment.INCONSISTENT),
        (["∀x P(x)"], "∃x P(x)", Entailment.ENTAILED),
        (["∀x P(x)", "∀x ¬P(x)"], "q", Entailment.INCONSISTENT),
        (["∃x P(x)", "∃x ¬P(x)"], "P(a)", Entailment.UNDETERMINED),
        (["P(y)"], "P(a)", Entailment.ENTAILED),
        (["P(a)"], "P(y)", Entailment.UNDETERMINED),
        (["p → ∃x P(x)"], "∃x (p → P(x))", Entailment.ENTAILED),
        (["∀x (P(x) → ∃y Q(y))", "P(a)"], "∃x Q(x)", Entailment.ENTAILED),
        (["∃x ∀y R(x, y)"], "∀x ∃y R(y, x)", Entailment.ENTAILED),
        (["∀x ∃y R(x, y)"], "∃x ∀y R(y, x)", Entailment.UNDETERMINED),
        (["∀x ∃y R(x, y)"], "∀x ∀y ¬R(x, y)", Entailment.REFUTED),
        (["∀x ∀y (R(x, y) → R(y, x))", "R(a, b)"], "R(b, a)", Entailment.ENTAILED),
        (["∀x (P(x) ↔ ¬P(x))"], "p", Entailment.INCONSISTENT),
        (["p ∨ q"], "p", Entailment.UNDETERMINED),
    ],
)
def test_both_procedures_say_so(premises: list[str], query: str, entailment: Entailment) -> None:
    formulas, asked = [parse(premise) for premise in premises], parse(query)
    assert herbrand_entailment(formulas, asked) is entailment
    assert z3_first_order_entailment(formulas, asked) is entailment
    assert our_entailment(formulas, asked) is z3_entailment(formulas, asked) is entailment


def test_what_the_session_does_not_prove_is_asked_afresh(monkeypatch: pytest.MonkeyPatch) -> None:
    premises = (parse("∀x (P(x) → Q(x))"), parse("P(a)"))
    assert is_proved_by_z3(premises, parse("Q(a)"))
    assert not is_proved_by_z3(premises, parse("Q(b)"))
    assert follows_for_z3(premises, parse("Q(b)")) is False
    monkeypatch.setattr(first_order, "is_proved_by_z3", lambda *_: False)
    follows_for_z3.cache_clear()
    assert follows_for_z3(premises, parse("Q(a)")) is True


def test_what_has_only_infinite_models_is_unknown_to_us_rather_than_a_label() -> None:
    order = ["∀x ∃y R(x, y)", "∀x ¬R(x, x)", "∀x ∀y ∀z (R(x, y) ∧ R(y, z) → R(x, z))"]
    assert can_be_true([parse(formula) for formula in order]) is None
    assert our_entailment([parse(formula) for formula in order], parse("p")) is Entailment.UNKNOWN


def test_identity_is_refused() -> None:
    with pytest.raises(InputError, match="no identity"):
        herbrand_entailment([parse("a = b")], parse("∃x P(x)"))


def test_a_premise_that_is_not_needed_is_noticed() -> None:
    needed = [parse("∀x (P(x) → Q(x))"), parse("∃x P(x)")]
    assert not can_be_left_out(needed, parse("∃x Q(x)"))
    assert can_be_left_out([*needed, parse("P(a)")], parse("∃x Q(x)"))


def test_arguments_equal_up_to_names_signs_and_order_share_a_verdict() -> None:
    first = [parse("∀x (P7(x) → Q1(x))"), parse("P7(a3)")], parse("Q1(a3)")
    assert z3_entailment(*first) is Entailment.ENTAILED
    before = _z3_entailment.cache_info().misses
    other = [parse("¬P2(a9)"), parse("∀x (¬P2(x) → P5(x))")], parse("P5(a9)")
    assert z3_entailment(*other) is Entailment.ENTAILED
    # predicates named Q and P are of different kinds here, so that one more may have been asked
    assert _z3_entailment.cache_info().misses - before <= 1
    again = [parse("∀x (P3(x) → ¬P4(x))"), parse("P3(a1)")], parse("¬P4(a1)")
    after = _z3_entailment.cache_info().misses
    assert z3_entailment(*again) is Entailment.ENTAILED
    assert _z3_entailment.cache_info().misses == after


SENTENCES = quantified(("p", "P1(x)", "P2(x)", "P1(a1)", "P3(x)"))


@given(premises=st.lists(SENTENCES, max_size=4), query=SENTENCES)
@examples(250)
def test_the_procedures_agree_on_monadic_arguments(premises: list[Formula], query: Formula) -> None:
    ours = herbrand_entailment(premises, query)
    assert ours is z3_first_order_entailment(premises, query)
    assert ours is not Entailment.UNKNOWN
    assert our_entailment(premises, query) is ours
    assert z3_entailment(premises, query) is ours


@given(formulas=st.lists(SENTENCES, min_size=1, max_size=3))
@examples(150)
def test_what_can_be_true_has_a_model_of_as_many_as_there_are_types(
    formulas: list[Formula],
) -> None:
    """Three predicates make eight types of individual; more are not needed (2^k)."""
    found = can_be_true(formulas)
    assert found is (find_model(formulas, 8) is not None)
