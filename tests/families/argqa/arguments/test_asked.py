"""The nine questions asked of each argument: what they turn on, and how even they are."""

from collections import Counter

import pytest

from engine.families.argqa.arguments import QUESTION_TYPES, asked, asked_arguments, own_arguments
from engine.families.argqa.arguments.asked import open_questions, written
from engine.families.argqa.arguments.choosing import choose, has_all_types, hits
from engine.families.argqa.arguments.judgements import held, is_accepted
from engine.families.argqa.arguments.patterns import given_away, pattern

ARGUMENTS = asked_arguments()
QUESTIONS = [(own, one) for own in ARGUMENTS for one in asked(own)]


def test_nine_questions_are_asked_of_an_argument_one_of_each_type():
    for own in ARGUMENTS:
        assert [one.code for one in asked(own)] == list(QUESTION_TYPES)


def test_more_than_three_thousand_questions_are_asked():
    assert len(QUESTIONS) > 3_000


def test_no_argument_asks_one_thing_twice():
    for own in ARGUMENTS:
        assert len({one.asks for one in asked(own)}) == len(QUESTION_TYPES)


def test_no_question_turns_on_a_relation_that_more_readers_see_otherwise():
    for own in ARGUMENTS:
        holds = held(own)
        assert all(one.pairs <= holds for one in asked(own))


def test_every_argument_is_asked_that_is_accepted_and_has_all_types_on_relations_that_hold():
    fit = {own.file.id for own in own_arguments() if is_accepted(own) and has_all_types(own)}
    assert fit == {own.file.id for own in ARGUMENTS}


def _shares(named):
    """How often each thing named is a key of the questions that it is an option of."""
    keys, options = Counter(), Counter()
    for own, one in QUESTIONS:
        keys[named(own, one.key)] += 1
        options.update(named(own, option) for option in one.options)
    return {name: keys[name] / n for name, n in options.items() if n >= 100}


def test_a_sentence_is_key_of_about_a_quarter_of_the_questions_that_it_is_an_option_of():
    shares = _shares(lambda own, one: (own.skeleton.name, one))
    assert all(0.17 < share < 0.33 for share in shares.values()), shares


def test_no_form_of_sentence_is_a_key_more_often_than_another():
    shares = _shares(lambda own, one: own.file.forms[own.skeleton.ids.index(one)])
    assert len(shares) == 8
    assert all(0.22 < share < 0.28 for share in shares.values()), shares


def test_no_shortcut_is_right_more_often_than_by_chance():
    right: Counter[str] = Counter()
    some = QUESTIONS[::2]
    for own, one in some:
        right.update(hits(own, one))
    assert max(right.values()) <= 0.30 * len(some)


def test_the_relations_among_the_options_give_little_away():
    # with one wrong option of each role of Figure 3 it would be more than three in four
    assert given_away(pattern(own.skeleton.name, one) for own, one in QUESTIONS) < 0.65


def test_the_same_arguments_give_the_same_questions():
    some = ARGUMENTS[:3]
    once = choose(some)
    assert choose(some[::-1]) == once
    assert written(once).count("\n") == 3 + len(some)
    for own in some:
        assert [one.code for one in once[own.file.id]] == list(QUESTION_TYPES)


@pytest.mark.parametrize("sign", ["against", "missed"])
def test_a_relation_that_readers_dispute_is_not_asked_about(sign, as_read):
    own = ARGUMENTS[0]
    edges = {f"{a}>{b}" for a, b in own.graph.edges}
    first = min(edges)
    seen = edges - {first} | ({first.replace(">", "!")} if sign == "against" else set())
    for n_readers, holds in ((1, sign == "missed"), (2, False)):
        read = as_read(own, *[seen] * n_readers)
        pair = frozenset(first.split(">"))
        assert (pair in held(read)) is holds
        every = [one for own_type in open_questions(read).values() for one in own_type]
        assert any(pair in one.pairs for one in every) is holds


def test_an_argument_that_readers_find_senseless_is_not_asked(as_read):
    own = ARGUMENTS[0]
    edges = {f"{a}>{b}" for a, b in own.graph.edges}
    assert is_accepted(as_read(own, edges))
    assert not is_accepted(as_read(own, edges, is_sound=False))
    assert choose([as_read(own, edges, is_sound=False)]) == {}
