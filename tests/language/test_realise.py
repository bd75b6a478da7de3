from random import Random

import pytest
from clauses import ATOMS, BY_ATOM, SYMBOLS, clauses_of, compounds
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import InputError
from engine.core.items import Symbol
from engine.language import fill, pattern
from engine.language.realise import MAX_WORDED_DEPTH
from engine.logic import parse
from engine.logic.syntax import Constant, Formula, Implies, Not, Or, Predicate, Top
from engine.logic.traversal import fold

P, Q, R, S, T = ATOMS.values()


def renamed(formula: Formula) -> Formula:
    other = dict(zip(ATOMS.values(), (T, S, P, Q, R), strict=True))

    def combine(node: Formula, inner: tuple[Formula, ...]) -> Formula:
        return other[node] if isinstance(node, Predicate) else type(node)(*inner)

    return fold(formula, combine)


@given(compounds(4), st.integers(0, 2**32))
def test_wording_does_not_depend_on_which_atoms_it_holds(formula: Formula, seed: int) -> None:
    assert pattern(formula, Random(seed)) == pattern(renamed(formula), Random(seed))


@given(compounds(4), st.integers(0, 2**32))
def test_each_occurrence_has_its_own_slot_in_the_order_of_the_formula(
    formula: Formula, seed: int
) -> None:
    found = pattern(formula, Random(seed))
    for number, _ in enumerate(clauses_of(formula)):
        assert (f"{{{number}.text}}" in found) != (f"{{{number}.negation}}" in found)
    assert f"{{{len(clauses_of(formula))}." not in found


@given(compounds(3), st.integers(0, 2**32))
def test_sentence_is_one_line_of_ordinary_punctuation(formula: Formula, seed: int) -> None:
    sentence = fill(pattern(formula, Random(seed)), clauses_of(formula))
    assert sentence.endswith(".")
    assert sentence.count(".") == 1
    assert sentence.count("“") == sentence.count("”")
    assert sentence.count("‘") == sentence.count("’")
    assert not any(pair in sentence for pair in ("  ", " ,", " .", ",,", "““", "””", "{", "}"))
    first = sentence.lstrip("“‘")
    assert first[0].isupper() or first.startswith("pH")


def test_same_seed_gives_the_same_words_on_any_machine() -> None:
    rng = Random(2026)
    found = [pattern(parse(text), rng) for text in ("p", "¬p", "p → ¬q", "(p → q) ∨ ¬r")]
    assert found == [
        "{0.text}",
        "“{0.negation}” is a true sentence",
        "{1.negation}, provided that the assertion that {0.text} is correct",
        "one or both of these sentences are true: "
        "“that {0.text} implies that {1.text}” and “{2.negation}”",
    ]


def test_all_wordings_of_a_rule_occur() -> None:
    rng = Random(1)
    found = {pattern(Implies(P, Q), rng) for _ in range(4000)}
    assert len(found) >= 100
    assert "if {0.text}, then {1.text}" in found
    assert "{1.text} if {0.text}" in found


@pytest.mark.parametrize(
    ("given_pattern", "sentence"),
    [
        ("{0.text}", "Copper conducts heat."),
        ("{0.negation}", "Copper does not conduct heat."),
        ("“{0.text}” is false", "“Copper conducts heat” is false."),
        ("if {1.text}, {0.negation}", "If the Danube is frozen, copper does not conduct heat."),
    ],
)
def test_sentence_has_capital_and_stop(given_pattern: str, sentence: str) -> None:
    assert fill(given_pattern, SYMBOLS[:2]) == sentence


def test_word_with_a_capital_of_its_own_keeps_its_spelling() -> None:
    assert fill("{0.text}", [BY_ATOM["r"]]) == "pH rises in the tank."


def test_negation_that_is_wanting_is_named() -> None:
    with pytest.raises(InputError, match="'iron rusts' has no negation"):
        fill("{0.text} or {1.negation}", [SYMBOLS[0], Symbol("a", "iron rusts")])
    assert fill("{0.negation} or {1.text}", [SYMBOLS[0], Symbol("a", "iron rusts")])


@pytest.mark.parametrize(
    "formula", [Top(), Or(P, Top()), Predicate("F", (Constant("a"),)), parse("∀x F(x)")]
)
def test_formula_that_is_not_propositional_is_refused(formula: Formula) -> None:
    with pytest.raises(InputError, match="only propositional formulas"):
        pattern(formula, Random(1))


def test_formula_beyond_reading_is_refused() -> None:
    formula: Formula = P
    for _ in range(MAX_WORDED_DEPTH):
        formula = Not(formula)
    with pytest.raises(InputError, match="cannot be put into readable English"):
        pattern(formula, Random(1))
