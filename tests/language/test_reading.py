from pathlib import Path
from random import Random

import pytest
from clauses import ATOMS, SYMBOLS, clauses_of, compounds, deep_nestings
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import InputError
from engine.core.items import Symbol
from engine.language import Lexicon, fill, load_bank, pattern, readings
from engine.language.chart import MAX_READINGS
from engine.logic import parse
from engine.logic.syntax import Formula, Not, Or, Predicate
from engine.logic.traversal import postorder

FIXTURE = Path(__file__).parents[1] / "fixtures" / "language" / "sentences.txt"
LEXICON = Lexicon(SYMBOLS)


def stated_readings() -> list[tuple[str, str]]:
    blocks = FIXTURE.read_text(encoding="utf-8").split("\n\n")
    pairs = [block.strip().split("\n") for block in blocks if not block.startswith("#")]
    return [(formula, sentence) for formula, sentence in pairs]


@pytest.mark.parametrize(("formula", "sentence"), stated_readings())
def test_sentence_has_the_stated_reading_and_no_other(formula: str, sentence: str) -> None:
    assert readings(sentence, LEXICON) == (parse(formula),)


@given(compounds(4), st.integers(0, 2**32))
def test_what_is_worded_is_read_back(formula: Formula, seed: int) -> None:
    sentence = fill(pattern(formula, Random(seed)), clauses_of(formula))
    assert readings(sentence, LEXICON) == (formula,)


@given(deep_nestings(), st.integers(0, 2**32))
def test_deep_nestings_are_read_back(formula: Formula, seed: int) -> None:
    sentence = fill(pattern(formula, Random(seed)), clauses_of(formula))
    assert readings(sentence, LEXICON) == (formula,)


@given(compounds(3), st.integers(0, 2**32))
def test_propositions_of_the_bank_are_read_back(formula: Formula, seed: int) -> None:
    rng = Random(seed)
    chosen = rng.sample(load_bank(), len(ATOMS))
    symbols = {a: one.symbol(a) for a, one in zip(ATOMS, chosen, strict=True)}
    sentence = fill(pattern(formula, rng), clauses_of(formula, symbols))
    assert readings(sentence, Lexicon(symbols.values())) == (formula,)


def test_clause_inside_another_clause_is_distinguished() -> None:
    lexicon = Lexicon(
        [
            Symbol("a", "iron rusts", "iron does not rust"),
            Symbol("b", "cast iron rusts", "cast iron does not rust"),
            Symbol("c", "cast iron rusts in rain"),
        ]
    )
    a, b, c = map(Predicate, "abc")
    assert readings("Cast iron rusts.", lexicon) == (b,)
    assert readings("Either iron rusts or cast iron rusts in rain.", lexicon) == (Or(a, c),)
    assert readings("If cast iron does not rust, iron does not rust.", lexicon) == (
        parse("¬b → ¬a"),
    )


def test_clause_of_two_atoms_gives_two_readings() -> None:
    lexicon = Lexicon([Symbol("a", "iron rusts"), Symbol("b", "iron rusts")])
    assert readings("It is false that iron rusts.", lexicon) == (
        Not(Predicate("a")),
        Not(Predicate("b")),
    )


def test_clause_that_holds_a_connective_shows_as_two_readings() -> None:
    lexicon = Lexicon(
        [
            Symbol("a", "iron rusts"),
            Symbol("b", "tin melts"),
            Symbol("c", "tin melts if iron rusts"),
        ]
    )
    assert set(readings("Tin melts if iron rusts.", lexicon)) == {parse("c"), parse("a → b")}


def test_clause_made_of_words_of_the_wordings_is_read() -> None:
    lexicon = Lexicon([Symbol("a", "it is true"), Symbol("b", "that is so")])
    assert readings("It is true.", lexicon) == (Predicate("a"),)
    assert readings("It is true that that is so.", lexicon) == (Predicate("b"),)


def test_proper_name_keeps_its_capital_within_the_sentence() -> None:
    assert readings("If Lima lies on the coast, copper conducts heat.", LEXICON) != ()
    assert readings("If lima lies on the coast, copper conducts heat.", LEXICON) == ()


def test_safe_negation_is_read_by_the_wordings() -> None:
    lexicon = Lexicon([Symbol("a", "iron rusts", "the statement that iron rusts is false")])
    sentence = "If the statement that iron rusts is false, iron rusts."
    assert readings(sentence, lexicon) == (parse("¬a → a"),)


@pytest.mark.parametrize(
    "sentence",
    [
        "",
        ".",
        "Copper conducts heat",
        "Copper conducts heat, iron rusts.",
        "If copper conducts heat.",
        "Coppers conducts heat.",
        "Copper conducts heats.",
        "If Copper conducts heat, the Danube is frozen.",
        "“Copper conducts heat’ is false.",
        "\x00\n\ue000.",
        "If copper conducts heat, \ue000.",
    ],
)
def test_what_is_not_a_sentence_of_ours_has_no_reading(sentence: str) -> None:
    assert readings(sentence, LEXICON) == ()


@pytest.mark.parametrize(
    "sentence",
    [
        "If " * 3000 + ".",
        "It is false that " * 500 + "copper conducts heat.",
        "“" * 4000 + "copper conducts heat" + "”" * 4000 + ".",
        "Either copper conducts heat or " * 300 + "copper conducts heat.",
        "“copper conducts heat” and “" * 200 + "copper conducts heat.",
        "copper conducts heat or " * 400 + "copper conducts heat.",
        "x" * 1_000_000 + ".",
    ],
)
def test_hostile_sentence_is_given_up(sentence: str) -> None:
    assert readings(sentence, LEXICON) == ()


def test_many_readings_are_cut_short() -> None:
    sentence = (
        "Copper conducts heat or " + "copper conducts heat or " * 10 + "the Danube is frozen."
    )
    assert 2 <= len(readings(sentence, LEXICON)) <= MAX_READINGS


def test_blank_clause_is_refused() -> None:
    with pytest.raises(InputError, match="holds no word"):
        Lexicon([Symbol("a", " ")])


def test_atoms_of_readings_are_those_of_the_lexicon() -> None:
    (found,) = readings("If copper conducts heat, then the Danube is frozen.", LEXICON)
    assert {node for node in postorder(found) if isinstance(node, Predicate)} <= set(ATOMS.values())
