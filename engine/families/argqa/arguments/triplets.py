"""The elementary structures in a graph: linear, convergent and divergent triplets.

In the strict reading, the two siblings of a convergent or divergent triplet are unrelated: no edge,
no path and no attack. The paper does not say that it required this (§3.2, step 2); the loose
reading requires nothing. Linked premises count only as a relation between two propositions: alone
they support nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import combinations
from typing import NamedTuple

from engine.families.argqa.arguments.questions import Triplet
from engine.logic.argument_graph import ArgumentGraph

STRUCTURES = ("divergent", "linear", "convergent")
"""In the order of selection: the rarest first."""


class Placed(NamedTuple):
    """A triplet and the graph it is in."""

    graph: ArgumentGraph
    triplet: Triplet


def triplets(
    graph: ArgumentGraph, *, strict: bool = True, on_paths: bool = False
) -> Iterator[Triplet]:
    """All triplets of a graph, grouped by structure, in the graph's order.

    `on_paths`: support over other propositions counts, too.
    """
    at = {one: place for place, one in enumerate(graph.ids)}
    above: dict[str, list[str]] = {one: [] for one in graph.ids}
    below: dict[str, list[str]] = {one: [] for one in graph.ids}
    edges = graph.paths if on_paths else graph.edges
    for source, target in sorted(edges, key=lambda edge: (at[edge[0]], at[edge[1]])):
        above[source].append(target)
        below[target].append(source)
    for source in graph.ids:
        for one, other in _siblings(graph, above[source], strict):
            yield Triplet("divergent", (source, one, other))
    for source in graph.ids:
        for middle in above[source]:
            yield from (Triplet("linear", (source, middle, target)) for target in above[middle])
    for target in graph.ids:
        for one, other in _siblings(graph, below[target], strict):
            yield Triplet("convergent", (one, other, target))


def _siblings(
    graph: ArgumentGraph, found: Sequence[str], strict: bool
) -> Iterator[tuple[str, str]]:
    pairs = combinations(found, 2)
    return (pair for pair in pairs if not strict or graph.are_independent(*pair))


def count(graphs: Iterable[ArgumentGraph], *, strict: bool = True) -> Counter[str]:
    """The number of triplets of each structure, overlapping ones included."""
    found = (triplet for graph in graphs for triplet in triplets(graph, strict=strict))
    return Counter(triplet.structure for triplet in found)


def disjoint(
    graphs: Iterable[ArgumentGraph], *, strict: bool = True, similar: Callable[[str, str], bool]
) -> dict[str, list[Placed]]:
    """Disjoint triplets by structure: divergent first, as they are rare.

    A triplet with two `similar` propositions is left out (§3.2, step 4). The choice is greedy, in
    document order, so another order may give a few more or fewer.
    """
    chosen: dict[str, list[Placed]] = {structure: [] for structure in STRUCTURES}
    for graph in graphs:
        used: set[str] = set()
        for triplet in _tried(graph, strict):
            if used.isdisjoint(triplet.members) and not _repeats(graph, triplet, similar):
                used.update(triplet.members)
                chosen[triplet.structure].append(Placed(graph, triplet))
    return chosen


def _tried(graph: ArgumentGraph, strict: bool) -> list[Triplet]:
    """The triplets in the order they are tried, linear ones from the end of the graph.

    Of two orders that leave as many linear triplets, this one leaves more convergent ones.
    """
    found = list(triplets(graph, strict=strict))
    linear = [one for one in found if one.structure == "linear"]
    first = sum(one.structure == "divergent" for one in found)
    found[first : first + len(linear)] = reversed(linear)
    return found


def balanced(chosen: dict[str, list[Placed]]) -> dict[str, list[Placed]]:
    """Cut each structure to the number of the rarest, keeping the first ones."""
    least = min(map(len, chosen.values()))
    return {structure: found[:least] for structure, found in chosen.items()}


def record(placed: Placed) -> dict[str, object]:
    """A triplet as plain data: document, structure, and its propositions a, b, c."""
    by_id = {one.id: one for one in placed.graph.propositions}
    return {
        "document": placed.graph.name,
        "structure": placed.triplet.structure,
        "propositions": [asdict(by_id[one]) for one in placed.triplet.members],
    }


def _repeats(graph: ArgumentGraph, triplet: Triplet, similar: Callable[[str, str], bool]) -> bool:
    return any(similar(graph.text(a), graph.text(b)) for a, b in combinations(triplet.members, 2))
