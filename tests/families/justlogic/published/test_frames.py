"""Sentence frames are learnt from a file and read its other sentences back."""

from __future__ import annotations

import pytest

from engine.core.errors import InputError
from engine.families.justlogic.published.frames import (
    MAX_SENTENCE_CHARACTERS,
    Example,
    Reader,
    learn_frames,
)
from engine.logic import Formula, Implies, Not, Or, Predicate

A, B = Predicate("p1"), Predicate("p2")
KNOWN: dict[Predicate, str] = {A: "kettles sing", B: "owls listen"}
EXAMPLES: list[Example] = [
    ("I grant that kettles sing.", A, KNOWN),
    ("I deny that owls listen.", Not(B), KNOWN),
    ("Supposing kettles sing, so too owls listen.", Implies(A, B), KNOWN),
    ("One at least: owls listen; or else kettles sing.", Or(B, A), KNOWN),
    ("Kettles sing.", A, KNOWN),
]


def reader() -> Reader:
    return Reader(learn_frames(EXAMPLES), KNOWN)


def test_each_wording_is_learnt_once_with_its_connective() -> None:
    frames = {frame.kind: frame.texts for frame in learn_frames(EXAMPLES * 2)}
    assert frames == {
        Predicate: ("i grant that ", ""),
        Not: ("i deny that ", ""),
        Implies: ("supposing ", ", so too ", ""),
        Or: ("one at least: ", "; or else ", ""),
    }


def test_a_wording_of_two_connectives_teaches_nothing() -> None:
    both: list[Example] = [*EXAMPLES, ("I grant that owls listen.", Not(B), KNOWN)]
    assert Predicate not in {frame.kind for frame in learn_frames(both)}


def test_a_conditional_the_other_way_round_is_not_mistaken() -> None:
    swapped: list[Example] = [("Owls listen, since kettles sing.", Implies(A, B), KNOWN)]
    assert learn_frames(swapped) == ()


@pytest.mark.parametrize(
    ("sentence", "formula"),
    [
        ("Owls listen", B),
        ("KETTLES SING.", A),
        (
            "I deny that supposing owls listen, so too I deny that kettles sing.",
            Not(Implies(B, Not(A))),
        ),
        (
            "One at least: supposing kettles sing, so too owls listen; or else owls listen.",
            Or(Implies(A, B), B),
        ),
    ],
)
def test_nested_sentences_are_read(sentence: str, formula: Formula) -> None:
    reading = reader().read(sentence)
    assert (reading.formula, reading.unknown) == (formula, ())


def test_unknown_statements_are_new_atoms() -> None:
    reading = reader().read("I deny that supposing kettles sing, so too mice dance.")
    assert reading.unknown == ("mice dance",)
    assert reading.formula == Not(Implies(A, Predicate("'mice dance'")))


def test_the_split_with_fewest_unknown_statements_wins() -> None:
    known = {**KNOWN, Predicate("p3"): "mice, so too rats, dance"}
    read = Reader(learn_frames(EXAMPLES), known).read(
        "Supposing mice, so too rats, dance, so too owls listen."
    )
    assert (read.formula, read.unknown) == (Implies(Predicate("p3"), B), ())


def test_spacing_makes_another_statement() -> None:
    assert reader().read("Kettles  sing.").unknown == ("kettles  sing",)


def test_tangled_and_overlong_sentences_are_refused_in_bounded_time() -> None:
    with pytest.raises(InputError, match="characters"):
        reader().read("x" * (MAX_SENTENCE_CHARACTERS + 1))
    with pytest.raises(InputError, match="too many possible readings"):
        reader().read("I deny that " * 200 + "owls listen")
    tangled = "supposing " * 60 + "x" + ", so too " * 600
    with pytest.raises(InputError, match="too many possible readings"):
        reader().read(tangled[:MAX_SENTENCE_CHARACTERS])
