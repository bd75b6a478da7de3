"""Comparing formulas: three procedures that must never contradict one another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.grade.formulas.equivalence import Equivalence, compare
from engine.grade.formulas.key import symbols_of
from engine.grade.formulas.normal import _narrowed, normal_form
from engine.grade.formulas.worlds import SIZES, Vocabulary, truth, worlds
from engine.grade.structures.argument import argument
from engine.grade.structures.confirming import is_countermodel_for_z3
from engine.logic import (
    And,
    Constant,
    Exists,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Term,
    Variable,
    parse,
    show,
)
from engine.logic.first_order.structures import holds
from tests.examples import examples

KEY = Vocabulary((("M", 1), ("R", 2)), ("a", "b"))
X, Y = Variable("x"), Variable("y")
TERMS: st.SearchStrategy[Term] = st.sampled_from([X, Y, Constant("a"), Constant("b")])
ATOMS: st.SearchStrategy[Formula] = st.one_of(
    st.builds(lambda t: Predicate("M", (t,)), TERMS),
    st.builds(lambda s, t: Predicate("R", (s, t)), TERMS, TERMS),
)


def _larger(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    return st.one_of(
        st.builds(Not, inner),
        *(st.builds(node, inner, inner) for node in (And, Or, Implies, Iff)),
        *(st.builds(node, st.sampled_from([X, Y]), inner) for node in (Forall, Exists)),
    )


SENTENCES: st.SearchStrategy[Formula] = st.recursive(ATOMS, _larger, max_leaves=5).map(
    lambda formula: Forall(X, Exists(Y, formula))
)


@given(formula=SENTENCES)
@examples(60)
def test_truth_bit_by_bit_is_truth_in_each_structure(formula: Formula) -> None:
    for size in SIZES[:3]:
        among = worlds(KEY, size)
        value = truth(formula, among)
        for number in (0, 17, 100, 255):
            structure = among.structure(KEY, number)
            assert bool(value >> number & 1) == holds(structure, formula)


@given(first=SENTENCES, second=SENTENCES)
@examples(60)
def test_what_is_distinguished_has_different_normal_forms(first: Formula, second: Formula) -> None:
    found = compare(first, second, KEY)
    if found.verdict is Equivalence.DIFFERENT:
        assert found.structure is not None
        assert holds(found.structure, first) != holds(found.structure, second)
        assert normal_form(first) != normal_form(second)


@given(formula=SENTENCES)
@examples(60)
def test_narrowing_quantifiers_changes_no_truth(formula: Formula) -> None:
    narrowed = _narrowed(formula, False)
    for size in SIZES:
        assert truth(narrowed, worlds(KEY, size)) == truth(formula, worlds(KEY, size))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("∃x Mx ∧ ¬Ma", "∃x(Mx ∧ ¬Ma)"),
        ("∃x(Mx ∧ ∃y(My ∧ Rxy))", "∃x∃y((Mx ∧ My) ∧ Rxy)"),
        ("∃x(Mx ∧ Rxa) → Ma", "∀x(Mx ∧ Rxa → Ma)"),
        ("∀x(Mx → Rxa) ∨ ¬Ma", "∀x(Mx → Rxa ∨ ¬Ma)"),
    ],
)
def test_formulas_alike_but_for_the_reach_of_quantifiers_have_one_normal_form(
    first: str, second: str
) -> None:
    assert normal_form(parse(first)) == normal_form(parse(second))


@given(formula=SENTENCES, other=SENTENCES)
@examples(40)
def test_the_compiled_argument_the_evaluator_and_z3_agree(formula: Formula, other: Formula) -> None:
    asked = argument((show(formula),), show(other))
    vocabulary = symbols_of([formula, other])
    for number in (3, 70, 140):
        structure = worlds(vocabulary, 3).structure(vocabulary, number)
        is_countermodel = holds(structure, formula) and not holds(structure, other)
        assert asked.is_conclusion_true(structure) == holds(structure, other)
        assert (asked.first_false_premise(structure) is None) == holds(structure, formula)
        assert is_countermodel_for_z3(asked, structure) == is_countermodel


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("¬∀x(Mx → Rxa)", "∃x(Mx ∧ ¬Rxa)"),
        ("∀x∀y(Mx ∧ My → Rxy)", "∀y∀x(My ∧ Mx → Ryx)"),
        ("∃x(Mx ∧ ∃y(My ∧ Rxy ∧ Ryx))", "∃x∃y((Mx ∧ My) ∧ (Rxy ∧ Ryx))"),
        ("Ma → (Mb → Raa)", "Mb ∧ Ma → Raa"),
        ("∃xMx → Raa", "∀x(Mx → Raa)"),
    ],
)
def test_equivalent_formulas_are_found_so(first: str, second: str) -> None:
    assert compare(parse(first), parse(second), KEY).verdict is Equivalence.EQUIVALENT


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ma → (Mb → Raa)", "Ma → (Mb ↔ Raa)"),
        ("∀x(Mx → ∃y(My ∧ Rxy))", "∃y(My ∧ ∀x(Mx → Rxy))"),
        ("∀x(Mx → Rxa)", "∀x(Mx ∧ Rxa)"),
        ("∃x∃y Rxy", "∃x Rxx"),
    ],
)
def test_one_entailing_the_other_is_not_enough(first: str, second: str) -> None:
    found = compare(parse(first), parse(second), KEY)
    assert found.verdict is Equivalence.DIFFERENT
    assert found.structure is not None
