"""What structures come to, in words."""

import pytest

from engine.core.items import Symbol
from engine.language.structures import describe, read_structure, verdict
from engine.logic import parse
from engine.logic.first_order.structures import Structure, structure_text

TWO = Structure(
    2,
    {("M", 1): frozenset({(0,), (1,)}), ("R", 2): frozenset({(0, 1)}), ("F", 1): frozenset()},
    {"a": 1},
)


def test_a_structure_is_stated_with_the_words_of_its_symbols() -> None:
    symbols = (Symbol("M(x)", "x is an otter"), Symbol("R(x, y)", "R(x, y)"), Symbol("a", "Agnes"))
    assert describe(TWO, symbols) == (
        "There are 2 individuals, 0 and 1.",
        "a, Agnes, is 1.",
        "M is true of 0 and 1, where M(x) says “x is an otter”.",
        "R is true of (0, 1).",
        "Nothing else is true in it.",
    )


def test_a_structure_is_read_as_it_was_written() -> None:
    kept = read_structure(structure_text(TWO))
    assert structure_text(kept) != structure_text(TWO)  # F, true of nothing, has no places written
    assert describe(kept, ()) == describe(TWO, ())


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("∀x ∃y R(x, y)", "It is false in it, as x = 1 shows."),
        ("∃x ∀y (R(x, y) ∨ M(y))", "It is true in it, as x = 0 shows."),
        ("∀x ∀y (R(x, y) → M(x))", "It is true in it."),
        ("∃x ∃y R(x, y)", "It is true in it, as x = 0, y = 1 shows."),
        ("F(a)", "It is false in it."),
    ],
)
def test_a_verdict_names_the_individuals_that_show_it(formula: str, expected: str) -> None:
    assert verdict(TWO, parse(formula), "It") == expected
