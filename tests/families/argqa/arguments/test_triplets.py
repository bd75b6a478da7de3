"""Triplets of graphs, strict and loose; the published CDCP gives the counts measured of it."""

import os
from collections import Counter
from pathlib import Path

import pytest

from engine.families.argqa.arguments import (
    ArgumentGraph,
    Attack,
    Proposition,
    Support,
    argument_graph,
)
from engine.families.argqa.arguments.triplets import balanced, count, disjoint, record, triplets
from engine.io.corpora import read_corpus

_PROJECT = Path(__file__).resolve().parents[4]
_PUBLISHED = Path(os.environ.get("SORITES_PUBLISHED", _PROJECT.parent / "shared" / "published"))
_CORPORA = _PUBLISHED / "argument-corpora"


def _graph(edges: str, attacks: str = "") -> ArgumentGraph:
    ids = sorted({letter for edge in (edges + " " + attacks).split() for letter in edge})
    return argument_graph(
        "test",
        [Proposition(one, f"{one}.") for one in ids],
        [Support(tuple(edge[:-1]), edge[-1]) for edge in edges.split()],
        [Attack(edge[0], edge[1]) for edge in attacks.split()],
    )


def _all(graph: ArgumentGraph, *, strict: bool = True) -> set[tuple[str, str]]:
    found = triplets(graph, strict=strict)
    return {(triplet.structure, "".join(triplet.members)) for triplet in found}


def _never(one: str, other: str) -> bool:
    return False


def test_each_structure_is_found() -> None:
    assert _all(_graph("ab bc")) == {("linear", "abc")}
    assert _all(_graph("ac bc")) == {("convergent", "abc")}
    assert _all(_graph("ab ac")) == {("divergent", "abc")}


@pytest.mark.parametrize(
    ("edges", "attacks"), [("ab ac bc", ""), ("ab ac bd dc", ""), ("ab ac", "bc"), ("ab ac", "cb")]
)
def test_related_siblings_are_a_triplet_only_to_the_loose_reading(edges: str, attacks: str) -> None:
    graph = _graph(edges, attacks)
    assert ("divergent", "abc") not in _all(graph)
    assert ("divergent", "abc") in _all(graph, strict=False)


def test_linked_premises_make_no_triplet() -> None:
    assert _all(_graph("abc cd")) == set()


def test_no_proposition_is_in_two_chosen_triplets_and_the_rarest_come_first() -> None:
    graph = _graph("ab ac bd ce fe")
    chosen = disjoint([graph], similar=_never)
    members = [
        one for found in chosen.values() for placed in found for one in placed.triplet.members
    ]
    assert len(set(members)) == len(members)
    assert [placed.triplet.members for placed in chosen["divergent"]] == [("a", "b", "c")]
    assert all(len(found) == 0 for found in balanced(chosen).values())


def test_triplets_that_say_a_thing_twice_are_left_out() -> None:
    chosen = disjoint([_graph("ab bc")], similar=lambda one, other: {one, other} == {"a.", "c."})
    assert chosen["linear"] == []


def test_a_triplet_is_recorded_with_its_document_and_offsets() -> None:
    (placed,) = disjoint([_graph("ab bc")], similar=_never)["linear"]
    stored = record(placed)
    assert (stored["document"], stored["structure"]) == ("test", "linear")
    propositions = stored["propositions"]
    assert isinstance(propositions, list)
    assert [one["id"] for one in propositions] == ["a", "b", "c"]


# Linked premises kept as such, and disjoint triplets chosen, as in the measurement of
# ../shared/research/corpora.md, §1.1 (49 divergent, 91 linear and 66 convergent ones of CDCP).
_EXPECTED = {
    "cdcp": (731, 4932, 1102, 119, 1423, (68, 151, 164), (49, 91, 66)),
    "am2": (731, 4931, 1101, 119, 1422, (68, 150, 164), (49, 90, 66)),
}


@pytest.mark.parametrize("name", _EXPECTED)
def test_the_published_corpus_gives_the_counts_measured_of_it(name: str) -> None:
    path = _CORPORA / {"am2": "am2-format"}.get(name, name)
    if not path.exists():
        pytest.skip(f"the published corpus is not here: {path}")
    documents, propositions, single, linked, pairs, found, chosen = _EXPECTED[name]
    graphs = read_corpus(name, path)
    assert len(graphs) == documents
    assert sum(len(graph.propositions) for graph in graphs) == propositions
    assert sum(len(graph.edges) for graph in graphs) == single
    supports = [(graph.name, support) for graph in graphs for support in graph.supports]
    assert sum(len(support.sources) > 1 for _, support in supports) == linked
    ends = {(name, source, one.target) for name, one in supports for source in one.sources}
    assert len(ends) == pairs
    structures = ("divergent", "linear", "convergent")
    counts = count(graphs)
    assert tuple(counts[one] for one in structures) == found
    kept = disjoint(graphs, similar=_never)
    assert tuple(len(kept[one]) for one in structures) == chosen


@pytest.mark.parametrize(("strict", "n_divergent", "n_linear"), [(True, 55, 114), (False, 87, 82)])
def test_ranges_split_into_premises_give_the_other_count(
    strict: bool, n_divergent: int, n_linear: int
) -> None:
    path = _CORPORA / "cdcp"
    if not path.exists():
        pytest.skip(f"the published corpus is not here: {path}")
    split = [
        argument_graph(
            graph.name,
            graph.propositions,
            [Support((one,), s.target) for s in graph.supports for one in s.sources],
        )
        for graph in read_corpus("cdcp", path)
    ]
    if strict:
        assert count(split) == Counter(divergent=90, linear=245, convergent=608)
    kept = disjoint(split, strict=strict, similar=_never)
    assert (len(kept["divergent"]), len(kept["linear"])) == (n_divergent, n_linear)
