"""A finite structure as a small labelled graph.

Individuals stand on a circle, each with its number, the names that stand for it and the predicates
of one place that are true of it; an arrow says which predicates of two places lead from one to
another. What is not drawn is false.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, pi, sin
from typing import NamedTuple

import plotly.graph_objects as go

from dashboard.charts import NEUTRAL, REFERENCE
from dashboard.words import label
from engine.logic.first_order.structures import Structure

_RADIUS = 0.17
"""Of the circle that stands for an individual; they lie on a circle of radius 1."""

_BEND = 0.14  # how far an arrow is bent, as a share of its length: those back and forth lie apart
_STEPS = 16
_LOOP = 0.3  # the radius of an arrow from an individual to itself
_EXTENT = 1.75
_HEIGHT = 360
_HEIGHT_ALONE = 190

Point = tuple[float, float]


class _Arrow(NamedTuple):
    source: int
    target: int
    names: tuple[str, ...]


def draw(structure: Structure) -> go.Figure:
    """The graph of a structure."""
    places = _places(structure.size)
    figure = go.Figure()
    for arrow in _arrows(structure):
        way = _way(places[arrow.source], places[arrow.target])
        figure.add_trace(_line(way))
        figure.add_trace(_words(_beside(way), ", ".join(arrow.names), 13))
    figure.add_trace(
        go.Scatter(
            x=[x for x, _ in places],
            y=[y for _, y in places],
            mode="markers+text",
            text=[f"<b>{element}</b>" for element in range(structure.size)],
            marker={
                "size": 38,
                "color": "rgba(0,0,0,0)",
                "line": {"width": 2.5, "color": NEUTRAL},
            },
            hoverinfo="skip",
        )
    )
    for element, place in enumerate(places):
        figure.add_trace(_words(_outside(place), _told(structure, element), 14))
    is_alone = structure.size == 1
    extent = _EXTENT * _HEIGHT_ALONE / _HEIGHT if is_alone else _EXTENT
    axis = {"range": [-extent, extent], "visible": False, "fixedrange": True}
    figure.update_xaxes(**axis)
    figure.update_yaxes(**axis, scaleanchor="x")
    return figure.update_layout(
        height=_HEIGHT_ALONE if is_alone else _HEIGHT,
        showlegend=False,
        margin={"l": 0, "r": 0, "t": 0, "b": 0},
    )


def _places(size: int) -> list[Point]:
    """Evenly on a circle, the first at the top; one alone stands in the middle."""
    if size == 1:
        return [(0.0, 0.0)]
    turns = [pi / 2 - 2 * pi * at / size for at in range(size)]
    return [(cos(turn), sin(turn)) for turn in turns]


def _arrows(structure: Structure) -> Iterator[_Arrow]:
    """One arrow from an individual to another, with all the predicates that lead there."""
    led: dict[tuple[int, int], list[str]] = {}
    for (name, places), rows in sorted(structure.predicates.items()):
        if places == 2:
            for source, target in sorted(rows):
                led.setdefault((source, target), []).append(name)
    return (_Arrow(*ends, tuple(names)) for ends, names in sorted(led.items()))


def _told(structure: Structure, element: int) -> str:
    """The names of an individual and the predicates of one place that are true of it."""
    names = sorted(name for name, at in structure.constants.items() if at == element)
    true = sorted(
        name
        for (name, places), rows in structure.predicates.items()
        if places == 1 and (element,) in rows
    )
    parts = [f"= {', '.join(names)}"] if names else []
    return "<br>".join(label(part, 40) for part in (*parts, ", ".join(true)) if part)


def _way(source: Point, target: Point) -> list[Point]:
    """The points of an arrow, from the edge of one circle to that of the other."""
    if source == target:
        return _loop(source)
    (x, y), (u, v) = source, target
    length = hypot(u - x, v - y)
    middle = (
        (x + u) / 2 - (v - y) * _BEND,
        (y + v) / 2 + (u - x) * _BEND,
    )
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
    """A circle that touches an individual from the side, so that its words stay free."""
    x, y = place
    side = 1 if x >= 0 else -1
    centre = (x + side * _LOOP * 0.95, y - 0.02)
    start, end = (pi * 0.82, -pi * 0.82) if side > 0 else (pi * 0.18, pi * 1.82)
    turns = [start + (end - start) * step / (2 * _STEPS) for step in range(2 * _STEPS + 1)]
    return [(centre[0] + _LOOP * cos(turn), centre[1] + _LOOP * sin(turn)) for turn in turns]


def _line(way: list[Point]) -> go.Scatter:
    n = len(way)
    return go.Scatter(
        x=[x for x, _ in way],
        y=[y for _, y in way],
        mode="lines+markers",
        line={"color": REFERENCE, "width": 1.8},
        marker={
            "symbol": "arrow",
            "angleref": "previous",
            "size": [0] * (n - 1) + [12],
            "color": REFERENCE,
        },
        hoverinfo="skip",
    )


def _words(place: Point, text: str, size: int) -> go.Scatter:
    return go.Scatter(
        x=[place[0]], y=[place[1]], mode="text", text=[text], textfont={"size": size},
        hoverinfo="skip",
    )  # fmt: skip


def _beside(way: list[Point]) -> Point:
    """A little outside the middle of an arrow's bend."""
    (x, y), (u, v) = way[0], way[-1]
    middle = way[len(way) // 2]
    away = (middle[0] - (x + u) / 2, middle[1] - (y + v) / 2)
    length = hypot(*away) or 1.0
    return middle[0] + 0.11 * away[0] / length, middle[1] + 0.11 * away[1] / length


def _outside(place: Point) -> Point:
    """Where the words of an individual stand: above it in the upper half, else below."""
    x, y = place
    return x, y + (0.38 if y >= 0 else -0.38)
