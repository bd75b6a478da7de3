"""Each sentence means one thing, to a reader too who brackets it at will."""

import pytest
from clause_reading import meaning, meanings

from engine.core.items import Symbol
from engine.logic import parse
from engine.logic.occurrences import symbols_of
from engine.pipeline.generate.generation import make_items, make_spec
from tests.examples import few

CLAUSES = (
    Symbol("p", "it is snowing", "it is not snowing"),
    Symbol("q", "Karen sings", "Karen does not sing"),
    Symbol("r", "the bell rings", "the bell does not ring"),
)


@pytest.mark.parametrize(
    ("sentence", "n"),
    [
        ("If it is snowing, then Karen sings and the bell rings.", 1),
        ("If it is snowing, then Karen sings, and the bell rings.", 2),
        ("Karen sings, or it is snowing and the bell rings.", 1),
        ("Karen sings or it is snowing and the bell rings.", 2),
        ("It is not true that Karen sings or that the bell rings.", 1),
        ("It is not true that Karen sings or the bell rings.", 2),
        ("It is not true that it is true that Karen sings if and only if it is snowing.", 1),
        ("Karen does not sing or it is snowing if and only if the bell does not ring.", 2),
        ("Karen sings the bell rings.", 0),
    ],
)
def test_the_reader_finds_every_bracketing(sentence: str, n: int) -> None:
    assert len(meanings(sentence, CLAUSES)) == n


@pytest.mark.parametrize("length", few(range(1, 11), (1, 4, 10).__contains__))
def test_every_sentence_means_one_thing_at_every_length(length: int) -> None:
    lengths = {"min_length": str(length), "max_length": str(length)}
    spec = make_spec("logicasker", {"skills": "propositional", **lengths}, 5, 80)
    for item in make_items(spec):
        sentences = (*item.passage, item.question)
        for sentence, formula in zip(sentences, (*item.premises, *item.query), strict=True):
            shown = parse(formula)
            own = [symbol for symbol in item.symbols if symbol.atom in symbols_of(shown)]
            assert meanings(sentence, own) == {meaning(shown, own)}, (sentence, formula)
