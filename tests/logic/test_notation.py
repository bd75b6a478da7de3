import tomllib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.core.errors import InputError, ParseError
from engine.logic import (
    Constant,
    Equals,
    Forall,
    Formula,
    Predicate,
    Variable,
    parse,
    show,
)
from tests.examples import examples
from tests.logic.random_formulas import first_order, propositional

FIXTURES = Path(__file__).parent.parent / "fixtures" / "logic"
NOTATIONS = tomllib.loads((FIXTURES / "notations.toml").read_text(encoding="utf-8"))["same"]
ERRORS = tomllib.loads((FIXTURES / "errors.toml").read_text(encoding="utf-8"))
STYLES = ("unicode", "ascii", "latex")


@pytest.mark.parametrize("row", NOTATIONS, ids=lambda row: row["shown"])
def test_every_notation_reads_as_the_same_formula(row: dict[str, list[str] | str]) -> None:
    wanted = parse(str(row["shown"]))
    assert show(wanted) == row["shown"]
    assert {text: show(parse(text)) for text in row["written"]} == {
        text: row["shown"] for text in row["written"]
    }


@pytest.mark.parametrize("row", ERRORS["formula"], ids=lambda row: row["text"])
def test_errors_say_where_and_what(row: dict[str, str | int]) -> None:
    with pytest.raises(ParseError) as caught:
        parse(str(row["text"]))
    error = caught.value
    assert [error.line, error.column, error.expected, error.found] == [
        row["line"],
        row["column"],
        row["expected"],
        row["found"],
    ]


@given(propositional())
@examples(300)
def test_propositional_formulas_read_back_in_every_style(formula: Formula) -> None:
    for style in STYLES:
        assert parse(show(formula, style)) == formula


@given(first_order())
@examples(500)
def test_first_order_formulas_read_back_in_every_style_that_can_write_them(
    formula: Formula,
) -> None:
    for style in STYLES:
        try:
            text = show(formula, style)
        except InputError:
            continue
        assert parse(text) == formula


@given(
    first_order(
        tuple(map(Variable, "xyz")), tuple(map(Constant, "abc")), ("p", "q", "Sun"), ("F", "R")
    )
)
@examples(300)
def test_conventional_names_are_written_in_every_style(formula: Formula) -> None:
    for style in STYLES:
        assert parse(show(formula, style)) == formula


def test_brackets_are_as_few_as_the_reading_rules_allow() -> None:
    for text in ("p ∧ q ∨ r", "p → q → r", "(p → q) → r", "p ↔ q ↔ r", "p ∧ (q ∧ r)", "¬(p ∨ q)"):
        assert show(parse(text)) == text
    assert show(parse("∀x. F(x) → p")) == "∀x (F(x) → p)"
    assert show(parse("∀x F(x) → p")) == "∀x F(x) → p"


def test_a_free_variable_that_reads_as_a_constant_is_refused() -> None:
    with pytest.raises(InputError, match="free variable"):
        show(Predicate("F", (Variable("a"),)))
    with pytest.raises(InputError, match="bound variable"):
        show(Forall(Variable("xy"), Predicate("p")))


def test_names_that_cannot_be_written_are_refused() -> None:
    for name in ("", "it's", "a\nb"):
        with pytest.raises(InputError, match="cannot be written"):
            show(Predicate(name))


def test_an_unknown_style_is_refused() -> None:
    with pytest.raises(InputError, match="unknown style"):
        show(Predicate("p"), "polish")


def test_a_constant_with_the_letter_of_a_variable_is_quoted() -> None:
    identity = Equals(Constant("x"), Variable("x"))
    assert show(identity) == "'x' = x"
    assert parse("'x' = x") == identity


def test_short_texts_are_read_once() -> None:
    assert parse("p → q") is parse("p → q")


def outcome(text: str) -> Formula | str:
    try:
        return parse(text)
    except ParseError as error:
        return str(error)


@examples(100)
@example(["¬p1 ∨ (p2 → p10) → ¬¬(p1 ⊕ p1)"])
@example(["p1(p2) → p1"])
@example(["∀x p1 → 'p2' ∧ p1p2"])
@given(
    st.lists(st.sampled_from([*"¬∧∨→↔⊕()().,'_R∀x", " ", " → ", "p1", "p2", "p10"]), max_size=12)
)
def test_formulas_over_numbered_atoms_read_alike_short_and_long(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert outcome(text) == outcome(text + " " * 600)  # longer texts are never read by a pattern
