"""The words about people: enough of them, none that clashes, each fit for every wording."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import InputError
from engine.core.items import Symbol
from engine.core.resources import data_file
from engine.families.logicasker.language import draw_vocabulary, readings, sentence
from engine.families.logicasker.language.lexicon import Phrase, lexicon
from engine.families.logicasker.language.wordings import words
from engine.language import load_bank
from engine.logic import Formula, parse

LEXICON = lexicon()
PHRASES = (*LEXICON.occupations, *LEXICON.adjectives, *LEXICON.actions)

OF_ONE = tuple(
    map(
        parse,
        (
            "P(a)",
            "¬P(a)",
            "¬¬P(a)",
            "∀x P(x)",
            "∃x P(x)",
            "¬∀x P(x)",
            "¬∃x P(x)",
            "∀x ¬P(x)",
            "∃x ¬P(x)",
            "∀x (P(x) → Q(x))",
            "∀x (Q(x) → ¬P(x))",
            "¬∀x (¬P(x) → Q(x))",
            "¬∃x (P(x) ∧ Q(x))",
            "∃x (Q(x) ∧ ¬P(x))",
            "∀x (Q(x) ∨ P(x))",
            "∃x (P(x) ↔ Q(x))",
            "∃x ∀y (P(x) → P(y))",
        ),
    )
)
OF_TWO = tuple(
    map(
        parse,
        (
            "R(a, b)",
            "¬R(a, b)",
            "R(a, a)",
            "∀x R(a, x)",
            "∃x R(x, a)",
            "∀x ¬R(x, a)",
            "¬∃x R(x, a)",
            "∀x R(x, x)",
            "∀x ∀y R(x, y)",
            "∃x ∃y R(y, x)",
            "∃x ∀y R(y, x)",
            "∀x ∃y R(x, y)",
            "∀x ∃y R(y, x)",
            "∀x ∃y ¬R(x, y)",
            "∃x ∀y ¬R(x, y)",
        ),
    )
)
NAMES = (Symbol("a", "Karen"), Symbol("b", "Viktor"))
SINGS = Symbol("Q(x)", "x sings", "x does not sing")


def reads_back(formulas: tuple[Formula, ...], symbols: tuple[Symbol, ...]) -> bool:
    rng = Random(7)
    return all(readings(sentence(f, symbols, rng), symbols) == (f,) for f in formulas)


def as_predicate(phrase: Phrase) -> Symbol:
    return Symbol("P(x)", f"x {phrase.affirmed}", f"x {phrase.denied}")


def test_there_are_five_times_the_words_of_the_published_set() -> None:
    assert len(LEXICON.names) >= 5 * 20
    assert len(LEXICON.occupations) + len(LEXICON.adjectives) >= 5 * 30
    assert len(LEXICON.actions) >= 5 * 15
    assert len(LEXICON.impersonals) >= 5 * 8
    assert len({clause.group for clause in LEXICON.impersonals}) >= 5 * 8
    assert len(LEXICON.relations) >= 25


def test_the_readme_counts_the_rows() -> None:
    folder = data_file("lexicon/logicasker")
    readme = (folder / "README.md").read_text(encoding="utf-8")
    counts = dict(re.findall(r"^\| `(\w+)\.\w+` \| (\d+) \|", readme, re.MULTILINE))
    kinds = ("names", "occupations", "adjectives", "actions", "impersonals", "relations")
    assert counts == {kind: str(len(getattr(LEXICON, kind))) for kind in kinds}


@pytest.mark.parametrize("phrases", [LEXICON.occupations, LEXICON.adjectives, LEXICON.actions])
def test_every_phrase_reads_back_from_every_wording(phrases: tuple[Phrase, ...]) -> None:
    failed = [
        phrase.affirmed
        for phrase in phrases
        if not reads_back(OF_ONE, (as_predicate(phrase), SINGS, *NAMES))
    ]
    assert failed == []


def test_every_relation_reads_back_from_every_wording() -> None:
    for relation in LEXICON.relations:
        symbol = Symbol(
            "R(x, y)",
            f"x {relation.affirmed} y",
            f"x {relation.denied} y",
            f"y {relation.passive} x",
        )
        assert reads_back(OF_TWO, (symbol, *NAMES)), relation.affirmed


def test_every_impersonal_clause_and_every_name_reads_back() -> None:
    formulas = tuple(map(parse, ("p", "¬p", "¬¬p", "p → Q(a)", "∀x (p → Q(x))", "p ∧ ¬p")))
    for clause in LEXICON.impersonals:
        symbol = Symbol("p", clause.affirmed, clause.denied)
        assert reads_back(formulas, (symbol, SINGS, *NAMES)), clause.affirmed
    for name in LEXICON.names:
        assert reads_back(OF_ONE[:2], (as_predicate(PHRASES[0]), Symbol("a", name))), name


def test_verbs_agree_with_their_subjects() -> None:
    for phrase in (*LEXICON.actions, *LEXICON.relations):
        base = phrase.denied.removeprefix("does not ").split()
        third = phrase.affirmed.split()
        stem = base[0].removesuffix("y")
        assert third[0] in {f"{base[0]}s", f"{base[0]}es", f"{stem}ies"}
        assert third[1:] == base[1:]
    for clause in LEXICON.impersonals:
        assert clause.denied.replace(" is not ", " is ", 1) == clause.affirmed
    for phrase in LEXICON.occupations:
        article, noun = phrase.affirmed.split()[1:3]
        assert article == ("an" if noun[0] in "aeiou" else "a")


def test_no_word_is_a_word_of_the_wordings() -> None:
    free = {"is", "it", "the", "not", "a", "an", "of"}
    texts = [p.affirmed for p in (*PHRASES, *LEXICON.impersonals, *LEXICON.relations)]
    used = {word for text in texts for word in text.split()}
    assert used & (words() - free) == set()


def test_no_phrase_stands_within_another() -> None:
    texts = [p.affirmed for p in (*PHRASES, *LEXICON.impersonals, *LEXICON.relations)]
    texts += [p.affirmed.split(maxsplit=2)[2] for p in LEXICON.occupations]
    padded = [f" {text} " for text in texts]
    within = [
        (one, other)
        for one in padded
        for other in padded
        if one != other and one in other and not other.startswith((" is a ", " is an "))
    ]
    assert within == []


def test_no_name_is_another_word_and_none_resembles_another() -> None:
    bank = (text for row in load_bank() for text in (row.text, row.paraphrase or ""))
    ours = (p.affirmed for p in (*PHRASES, *LEXICON.impersonals, *LEXICON.relations))
    common = {word for text in (*bank, *ours) for word in re.findall(r"\w+", text)}
    assert {name for name in LEXICON.names if name.lower() in common} == set()
    assert len(set(LEXICON.names)) == len(LEXICON.names)
    for name in LEXICON.names:
        alike = [
            other
            for other in LEXICON.names
            if len(other) == len(name) and sum(map(str.__ne__, name, other)) == 1
        ]
        assert alike == [], name


@given(st.integers(0, 2**32))
def test_what_is_drawn_together_never_clashes(seed: int) -> None:
    formulas = [
        parse("∀x (P(x) → Q(x) ∧ S(x) ∧ T(x) ∧ U(x) ∧ V(x))"),
        parse("R(a, b) ∨ L(b, c)"),
        parse("p ∧ q ∧ r"),
    ]
    symbols = draw_vocabulary(formulas, Random(seed))
    assert [s.atom for s in symbols] == [
        *[f"{name}(x)" for name in "PQSTUV"],
        *["R(x, y)", "L(x, y)", "p", "q", "r", "a", "b", "c"],
    ]
    group_of = {p.affirmed: p.group for p in (*PHRASES, *LEXICON.impersonals, *LEXICON.relations)}
    shown = [s.text.removeprefix("x ").removesuffix(" y") for s in symbols if s.negation]
    groups = [group_of[text] for text in shown]
    assert len(set(groups)) == len(groups)
    assert len({s.text for s in symbols}) == len(symbols)


def test_propositions_are_about_people_unless_a_quantifier_is_near() -> None:
    alone = [draw_vocabulary([parse("p → q")], Random(seed)) for seed in range(50)]
    assert any(s.text.split()[0] in LEXICON.names for symbols in alone for s in symbols)
    near = [draw_vocabulary([parse("p → ∀x P(x)")], Random(seed)) for seed in range(50)]
    assert not any(s.text.split()[0] in LEXICON.names for symbols in near for s in symbols[:1])


def test_the_same_seed_draws_the_same_words() -> None:
    formulas = [parse("∀x (P(x) → R(x, a))"), parse("p ∨ ¬p")]
    assert draw_vocabulary(formulas, Random(3)) == draw_vocabulary(formulas, Random(3))


def test_turns_give_the_first_two_symbols_other_words_in_whichever_order() -> None:
    formulas = [parse("∀x (P(x) → Q(x))")]
    drawn = [draw_vocabulary(formulas, Random(turn), turn) for turn in range(4_000)]
    different = {frozenset(symbol.text for symbol in symbols) for symbols in drawn}
    assert len(different) > 0.999 * len(drawn)  # where two of a group meet, another is drawn


def test_more_symbols_than_words_are_refused() -> None:
    many = [parse(" ∧ ".join(f"p{n}" for n in range(100))), parse("∀x P(x)")]
    with pytest.raises(InputError, match="more words than there are"):
        draw_vocabulary(many, Random(0))
    with pytest.raises(InputError, match="different numbers of places"):
        draw_vocabulary([parse("P(a)"), parse("P(a, b)")], Random(0))
