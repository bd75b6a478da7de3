"""Layout of the support relation among the sentences and options of an argument question.

What is supported is above what supports it. The drawing has the direct edges between the six
propositions, and indirect support that no chain of drawn edges implies.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, islice, permutations, product
from math import dist
from typing import NamedTuple

from engine.core.items import Item
from engine.logic import Implies, Predicate, parse
from engine.logic.argument_graph import ArgumentGraph, Proposition, Support, argument_graph

Point = tuple[float, float]

_ASIDES, _CROWD = (0.0, -0.16, 0.16), 3
"""Sideways shifts tried for layers with fewer than `_CROWD` propositions."""
_NEAR = 0.09
_TRIED = 2_000
"""The most arrangements compared."""


class Node(NamedTuple):
    """A proposition: its name, its text, and its place (0 to 1 in x and y)."""

    name: str
    text: str
    is_shown: bool
    is_key: bool
    x: float
    y: float


class Arrow(NamedTuple):
    """Support of one proposition by another, directly or over others."""

    source: str
    target: str
    is_direct: bool


class Layout(NamedTuple):
    """Sentences and options with their places, and what supports what."""

    nodes: tuple[Node, ...]
    arrows: tuple[Arrow, ...]

    def in_words(self) -> str:
        """The drawing in words."""
        parts = [
            f"{arrow.source} supports {arrow.target}"
            + ("" if arrow.is_direct else " over others of the argument")
            for arrow in self.arrows
        ]
        related = {name for arrow in self.arrows for name in (arrow.source, arrow.target)}
        alone = [node.name for node in self.nodes if node.name not in related]
        parts += [f"{name} is unrelated" for name in alone]
        return "; ".join(parts) + "."


def support_layout(item: Item) -> Layout:
    """The layout of a question on an argument.

    Raises:
        ValueError: the item is not a question on an argument.
    """
    certificate = item.certificate
    if certificate.kind != "support":
        raise ValueError(f"item {item.index} is not a question on an argument")
    graph = _graph(item)
    atoms = {"S1": certificate.shown[0], "S2": certificate.shown[1]}
    keys = [option.key for option in item.options]
    atoms |= dict(zip(keys, certificate.propositions, strict=True))
    arrows = _arrows(graph, atoms)
    places = _places(tuple(atoms), arrows)
    nodes = tuple(
        Node(name, graph.text(atom), name in ("S1", "S2"), name == item.gold, *places[name])
        for name, atom in atoms.items()
    )
    return Layout(nodes, arrows)


@lru_cache(maxsize=8)
def _graph(item: Item) -> ArgumentGraph:
    supports = []
    for premise in item.premises:
        match parse(premise):
            case Implies(left=Predicate(name=source), right=Predicate(name=target)):
                supports.append(Support((source,), target))
    sentences = [Proposition(symbol.atom, symbol.text) for symbol in item.symbols]
    return argument_graph("the argument", sentences, supports)


def _arrows(graph: ArgumentGraph, atoms: dict[str, str]) -> tuple[Arrow, ...]:
    """Direct edges, and indirect support that no two drawn steps imply."""
    reached = {
        (a, b): graph.is_direct(atoms[a], atoms[b])
        for a, b in permutations(atoms, 2)
        if graph.is_supported(atoms[a], atoms[b])
    }
    return tuple(
        Arrow(a, b, is_direct)
        for (a, b), is_direct in reached.items()
        if is_direct or not any((a, c) in reached and (c, b) in reached for c in atoms)
    )


def _places(names: tuple[str, ...], arrows: tuple[Arrow, ...]) -> dict[str, Point]:
    """Layers by the longest chain below, each ordered to minimise crossings."""
    layers: dict[int, list[str]] = {}
    for name in names:
        layers.setdefault(_height(name, arrows), []).append(name)
    each = [list(permutations(own)) for _, own in sorted(layers.items())]
    asides = [_ASIDES if len(own[0]) < _CROWD else (0.0,) for own in each]
    tried = islice(product(product(*asides), product(*each)), _TRIED)
    placed = (_spread(order, aside) for aside, order in tried)
    return min(placed, key=lambda places: _tangle(places, arrows))


def _spread(order: tuple[tuple[str, ...], ...], aside: tuple[float, ...]) -> dict[str, Point]:
    """Each layer spread evenly, then shifted to the side."""
    highest = max(len(order) - 1, 1)
    return {
        name: ((at + 1) / (len(own) + 1) + aside[layer], 0.1 + 0.8 * layer / highest)
        for layer, own in enumerate(order)
        for at, name in enumerate(own)
    }


def _tangle(places: dict[str, Point], arrows: tuple[Arrow, ...]) -> float:
    """The cost of a layout: arrows over propositions, then crossings, then arrow lengths."""
    ways = [(places[arrow.source], places[arrow.target]) for arrow in arrows]
    over = sum(
        _distance(places[name], *way) < _NEAR
        for way in ways
        for name in places
        if places[name] not in way
    )
    crossed = sum(_cross(one, other) for one, other in combinations(ways, 2))
    return 100.0 * over + 10.0 * crossed + sum(dist(*way) for way in ways)


def _distance(point: Point, start: Point, end: Point) -> float:
    """The distance of a point from a line segment."""
    (x, y), (a, b), (c, d) = point, start, end
    along = ((x - a) * (c - a) + (y - b) * (d - b)) / max(dist(start, end) ** 2, 1e-9)
    share = min(1.0, max(0.0, along))
    return dist(point, (a + share * (c - a), b + share * (d - b)))


def _cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether two segments without a common end cross."""
    if set(one) & set(other):
        return False
    return _turns(*one, other[0]) != _turns(*one, other[1]) and _turns(*other, one[0]) != _turns(
        *other, one[1]
    )


def _turns(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])


def _height(name: str, arrows: tuple[Arrow, ...]) -> int:
    below = [arrow.source for arrow in arrows if arrow.target == name]
    return 1 + max((_height(one, arrows) for one in below), default=-1)
