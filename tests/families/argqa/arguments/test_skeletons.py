"""Each skeleton furnishes all nine questions; what the roles promise holds on its closure."""

import pytest

from engine.families.argqa.arguments import (
    QUESTION_TYPES,
    Proposition,
    Tie,
    argument_graph,
    candidates,
    is_right,
    shown_and_key,
    skeletons,
    tie,
)

CASES = [(name, code) for name in skeletons() for code in QUESTION_TYPES]


def _graph(skeleton):
    return argument_graph(
        skeleton.name, [Proposition(one, one) for one in skeleton.ids], skeleton.supports
    )


def test_there_are_several_shapes_of_the_size_that_nine_questions_need():
    assert len(skeletons()) >= 3
    for skeleton in skeletons().values():
        assert 13 <= len(skeleton.ids) <= 18
        assert len(skeleton.supports) >= 25
        members = [one for triplet in skeleton.triplets for one in triplet.members]
        assert len(set(members)) == len(members) == 9


@pytest.mark.parametrize(("name", "code"), CASES)
def test_key_alone_is_right_and_each_role_can_be_filled(name, code):
    skeleton, kind = skeletons()[name], QUESTION_TYPES[code]
    graph = _graph(skeleton)
    triplet = next(one for one in skeleton.triplets if one.structure == kind.structure)
    shown, key = shown_and_key(kind, triplet)
    roles = candidates(graph, kind, shown)
    assert all(roles)
    assert is_right(graph, kind, key, shown)
    assert not any(is_right(graph, kind, one, shown) for role in roles for one in role)
    wrong = [one for role in roles for one in role]
    assert len(set(wrong)) == len(wrong)
    assert key not in wrong


@pytest.mark.parametrize("name", skeletons())
def test_the_ideas_shown_in_two_three_and_three_one_are_unrelated(name):
    skeleton = skeletons()[name]
    graph = _graph(skeleton)
    for code in ("2.3", "3.1"):
        kind = QUESTION_TYPES[code]
        triplet = next(one for one in skeleton.triplets if one.structure == kind.structure)
        assert graph.are_independent(*shown_and_key(kind, triplet)[0])


def test_a_tie_over_others_is_told_from_a_direct_one():
    graph = _graph(skeletons()["two_roots"])
    assert tie(graph, "n1", "n3") is Tie.SUPPORTS
    assert tie(graph, "n3", "n1") is Tie.SUPPORTED
    assert tie(graph, "n1", "n7") is Tie.BELOW
    assert tie(graph, "n7", "n1") is Tie.ABOVE
    assert tie(graph, "n1", "n2") is Tie.NONE
