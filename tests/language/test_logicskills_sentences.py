"""Sentences of two-variable logic in two languages: one tree, one formula, one reading."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.items import Symbol
from engine.families.logicskills.language import (
    LANGUAGES,
    PUBLISHED_TYPES,
    TYPES,
    Palette,
    constraint_of,
    constraint_sentence,
    draw_tree,
    draw_words,
    formula_of,
    nesting,
    readings,
    sentence,
    symbol_of,
    words_of,
)
from engine.families.logicskills.language.lexicon import lexicon
from engine.logic import (
    Equals,
    Predicate,
    Quantified,
    Variable,
    free_variables,
    parse,
    postorder,
    show,
)
from tests.examples import examples

Key = tuple[Symbol, ...]


def keys(seed: int, *, is_small: bool = False) -> tuple[Key, Key]:
    drawn = draw_words(Random(seed), is_small=is_small)
    english, carroll = (
        tuple(symbol_of(letter, entry, language) for letter, entry in drawn.items())
        for language in LANGUAGES
    )
    return english, carroll


SMALL = keys(0, is_small=True)[0]


@examples(300)
@given(st.sampled_from(TYPES), st.integers(1, 6), st.integers(0, 2**32))
def test_both_sentences_of_a_pair_read_back_to_one_formula_of_two_variables(
    name: str, depth: int, seed: int
) -> None:
    rng = Random(seed)
    tree = draw_tree(name, depth, Palette(), rng)
    formula = formula_of(tree)
    for key in keys(seed):
        assert readings(sentence(tree, words_of(key)), key) == (formula,)
    assert not free_variables(formula)
    variables = {node.variable for node in postorder(formula) if isinstance(node, Quantified)}
    assert variables <= {Variable("x"), Variable("y")}
    assert not any(isinstance(node, Equals) for node in postorder(formula))
    assert parse(show(formula)) == formula


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("Agnes is hungry.", "J(a)"),
        ("Bruno did not follow Clara.", "¬P(b, c)"),
        ("Every otter will sing.", "∀x (M(x) → F(x))"),
        ("No badger followed Agnes.", "¬∃x (N(x) ∧ P(x, a))"),
        ("Not every fox is old.", "¬∀x (O(x) → K(x))"),
        ("Only foxes scared Bruno.", "∀x (Q(x, b) → O(x))"),
        ("Only foxes are old.", "∀x (K(x) → O(x))"),
        ("Agnes followed a fox.", "∃x (O(x) ∧ P(a, x))"),
        ("Every otter scared a badger.", "∀x (M(x) → ∃y (N(y) ∧ Q(x, y)))"),
        (
            "Every otter followed every fox that scared it.",
            "∀x (M(x) → ∀y (O(y) ∧ Q(y, x) → P(x, y)))",
        ),
        (
            "An otter scared a fox that followed a badger.",
            "∃x (M(x) ∧ ∃y (O(y) ∧ ∃x (N(x) ∧ P(y, x)) ∧ Q(x, y)))",
        ),
        ("There is an otter that every fox scared.", "∃x (M(x) ∧ ∀y (O(y) → Q(y, x)))"),
        ("There is no fox that every otter licked.", "¬∃x (O(x) ∧ ∀y (M(y) → R(y, x)))"),
        ("An otter licked itself.", "∃x (M(x) ∧ R(x, x))"),
        ("Agnes will sing and so will Bruno.", "F(a) ∧ F(b)"),
        ("Agnes or Bruno followed Clara.", "P(a, c) ∨ P(b, c)"),
        ("Agnes is old unless Bruno is clever.", "¬L(b) → K(a)"),
        ("Agnes is old only if Bruno is clever.", "K(a) → L(b)"),
        ("Agnes is old exactly if Bruno is clever.", "K(a) ↔ L(b)"),
        (
            "If Agnes is old, then if Bruno is clever, then Clara will jump.",
            "K(a) → L(b) → G(c)",
        ),
        (
            "It is not the case that both Agnes is old, and Bruno is clever.",
            "¬(K(a) ∧ L(b))",
        ),
        (
            "Every otter that did not follow a fox will sing.",
            "∀x (M(x) ∧ ¬∃y (O(y) ∧ P(x, y)) → F(x))",
        ),
    ],
)
def test_sentences_mean_what_a_reader_takes_them_to_mean(text: str, formula: str) -> None:
    assert readings(text, SMALL) == (parse(formula),)


@pytest.mark.parametrize(
    "text",
    [
        "Agnes is old, and Bruno is clever, or Clara will sing.",
        "It is not the case that Agnes is old, and Bruno is clever.",
        "If Agnes is old, then Bruno is clever only if Clara will sing.",
        "If Agnes is old, then Bruno is clever, and Clara will sing.",
    ],
)
def test_a_sentence_that_a_reader_can_take_in_two_ways_has_two_readings(text: str) -> None:
    assert len(readings(text, SMALL)) == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "Agnes is old",
        "Agnes followed it.",
        "Every otter.",
        "Agnes are old.",
        "Only foxes is old.",
        "Every fox are old.",
        "Agnes will sing and so did Bruno.",
        "Every badger that scared Agnes followed every fox that licked every otter that it.",
        "Zoe is old.",
        "if " * 600 + ".",
    ],
)
def test_what_is_no_sentence_has_no_reading(text: str) -> None:
    assert readings(text, SMALL) == ()


@pytest.mark.parametrize("name", TYPES)
def test_a_type_is_drawn_as_deep_as_is_asked_where_it_can_be(name: str) -> None:
    rng = Random(1)
    depths = {
        wanted: {nesting(draw_tree(name, wanted, Palette(), rng)) for _ in range(30)}
        for wanted in (1, 4)
    }
    assert all(len(found) <= 2 for found in depths.values())
    assert max(depths[4]) in (4, max(depths[1]))


def test_the_types_are_those_of_the_paper_and_its_code() -> None:
    assert len(set(PUBLISHED_TYPES)) == 38
    in_the_paper = [name for name in PUBLISHED_TYPES if name.startswith("quantified")]
    assert len(in_the_paper) == 23


def test_the_domain_constraint_reads_back() -> None:
    key = SMALL
    text = constraint_sentence(("M", "N", "O"), words_of(key))
    assert text == (
        "Everything is either an otter, a badger or a fox, nothing is two of these,"
        " and there is at least one of each."
    )
    [formula] = readings(text, key)
    assert formula == constraint_of(("M", "N", "O"))
    monadic = {node.name for node in postorder(formula) if isinstance(node, Predicate)}
    assert monadic == {"M", "N", "O"}


def test_the_small_lexicon_has_three_names_and_thirteen_predicates_in_each_language() -> None:
    for key in keys(9, is_small=True):
        assert sum("(" not in symbol.atom for symbol in key) == 3
        assert sum("(" in symbol.atom for symbol in key) == 13
    assert keys(9, is_small=True) == keys(10, is_small=True)


def test_no_word_stands_twice_in_the_lexicon_and_none_in_both_languages() -> None:
    words = [form for entry in lexicon() for form in (*entry.words, *filter(None, entry.others))]
    bare = [word.removeprefix("an ").removeprefix("a ") for word in words]
    assert len(bare) == len(set(bare))
