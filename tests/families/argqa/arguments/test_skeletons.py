"""Each skeleton furnishes all nine questions; what the roles promise holds on its closure."""

import pytest

from engine.decide.support import right_by_graph
from engine.families.argqa.arguments import QUESTION_TYPES, Tie, candidates, tie
from engine.families.argqa.arguments.asked import possible
from engine.families.argqa.arguments.patterns import Guesses, given_away, pattern
from engine.families.argqa.arguments.questions import ROLES
from engine.families.argqa.arguments.skeletons import bare_graph, skeletons
from engine.families.argqa.auditing import AT_AN_END
from engine.families.argqa.item_checks import claim

GRAPHS = [bare_graph(name) for name in skeletons()]
QUESTIONS = [(graph, one) for graph in GRAPHS for one in possible(graph)]


def is_right(graph, kind, option, shown):
    (found,) = right_by_graph(graph, [claim(kind, option, shown)])
    return found


def test_there_are_three_shapes_of_ten_sentences_and_ten_edges():
    assert len(GRAPHS) == 3
    for graph in GRAPHS:
        assert (len(graph.ids), len(graph.edges), len(graph.paths)) == (10, 10, 28)


@pytest.mark.parametrize("graph", GRAPHS, ids=skeletons())
def test_each_shape_has_all_nine_types_and_every_sentence_can_be_a_key(graph):
    found = list(possible(graph))
    assert len(found) == len(set(found)) > 100
    assert {one.code for one in found} == set(QUESTION_TYPES)
    assert {one.key for one in found} == set(graph.ids)


def test_the_key_alone_is_right_and_each_wrong_option_has_a_role_of_the_type():
    for graph, one in QUESTIONS:
        kind = QUESTION_TYPES[one.code]
        assert is_right(graph, kind, one.key, one.shown)
        assert not any(is_right(graph, kind, option, one.shown) for option in one.wrong)
        assert set(one.wrong) <= set(candidates(graph, kind, one.shown))
        assert len({*one.shown, *one.options}) == 6


def test_every_option_that_is_wrong_has_a_role():
    for graph, one in QUESTIONS:
        kind = QUESTION_TYPES[one.code]
        wrong = [
            option
            for option in graph.ids
            if option not in one.shown and not is_right(graph, kind, option, one.shown)
        ]
        assert candidates(graph, kind, one.shown) == tuple(wrong)


def test_only_at_three_types_can_two_others_rank_as_far_towards_the_end_that_is_asked_for():
    found = {code: 0 for code in QUESTION_TYPES}
    for graph, one in QUESTIONS:
        end = 1 if one.code in ("1.1", "2.1", "2.2", "3.1") else -1
        rank = {
            n: sum(graph.is_supported(n, x) - graph.is_supported(x, n) for x in graph.ids) * end
            for n in one.options
        }
        n_as_far = sum(rank[other] >= rank[one.key] for other in one.wrong)
        found[one.code] = max(found[one.code], n_as_far)
    assert {code for code, most in found.items() if most <= 1} == AT_AN_END


@pytest.mark.parametrize("code", QUESTION_TYPES)
def test_the_roles_of_the_figure_keep_their_names_on_the_closure(code):
    kind = QUESTION_TYPES[code]
    assert tuple(map(kind.direct_role, kind.roles)) == ROLES[:3]
    on_paths = [kind.role(ties) for ties in kind.roles]
    assert on_paths == {
        "2.1": ["i", "ii", "ii"],
        "2.2": ["i", "ii", "ii"],
        "3.2": ["i", "ii", "i"],
        "3.3": ["i", "ii", "i"],
    }.get(code, ["i", "ii", "iii"])
    assert kind.role((Tie.NONE, Tie.NONE)) == ROLES[-1]


def test_a_guess_by_the_relations_among_the_options_is_shared_by_places_that_look_alike():
    graph = GRAPHS[0]
    wanted = "2.3", ("n7", "n2", "n6", "n8")
    three = next(q for q in possible(graph) if (q.code, q.options) == wanted)
    assert given_away([pattern("upward", three)]) == pytest.approx(1 / 3)
    chain = next(q for q in possible(graph) if q.code == "1.2" and q.options[0] == "n7")
    guesses = Guesses()
    guesses.add(pattern("upward", chain))
    gained = guesses.gain(pattern("upward", three), pattern("upward", chain))
    assert guesses.right() + gained == pytest.approx(1 / 3)


def test_a_tie_over_others_is_distinguished_from_a_direct_one_and_counts_as_a_tie():
    graph = GRAPHS[0]
    assert tie(graph, "n1", "n4") is Tie.SUPPORTS
    assert tie(graph, "n4", "n1") is Tie.SUPPORTED
    assert tie(graph, "n1", "n7") is Tie.BELOW
    assert tie(graph, "n7", "n1") is Tie.ABOVE
    assert tie(graph, "n1", "n2") is Tie.NONE
    assert Tie.BELOW.closed is Tie.SUPPORTS
    assert Tie.ABOVE.closed is Tie.SUPPORTED
