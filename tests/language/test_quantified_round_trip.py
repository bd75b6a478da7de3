"""Formulas about people go into English and come back as the one formula that was meant."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from quantified_material import PEOPLE, formulas

from engine.core.errors import InputError
from engine.core.items import Symbol
from engine.families.logicasker.language import canonical, readings, sentence
from engine.logic import (
    And,
    Exists,
    Forall,
    Formula,
    Not,
    Or,
    Predicate,
    Variable,
    parse,
    show,
)
from tests.examples import examples
from tests.logic.alpha import alpha_equivalent


def wordings_of(text: str, n: int = 40) -> set[str]:
    """The sentences that a formula can become."""
    return {sentence(parse(text), PEOPLE, Random(seed)) for seed in range(n)}


def readings_of(text: str) -> set[str]:
    return {show(formula) for formula in readings(text, PEOPLE)}


@examples(400)
@given(formulas(), st.integers(0, 2**32))
def test_a_sentence_has_one_reading_and_that_is_its_formula(formula: Formula, seed: int) -> None:
    text = sentence(formula, PEOPLE, Random(seed))
    assert readings(text, PEOPLE) == (canonical(formula),)


@given(formulas(4))
def test_canonical_changes_the_names_of_bound_variables_alone(formula: Formula) -> None:
    assert alpha_equivalent(formula, canonical(formula))
    assert canonical(canonical(formula)) == canonical(formula)


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("¬(p ∧ q)", {"It is not true both that Ludvik plays chess and that it is snowing."}),
        ("¬(p ∨ q)", {"It is not true that Ludvik plays chess or that it is snowing."}),
        ("¬¬p", {"It is not true that Ludvik does not play chess."}),
        ("p ∨ q ∧ r", {"Ludvik plays chess, or it is snowing and the bell is ringing."}),
        ("p ∧ q ∨ r", {"Ludvik plays chess and it is snowing, or the bell is ringing."}),
        ("p ∧ (q ∨ r)", {"Ludvik plays chess, and either it is snowing or the bell is ringing."}),
        ("p → q ∧ r", {"If Ludvik plays chess, then it is snowing and the bell is ringing."}),
        ("p ∧ q → r", {"If Ludvik plays chess and it is snowing, then the bell is ringing."}),
        (
            "(p → q) ∧ r",
            {
                "It is true both that if Ludvik plays chess, then it is snowing, and that the bell"
                " is ringing."
            },
        ),
        (
            "¬((p → q) ∧ r)",
            {
                "It is not true both that if Ludvik plays chess, then it is snowing, and that the"
                " bell is ringing."
            },
        ),
        ("∀x Q(x) ∧ q", {"Everyone sings, and it is snowing."}),
        ("p ↔ ¬q", {"Ludvik plays chess if and only if it is not snowing."}),
        ("¬(q ↔ Q(a))", {"It is not true that it is snowing if and only if Karen sings."}),
        (
            "(q → r) → Q(a)",
            {"If it is true that if it is snowing, then the bell is ringing, then Karen sings."},
        ),
        ("∀x (P(x) → Q(x))", {"Every baker sings.", "If someone is a baker, they sing."}),
        (
            "∀x (Q(x) → P(x))",
            {
                "Everyone who sings is a baker.",
                "Anyone who sings is a baker.",
                "If someone sings, they are a baker.",
            },
        ),
        ("∀x ¬Q(x)", {"No one sings."}),
        ("∀x (P(x) → ¬Q(x))", {"No baker sings.", "If someone is a baker, they do not sing."}),
        (
            "∀x (¬Q(x) → ¬S(x))",
            {
                "Anyone who does not sing is not tall.",
                "If someone does not sing, they are not tall.",
            },
        ),
        (
            "∀x (¬(P(x) ∧ Q(x)) → S(x))",
            {"Unless someone both is a baker and sings, they are tall."},
        ),
        (
            "∀x (S(x) → ¬(P(x) ∨ Q(x)))",
            {
                "No one who is tall is a baker or sings.",
                "Anyone who is tall neither is a baker nor sings.",
                "If someone is tall, they neither are a baker nor sing.",
            },
        ),
        ("∀x ¬(P(x) ∧ S(x))", {"No one is both a baker and tall."}),
        ("∀x ¬(Q(x) ∧ S(x))", {"No one both sings and is tall."}),
        ("∀x (¬P(x) ∨ ¬S(x))", {"Everyone is either not a baker or not tall."}),
        ("∀x (¬Q(x) ∨ S(x))", {"Everyone either does not sing or is tall."}),
        ("∀x (P(x) ∧ ¬S(x))", {"Everyone is a baker but not tall."}),
        (
            "∀x (¬Q(x) ∧ ¬S(x))",
            {
                "It is true of everyone that they do not sing and are not tall.",
                "It is true of everyone that they do not sing, and that they are not tall.",
            },
        ),
        (
            "∃x ¬(P(x) ∨ Q(x))",
            {
                "Someone neither is a baker nor sings.",
                "At least one person neither is a baker nor sings.",
                "There is someone who neither is a baker nor sings.",
            },
        ),
        (
            "∃x (Q(x) → S(x))",
            {
                "At least one person is tall if they sing.",
                "There is someone who is tall if they sing.",
            },
        ),
        ("¬∀x (P(x) → S(x))", {"Not every baker is tall."}),
        ("∀x (Q(x) ↔ ¬S(x))", {"A person sings if and only if they are not tall."}),
        (  # never “someone who is tall sings”, which could be taken for everyone tall
            "∃x (S(x) ∧ Q(x))",
            {
                "At least one person who is tall sings.",
                "At least one person is tall and sings.",
                "Someone is tall and sings.",
                "There is someone who is tall and sings.",
            },
        ),
        ("∃x ∀y R(x, y)", {"There is someone who admires everyone."}),
        (
            "∀x ∃y R(y, x)",
            {
                "It is true of everyone that there is someone who admires them.",
                "It is true of everyone that someone admires them.",
                "It is true of everyone that at least one person admires them.",
            },
        ),
        ("∀x ∀y R(x, y)", {"Everyone admires everyone."}),
        ("∀y ∀x R(x, y)", {"Everyone is admired by everyone."}),
        (
            "∃x R(x, x)",
            {
                "Someone admires themselves.",
                "At least one person admires themselves.",
                "There is someone who admires themselves.",
            },
        ),
        ("∃x (q → S(x))", {"It is true of someone that if it is snowing, then they are tall."}),
        ("¬∃x ¬P(x)", {"There is no one who is not a baker."}),
        ("p ∧ ⊤", {"Ludvik plays chess and zero equals zero."}),
    ],
)
def test_what_the_english_looks_like(formula: str, expected: set[str]) -> None:
    assert wordings_of(formula) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Everyone does not sing.", {"∀x ¬Q(x)", "¬∀x Q(x)"}),
        ("Every baker does not sing.", {"∀x (P(x) → ¬Q(x))", "¬∀x (P(x) → Q(x))"}),
        ("Everyone admires someone.", {"∀x ∃y R(x, y)", "∃y ∀x R(x, y)"}),
        ("Karen does not admire everyone.", {"¬∀x R(a, x)", "∀x ¬R(a, x)"}),
        (
            "Everyone sings if and only if it is snowing.",
            {"∀x Q(x) ↔ q", "∀x (Q(x) ↔ q)"},
        ),
        (
            "Not everyone sings or someone is tall.",
            {"¬∀x Q(x) ∨ ∃x S(x)", "¬∀x (Q(x) ∨ ∃y S(y))"},
        ),
        (
            "Either Karen sings or Viktor sings if and only if it is snowing.",
            {"Q(a) ∨ (Q(b) ↔ q)", "Q(a) ∨ Q(b) ↔ q"},
        ),
        (
            "If it is snowing, then it is true that Karen sings, or Viktor sings.",
            {"q → Q(a) ∨ Q(b)", "(q → Q(a)) ∨ Q(b)"},
        ),
        ("It is not true that it is snowing if and only if Karen sings.", {"¬(q ↔ Q(a))"}),
        (
            "If it is snowing, then Karen sings, and the bell is ringing.",
            {"q → Q(a) ∧ r", "(q → Q(a)) ∧ r"},
        ),
        (
            "It is not true that Karen sings or it is snowing.",
            {"¬(Q(a) ∨ q)", "¬Q(a) ∨ q"},
        ),
        (
            "It is true of someone that they sing and it is snowing.",
            {"∃x (Q(x) ∧ q)", "∃x Q(x) ∧ q"},
        ),
        (
            "Someone sings and is tall or is a baker.",
            {"∃x (Q(x) ∧ S(x) ∨ P(x))", "∃x (Q(x) ∧ (S(x) ∨ P(x)))"},
        ),
    ],
)
def test_the_reader_sees_the_second_reading_that_our_sentences_avoid(
    text: str, expected: set[str]
) -> None:
    assert readings_of(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("If it is snowing, then Karen sings and the bell is ringing.", "q → Q(a) ∧ r"),
        ("It is snowing or Karen sings, and the bell is ringing.", "(q ∨ Q(a)) ∧ r"),
        ("Someone sings, and the bell is ringing.", "∃x Q(x) ∧ r"),
    ],
)
def test_a_comma_closes_what_comes_before(text: str, expected: str) -> None:
    assert readings_of(text) == {expected}


@pytest.mark.parametrize(
    "text",
    ["They sing.", "Karen sings", "The latter sings.", "Karen sing.", "Every sings is tall.", "."],
)
def test_what_is_no_sentence_of_ours_has_no_reading(text: str) -> None:
    assert readings(text, PEOPLE) == ()


@pytest.mark.parametrize(
    "formula",
    [
        "p ⊕ q",
        "a = b",
        "P(x)",
        "∃y R(x, y)",
        "R(a, b, a)",
        "∀x ∀y ∃z (R(x, y) → R(y, z) ∧ R(x, z))",
        "W(a)",
    ],
)
def test_what_english_cannot_say_is_refused_in_a_sentence(formula: str) -> None:
    with pytest.raises(InputError):
        sentence(parse(formula), PEOPLE, Random(0))


@pytest.mark.parametrize(
    "text",
    [
        "If " * 1000 + "it is snowing.",
        "Either " * 300 + "it is snowing" + " or it is snowing" * 300 + ".",
        "Karen sings" + " and Karen sings" * 500 + ".",
        "Everyone " + "both " * 200 + "sings" + " and sings" * 200 + ".",
        "Everyone who " * 300 + "sings.",
        "It is snowing" + " or it is snowing if and only if it is snowing" * 60 + ".",
    ],
)
def test_a_text_that_nests_beyond_ours_counts_as_unreadable(text: str) -> None:
    assert readings(text, PEOPLE) == ()


def test_verb_phrases_may_nest_as_deep_as_clauses() -> None:
    formula = parse("P(x)")
    for at in range(20):
        formula = (And if at % 2 else Or)(formula, Not(parse("Q(x)")))
    formula = Forall(Variable("x"), formula)
    assert readings(sentence(formula, PEOPLE, Random(0)), PEOPLE) == (formula,)


def test_two_symbols_of_the_same_words_are_refused() -> None:
    both = (
        Symbol("p", "Karen sings", "Karen does not sing"),
        Symbol("Q(x)", "x sings", "x does not sing"),
        Symbol("a", "Karen"),
    )
    with pytest.raises(InputError, match="words a proposition and a predicate"):
        readings("Karen sings.", both)
    with pytest.raises(InputError, match="words two symbols"):
        readings("Karen sings.", (*both[1:], Symbol("S(x)", "x sings", "x does not sing")))


def test_quantifiers_within_each_other_have_an_end() -> None:
    formula: Formula = Predicate("p")
    for name in "uvwxyzs":
        formula = Exists(Variable(name), formula)
    with pytest.raises(InputError, match="nested quantifiers"):
        canonical(formula)
