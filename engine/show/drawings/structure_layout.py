"""A finite structure as a small labelled graph, to be drawn.

Individuals lie on a circle of radius 1, each with its number, its names and the unary predicates
true of it. Arrows carry the binary predicates that hold. What is not drawn is false.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, pi, sin
from typing import NamedTuple

from engine.logic.first_order.structures import Structure

_RADIUS = 0.17
"""Radius of an individual's circle."""

_BEND = 0.14  # bend of an arrow, as a share of its length, so that opposite arrows do not overlap
_STEPS = 16
_LOOP = 0.3  # the radius of an arrow from an individual to itself

Point = tuple[float, float]


class Individual(NamedTuple):
    """An individual: its number and place, and its label's lines and place."""

    number: int
    place: Point
    words: tuple[str, ...]
    words_at: Point


class Way(NamedTuple):
    """An arrow: its points from one individual to another, and its label."""

    points: tuple[Point, ...]
    words: str
    words_at: Point


class StructureLayout(NamedTuple):
    """The layout of a structure."""

    individuals: tuple[Individual, ...]
    ways: tuple[Way, ...]


def structure_layout(structure: Structure) -> StructureLayout:
    """The drawing of a structure."""
    places = _places(structure.size)
    return StructureLayout(
        tuple(
            Individual(element, place, _words(structure, element), _outside(place))
            for element, place in enumerate(places)
        ),
        tuple(
            Way(points, ", ".join(names), _beside(points))
            for source, target, names in _arrows(structure)
            for points in [tuple(_way(places[source], places[target]))]
        ),
    )


def _places(size: int) -> list[Point]:
    """Evenly on a circle, the first at the top; a single one is in the middle."""
    if size == 1:
        return [(0.0, 0.0)]
    turns = [pi / 2 - 2 * pi * at / size for at in range(size)]
    return [(cos(turn), sin(turn)) for turn in turns]


def _arrows(structure: Structure) -> Iterator[tuple[int, int, list[str]]]:
    """One arrow per ordered pair, with all predicates that hold of it."""
    led: dict[tuple[int, int], list[str]] = {}
    for (name, places), rows in sorted(structure.predicates.items()):
        if places == 2:
            for source, target in sorted(rows):
                led.setdefault((source, target), []).append(name)
    return ((*ends, names) for ends, names in sorted(led.items()))


def _words(structure: Structure, element: int) -> tuple[str, ...]:
    """The names of an individual, and the unary predicates true of it."""
    names = sorted(name for name, at in structure.constants.items() if at == element)
    true = sorted(
        name
        for (name, places), rows in structure.predicates.items()
        if places == 1 and (element,) in rows
    )
    lines = (f"= {', '.join(names)}" if names else "", ", ".join(true))
    return tuple(line for line in lines if line)


def _way(source: Point, target: Point) -> list[Point]:
    """The points of an arrow between the edges of two circles."""
    if source == target:
        return _loop(source)
    (x, y), (u, v) = source, target
    length = hypot(u - x, v - y)
    middle = ((x + u) / 2 - (v - y) * _BEND, (y + v) / 2 + (u - x) * _BEND)
    cut = _RADIUS / length
    shares = [cut + (1 - 2 * cut) * step / _STEPS for step in range(_STEPS + 1)]
    return [
        (
            (1 - t) ** 2 * x + 2 * t * (1 - t) * middle[0] + t**2 * u,
            (1 - t) ** 2 * y + 2 * t * (1 - t) * middle[1] + t**2 * v,
        )
        for t in shares
    ]


def _loop(place: Point) -> list[Point]:
    """A loop at the side of an individual, clear of its label."""
    x, y = place
    side = 1 if x >= 0 else -1
    centre = (x + side * _LOOP * 0.95, y - 0.02)
    start, end = (pi * 0.82, -pi * 0.82) if side > 0 else (pi * 0.18, pi * 1.82)
    turns = [start + (end - start) * step / (2 * _STEPS) for step in range(2 * _STEPS + 1)]
    return [(centre[0] + _LOOP * cos(turn), centre[1] + _LOOP * sin(turn)) for turn in turns]


def _beside(way: tuple[Point, ...]) -> Point:
    """A little outside the middle of an arrow's bend."""
    (x, y), (u, v) = way[0], way[-1]
    middle = way[len(way) // 2]
    away = (middle[0] - (x + u) / 2, middle[1] - (y + v) / 2)
    length = hypot(*away) or 1.0
    return middle[0] + 0.11 * away[0] / length, middle[1] + 0.11 * away[1] / length


def _outside(place: Point) -> Point:
    """The place of an individual's label: above it in the upper half, else below."""
    x, y = place
    return x, y + (0.38 if y >= 0 else -0.38)
