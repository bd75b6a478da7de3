"""The nine questions asked of each argument: what they turn on, who read it, how even they are."""

import csv
import io
from collections import Counter

import pytest

from engine.core.errors import InputError
from engine.families.argqa.arguments import (
    QUESTION_TYPES,
    asked,
    asked_arguments,
    candidates,
    is_right,
    own_arguments,
)
from engine.families.argqa.arguments.asked import confirmed_questions, written
from engine.families.argqa.arguments.choosing import choose, has_all_types, hits
from engine.families.argqa.arguments.judgements import (
    Votes,
    current_judgements,
    held,
    is_accepted,
    judgement,
    unread,
    votes,
)
from engine.families.argqa.arguments.reading import answered, sheet
from engine.families.argqa.arguments.reading import main as reading
from engine.io.review import as_csv

ARGUMENTS = asked_arguments()
QUESTIONS = [(own, one) for own in ARGUMENTS for one in asked(own)]


def _reworded(own):
    """The argument with other words in a sentence that a further pair turns on."""
    changed = own.skeleton.further[0][0]
    sentences = {**own.file.propositions, changed: "Another sentence altogether stands here."}
    file = own.file.model_copy(update={"propositions": sentences})
    texts = [
        one if one.id != changed else type(one)(one.id, sentences[changed])
        for one in own.graph.propositions
    ]
    graph = type(own.graph)(own.graph.name, tuple(texts), own.graph.supports, (), None)
    return own._replace(file=file, graph=graph)


def test_more_than_two_thousand_questions_are_asked_nine_an_argument():
    assert len(own_arguments()) >= 270
    assert len(QUESTIONS) >= 2_000
    for own in ARGUMENTS:
        assert [one.code for one in asked(own)] == list(QUESTION_TYPES)


def test_the_key_alone_is_right_and_each_wrong_option_stands_in_its_role():
    for own, one in QUESTIONS:
        kind = QUESTION_TYPES[one.code]
        roles = candidates(own.graph, kind, one.shown)
        assert is_right(own.graph, kind, one.key, one.shown)
        assert all(option in role for option, role in zip(one.wrong, roles, strict=True))
        assert not any(is_right(own.graph, kind, option, one.shown) for option in one.wrong)


def test_no_argument_asks_one_thing_twice():
    for own in ARGUMENTS:
        assert len({one.asks for one in asked(own)}) == len(QUESTION_TYPES)


def test_every_relation_asked_about_was_read_in_these_words_by_another_than_the_writer():
    for own in ARGUMENTS:
        needed = frozenset[frozenset[str]]().union(*(one.pairs for one in asked(own)))
        assert needed <= {
            found.pair for by, found in current_judgements(own) if by.reader != own.file.writer
        }


def test_no_question_turns_on_a_relation_that_more_readers_see_otherwise():
    for own, one in QUESTIONS:
        assert one.pairs <= held(own)


def test_a_pair_holds_where_as_many_readers_see_it_so_as_otherwise():
    assert Votes(1, 0).holds
    assert Votes(1, 1).holds
    assert not Votes(1, 2).holds
    assert not Votes(0, 0).holds
    own = ARGUMENTS[0]
    assert held(own) == {pair for pair, found in votes(own).items() if found.holds}


def test_a_sentence_is_key_of_about_a_quarter_of_the_questions_that_it_is_an_option_of():
    off: Counter[tuple[str, str]] = Counter()
    for own, one in QUESTIONS:
        off[own.skeleton.name, one.key] += 3
        off.subtract((own.skeleton.name, option) for option in one.wrong)
    # the three triplets of each graph alone are off by more than 20 an argument
    assert sum(map(abs, off.values())) < 10 * len(ARGUMENTS)


def test_no_shortcut_is_right_more_often_than_by_chance():
    right: Counter[str] = Counter()
    some = QUESTIONS[::2]
    for own, one in some:
        right.update(hits(own, one))
    assert max(right.values()) <= 0.30 * len(some)


def test_a_reworded_argument_is_not_asked_until_its_pairs_are_read_again():
    own = ARGUMENTS[0]
    changed = _reworded(own)
    assert len(unread(own)) < len(unread(changed))
    assert sum(map(len, confirmed_questions(changed).values())) < sum(
        map(len, confirmed_questions(own).values())
    )


def test_the_sheet_of_unread_pairs_hides_ids_and_takes_the_answers(tmp_path, capsys):
    own = _reworded(ARGUMENTS[0])
    asked_for = sheet([own])
    assert len(asked_for.entries) == len(unread(own))
    text = as_csv(asked_for)
    assert not any(f",{one}," in text for one in own.skeleton.ids)
    rows = list(csv.reader(io.StringIO(text)))
    rows[1][4] = "<?"
    path = tmp_path / "sheet.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(rows[:2])
    (seen,) = answered([own], path)[own.file.id]
    assert (own.graph.text(seen.second), own.graph.text(seen.first)) == tuple(rows[1][2:4])
    assert seen.is_reason
    assert seen.is_doubtful
    assert judgement(seen.line()) == seen
    rows[1][4] = "="
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(rows[:2])
    with pytest.raises(InputError, match="has '='; answer <, >"):
        answered([own], path)
    assert reading(["sheet", str(tmp_path / "none.csv"), own.file.id]) == 0
    assert reading([]) == 2
    assert "record FILE" in capsys.readouterr().err


def test_the_same_arguments_give_the_same_questions():
    some = ARGUMENTS[:3]
    once = choose(some)
    assert choose(some[::-1]) == once
    assert written(once).count("\n") == 3 + len(some)
    for own in some:
        assert [one.code for one in once[own.file.id]] == list(QUESTION_TYPES)


def test_every_argument_is_asked_that_is_accepted_and_has_all_types_on_relations_that_hold():
    fit = {own.file.id for own in own_arguments() if is_accepted(own) and has_all_types(own)}
    assert fit == {own.file.id for own in ARGUMENTS}
