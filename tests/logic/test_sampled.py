"""Structures sampled to see quickly that formulas can be true together."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import and_

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import InputError
from engine.logic import Formula, parse
from engine.logic.first_order.herbrand import can_be_true
from engine.logic.first_order.sampled import ALL, where_true
from tests.examples import examples
from tests.logic.random_formulas import quantified

SENTENCES = quantified(("p1", "P1(x)", "P2(x)", "R1(x, a1)", "R1(a1, x)", "P1(a2)"))


def where_all_hold(formulas: Iterable[Formula]) -> int:
    return reduce(and_, map(where_true, formulas), ALL)


@given(formulas=st.lists(SENTENCES, min_size=1, max_size=4))
@examples(200)
def test_formulas_true_in_a_sampled_structure_can_be_true(formulas: list[Formula]) -> None:
    if where_all_hold(formulas):
        assert can_be_true(formulas)


@pytest.mark.parametrize(
    "formulas",
    [
        ["∀x (P1(x) → P2(x))", "∃x ¬P1(x)", "P1(a1)"],
        ["∃x R1(x, a1)", "¬∀x R1(x, a1)", "¬R1(a1, a1)"],
        ["∀x ∃y R1(x, y)", "¬∃x ∀y R1(y, x)"],
        ["P1(y) → P2(y)", "∃x P2(x)", "¬∀x P2(x)", "p1 ↔ p2"],
    ],
)
def test_what_two_individuals_make_true_is_seen(formulas: list[str]) -> None:
    assert where_all_hold(map(parse, formulas)) != 0


def test_what_always_or_never_holds_does_so_in_all_structures() -> None:
    assert where_true(parse("∀x (P1(x) ∨ ¬P1(x))")) == ALL
    assert where_true(parse("P1(y)")) == where_true(parse("∀x P1(x)"))
    assert where_all_hold(map(parse, ["∀x P1(x)", "¬P1(a1)"])) == 0


def test_identity_is_refused() -> None:
    with pytest.raises(InputError, match="quantifiers alone"):
        where_true(parse("a = b"))
