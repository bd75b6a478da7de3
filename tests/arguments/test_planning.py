"""Which types an argument is asked: one of each where it can, and each as often over all."""

from collections import Counter

import pytest

from engine.arguments import QUESTION_TYPES
from engine.arguments.planning import KINDS, Room, planned
from engine.errors import InputError


def _room(sure, every=9):
    return Room({kind: sure.get(kind, 0) for kind in KINDS}, dict.fromkeys(KINDS, every))


PLENTY = _room(dict.fromkeys(KINDS, 9))


def test_an_argument_with_room_for_all_is_asked_one_of_each_type():
    assert planned({"a": PLENTY, "b": PLENTY}) == dict.fromkeys("ab", tuple(QUESTION_TYPES))


def test_what_one_argument_lacks_another_is_asked_twice():
    lacking = _room({**PLENTY.sure, "1.2": 0})
    found = planned({"a": lacking, "b": PLENTY, "c": PLENTY})
    assert "1.2" not in found["a"]
    assert Counter(code for types in found.values() for code in types) == dict.fromkeys(
        QUESTION_TYPES, 3
    )
    assert all(len(types) == len(QUESTION_TYPES) for types in found.values())


def test_an_argument_gives_up_a_type_that_it_could_be_asked_for_one_that_only_it_has():
    narrow = _room({"1.1": 1, "1.2": 1, "1.3": 1, "2.1": 2, "2.3": 2, "3.1": 0, "3.2": 2})
    other = _room({"1.1": 1, "1.2": 1, "1.3": 1, "2.1": 2, "2.3": 1, "3.1": 2, "3.2": 2})
    found = planned({"a": narrow, "b": other})
    assert found["a"].count("2.3") == 2
    assert found["b"].count("3.1") == 2


def test_disputed_questions_fill_what_is_wanting():
    none_sure = _room({**PLENTY.sure, "3.2": 0})
    assert planned({"a": none_sure}) == {"a": tuple(QUESTION_TYPES)}


def test_too_few_different_questions_are_an_error_that_names_the_argument():
    with pytest.raises(InputError, match=r"^a has too few"):
        planned({"a": _room({}, every=1)})


def test_whole_and_rank_count_different_sure_questions():
    assert PLENTY.is_whole
    assert PLENTY.rank == (9, 9)
    half = _room({"1.1": 3, "2.1": 1})
    assert not half.is_whole
    assert half.rank == (3, 2)
