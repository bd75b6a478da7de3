import pytest

from engine.core.errors import InputError
from engine.families.argqa.arguments import Attack, Proposition, Support, argument_graph


def _graph(edges: str, attacks: str = ""):
    ids = sorted({letter for edge in (edges + " " + attacks).split() for letter in edge})
    return argument_graph(
        "test",
        [Proposition(one, one) for one in ids],
        [Support(tuple(edge[:-1]), edge[-1]) for edge in edges.split()],
        [Attack(*edge) for edge in attacks.split()],
    )


def test_support_is_transitive():
    graph = _graph("ab bc cd")
    assert graph.is_supported("a", "d")
    assert not graph.is_direct("a", "d")
    assert not graph.is_supported("d", "a")


def test_linked_premises_support_only_together():
    graph = _graph("abc cd")
    assert not graph.is_supported("a", "c")
    assert graph.is_supported("c", "d")
    assert graph.supports[0] == Support(("a", "b"), "c")


def test_propositions_that_attack_each_other_are_not_independent():
    graph = _graph("ac bc", "ab")
    assert graph.are_unrelated("a", "b")
    assert not graph.are_independent("a", "b")


@pytest.mark.parametrize(
    ("edges", "expected"),
    [("ab bc ca", "circle"), ("abc ca", "circle"), ("aa", "related to itself")],
)
def test_what_supports_itself_is_refused(edges, expected):
    with pytest.raises(InputError, match=expected):
        _graph(edges)


def test_an_unknown_or_double_id_is_named():
    with pytest.raises(InputError, match="names 'b'"):
        argument_graph("test", [Proposition("a", "A.")], [Support(("a",), "b")])
    with pytest.raises(InputError, match="two propositions 'a'"):
        argument_graph("test", [Proposition("a", "A."), Proposition("a", "B.")], [])
