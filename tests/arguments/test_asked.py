"""The nine questions asked of each argument: what they turn on, and how even they are."""

from collections import Counter

import pytest

from engine.arguments import (
    QUESTION_TYPES,
    asked,
    asked_arguments,
    candidates,
    is_right,
    own_arguments,
)
from engine.arguments.asked import furnished, written
from engine.arguments.choosing import choose, hits
from engine.arguments.further import main as further
from engine.arguments.further import recorded, sheet
from engine.arguments.judgements import agreed, judged, unread
from engine.arguments.reading import letters
from engine.errors import InputError

ARGUMENTS = asked_arguments()


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


def test_more_than_two_thousand_questions_are_asked_one_of_each_type_an_argument():
    assert len(ARGUMENTS) * len(QUESTION_TYPES) >= 2_000
    for own in ARGUMENTS:
        assert [one.code for one in asked(own)] == list(QUESTION_TYPES)


def test_the_key_alone_is_right_and_each_wrong_option_stands_in_its_role():
    for own in ARGUMENTS:
        for one in asked(own):
            kind = QUESTION_TYPES[one.code]
            roles = candidates(own.graph, kind, one.shown)
            assert is_right(own.graph, kind, one.key, one.shown)
            assert all(option in role for option, role in zip(one.wrong, roles, strict=True))
            assert not any(is_right(own.graph, kind, option, one.shown) for option in one.wrong)


def test_no_argument_asks_one_thing_twice():
    for own in ARGUMENTS:
        asked_for = [(one.shown, one.key, QUESTION_TYPES[one.code].wanted) for one in asked(own)]
        assert len(set(asked_for)) == len(asked_for)


def test_questions_turn_on_nothing_that_a_reader_saw_otherwise_than_the_graph():
    for own in ARGUMENTS:
        seen_otherwise = set(judged(own)) - agreed(own)
        assert not any(one.pairs & seen_otherwise for one in asked(own))


def test_a_sentence_is_key_of_a_quarter_of_the_questions_that_it_is_an_option_of():
    off: Counter[tuple[str, str]] = Counter()
    for own in ARGUMENTS:
        for one in asked(own):
            off[own.skeleton.name, one.key] += 3
            off.subtract((own.skeleton.name, option) for option in one.wrong)
    # the three triplets of each graph alone are off by more than 20 an argument
    assert sum(map(abs, off.values())) < 4 * len(ARGUMENTS)


def test_no_shortcut_is_right_more_often_than_by_chance():
    right: Counter[str] = Counter()
    n = 0
    for own in ARGUMENTS[:: len(ARGUMENTS) // 60]:
        for one in asked(own):
            right.update(hits(own, one))
            n += 1
    assert max(right.values()) <= 0.30 * n


def test_a_reworded_argument_is_not_asked_until_its_pairs_are_read_again():
    own = ARGUMENTS[0]
    changed = _reworded(own)
    assert unread(changed)
    assert len(unread(own)) < len(unread(changed))
    assert sum(map(len, furnished(changed).values())) < sum(map(len, furnished(own).values()))


def test_the_sheet_of_unread_pairs_shows_letters_and_takes_the_answers(capsys):
    own = ARGUMENTS[0]
    changed = _reworded(own)
    asked_for = sheet([changed])
    assert asked_for.startswith(f"{own.file.id}: ")
    assert not any(one in asked_for.split() for one in own.skeleton.ids)
    named = letters(own)
    first, second = own.skeleton.further[0]
    answer = f"{own.file.id} {named[first]}<{named[second]}\n"
    found = recorded(answer)
    assert any(line.startswith(f"{second}>{first} ") for line in found[own.file.id])
    assert len(found) >= len(ARGUMENTS)
    assert further(["sheet", own.file.id]) == 0
    assert further([]) == 2
    assert "record ANSWERS" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "told"), [("nowhere-001 A>B", "nowhere-001"), (f"{ARGUMENTS[0].file.id} A>?", "A>?")]
)
def test_an_answer_that_is_none_is_refused(line, told):
    with pytest.raises(InputError, match=told.replace("?", r"\?")):
        recorded(line)


def test_the_same_arguments_give_the_same_questions():
    some = [own for own in own_arguments() if not unread(own)][:3]
    once = choose(some)
    assert choose(some) == once
    assert written(once).count("\n") == 4 + len(some)
    for own in some:
        assert all(one in furnished(own)[one.code] for one in once[own.file.id])
