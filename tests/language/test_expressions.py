from collections.abc import Iterator
from itertools import product

import pytest
from clauses import ATOMS, SYMBOLS, clauses_of

from engine.core.errors import InputError
from engine.language import Lexicon, fill, readings
from engine.language.expressions import Form, Place, read_wording, wordings
from engine.language.lexicon import denial
from engine.language.realise import FORMS, frames, is_literal, literal_patterns
from engine.logic.syntax import And, Formula, Iff, Implies, Not, Or, Xor

LEXICON = Lexicon(SYMBOLS)
P, Q, R, S = (ATOMS[name] for name in "pqrs")
BINARY = (Implies, Or, And, Iff, Xor)
RANKS = {Place.CLOSED, Place.INNER, Place.ANY, Place.WHOLE}


def every_pattern(
    formula: Formula,
    varied: bool,
    place: Place = Place.WHOLE,
    inner: bool = False,
    number: int = 0,
    affirmed: bool = False,
) -> Iterator[tuple[str, int]]:
    """All patterns of a formula and the number of the next atom; literals bare unless `varied`."""
    if is_literal(formula):
        found = literal_patterns(number, isinstance(formula, Not), place, inner)
        for one in dict.fromkeys(found if varied else found[:1]):
            yield one, number + 1
        return
    bare = tuple(map(is_literal, formula.children))
    for frame in frames(type(formula).__name__, place, inner, bare, affirmed):
        at, inside = frame.places, frame.inner
        if frame.is_affirmation:
            for one, end in every_pattern(formula, varied, at[0], inside[0], number, True):
                yield one.join(frame.texts), end
            continue
        for first, middle in every_pattern(formula.children[0], varied, at[0], inside[0], number):
            if len(formula.children) == 1:
                yield first.join(frame.texts), middle
                continue
            right = formula.children[1]
            for second, end in every_pattern(right, varied, at[1], inside[1], middle):
                pair = (second, first) if frame.is_swapped else (first, second)
                before, between, after = frame.texts
                yield f"{before}{pair[0]}{between}{pair[1]}{after}", end


def assert_all_read_back(formula: Formula, varied: bool) -> None:
    clauses = clauses_of(formula)
    for found, _ in every_pattern(formula, varied):
        sentence = fill(found, clauses)
        assert readings(sentence, LEXICON) == (formula,), sentence


@pytest.mark.parametrize(
    ("form", "least"),
    [
        (Form.BASIC, 16),
        (Form.NEGATION, 15),
        (Form.CONDITIONAL, 11),
        (Form.DISJUNCTION, 8),
        (Form.CONJUNCTION, 5),
        (Form.BICONDITIONAL, 5),
        (Form.EXCLUSIVE, 5),
    ],
)
def test_each_form_has_wordings_enough(form: Form, least: int) -> None:
    assert sum(wording.form is form for wording in wordings()) >= least


def test_no_wording_stands_twice() -> None:
    assert len(set(wordings())) == len(wordings())


def test_wording_is_no_freer_than_what_ends_it() -> None:
    for wording in wordings():
        assert wording.rank in RANKS
        if wording.texts[-1] == "" and wording.slots[-1].place is not Place.TAIL:
            assert wording.slots[-1].place <= wording.rank


def test_wording_that_starts_with_a_slot_is_a_whole_sentence() -> None:
    for wording in wordings():
        if wording.texts[0] == "":
            assert wording.rank is Place.WHOLE
            assert wording.slots[0].place is Place.CLOSED


def test_quotation_marks_stand_around_quoted_slots_only() -> None:
    for wording in wordings():
        for before, slot, after in zip(
            wording.texts, wording.slots, wording.texts[1:], strict=False
        ):
            is_quoted = before.endswith("“") and after.startswith("”")
            assert is_quoted == (slot.place is Place.QUOTED)


def test_safe_negation_is_one_of_the_wordings() -> None:
    negations = [wording for wording in wordings() if wording.form is Form.NEGATION]
    assert denial("{}") in ["{}".join(wording.texts) for wording in negations]


def test_every_compound_can_stand_in_every_place() -> None:
    for name, place, inner in product(FORMS, RANKS | {Place.QUOTED}, (False, True)):
        bare = (False,) if name == "Not" else (False, False)
        assert frames(name, place, inner, bare)


@pytest.mark.parametrize("formula", [P, Not(P), Not(Not(P)), Not(Not(Not(P)))])
def test_every_wording_of_a_literal_is_read_back(formula: Formula) -> None:
    assert_all_read_back(formula, varied=True)


@pytest.mark.parametrize("make", BINARY)
def test_every_wording_of_two_literals_is_read_back(make: type[Formula]) -> None:
    assert_all_read_back(make(P, Not(Q)), varied=True)
    assert_all_read_back(make(Not(P), Q), varied=True)


@pytest.mark.parametrize("make", BINARY)
def test_every_wording_of_a_denied_compound_is_read_back(make: type[Formula]) -> None:
    assert_all_read_back(Not(make(P, Not(Q))), varied=False)


@pytest.mark.parametrize(("outer", "within"), [*product(BINARY, BINARY)])
def test_every_wording_within_every_other_is_read_back(
    outer: type[Formula], within: type[Formula]
) -> None:
    assert_all_read_back(outer(within(P, Q), R), varied=False)
    assert_all_read_back(outer(Not(R), within(P, Q)), varied=False)


@pytest.mark.parametrize(("outer", "within"), [*product((Implies, Or), (Implies, Or))])
def test_every_denied_wording_within_every_other_is_read_back(
    outer: type[Formula], within: type[Formula]
) -> None:
    assert_all_read_back(outer(Not(within(P, Q)), R), varied=False)


@pytest.mark.parametrize(
    "text",
    [
        "if {a:inner}",
        "if {a:inner}, {a:tail}",
        "if {a:inner}, {b:somewhere}",
        "if {c:inner}, {b:any}",
    ],
)
def test_wording_with_wrong_slots_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"expressions\.toml"):
        read_wording(Form.CONDITIONAL, "any", text)
