"""Small graphs of a question: a finite structure, or the support relation of an argument."""

from __future__ import annotations

import plotly.graph_objects as go

from dashboard.components.figures.charts import NEUTRAL, REFERENCE
from engine.show.drawings.structure_layout import Point, StructureLayout
from engine.show.drawings.support_layout import Arrow, Layout, Node
from engine.show.texts.escaping import label

_EXTENT, _HEIGHT, _HEIGHT_ALONE = 1.75, 360, 190
_ARGUMENT_HEIGHT, _RATIO, _SIZE = 380, 0.7, 38
_SHAPES = {"shown": "square", "key": "circle", "wrong": "circle-open"}


def draw_structure(layout: StructureLayout) -> go.Figure:
    """Individuals as labelled circles, binary predicates as labelled arrows."""
    figure = go.Figure()
    for way in layout.ways:
        figure.add_trace(_arrow(way.points, 1.8))
        figure.add_trace(_words(way.words_at, label(way.words, 40), 13))
    places = [each.place for each in layout.individuals]
    figure.add_trace(
        go.Scatter(
            x=[x for x, _ in places],
            y=[y for _, y in places],
            mode="markers+text",
            text=[f"<b>{each.number}</b>" for each in layout.individuals],
            marker={
                "size": _SIZE,
                "color": "rgba(0,0,0,0)",
                "line": {"width": 2.5, "color": NEUTRAL},
            },
            hoverinfo="skip",
        )
    )
    for each in layout.individuals:
        text = "<br>".join(label(line, 40) for line in each.words)
        figure.add_trace(_words(each.words_at, text, 14))
    height = _HEIGHT_ALONE if len(places) == 1 else _HEIGHT
    extent = _EXTENT * height / _HEIGHT
    return _framed(figure, [-extent, extent], 1, height)


def draw_support(layout: Layout) -> go.Figure:
    """Squares for the sentences, a full circle for the key, open circles for other options."""
    places = {node.name: (node.x, node.y) for node in layout.nodes}
    figure = go.Figure([_support(arrow, places) for arrow in layout.arrows])
    for kind, symbol in _SHAPES.items():
        figure.add_trace(_nodes([n for n in layout.nodes if _kind(n) == kind], symbol))
    return _framed(figure, [0, 1], _RATIO, _ARGUMENT_HEIGHT)


def _kind(node: Node) -> str:
    if node.is_shown:
        return "shown"
    return "key" if node.is_key else "wrong"


def _nodes(nodes: list[Node], symbol: str) -> go.Scatter:
    return go.Scatter(
        x=[node.x for node in nodes],
        y=[node.y for node in nodes],
        mode="markers+text",
        text=[f"<b>{node.name}</b>{' ✓' if node.is_key else ''}" for node in nodes],
        textposition="middle right" if symbol != "square" else "middle left",
        textfont={"size": 15},
        marker={"symbol": symbol, "size": _SIZE // 2, "color": NEUTRAL, "line": {"width": 2}},
        hoverinfo="skip",
        cliponaxis=False,
    )


def _support(arrow: Arrow, places: dict[str, Point]) -> go.Scatter:
    (x, y), (u, v) = places[arrow.source], places[arrow.target]
    cut = 0.035 / max(((u - x) ** 2 + (v - y) ** 2) ** 0.5, 0.1)
    ends = (
        (x + (u - x) * cut, y + (v - y) * cut),
        (u - (u - x) * cut, v - (v - y) * cut),
    )
    return _arrow(ends, 1.8, "solid" if arrow.is_direct else "dot")


def _arrow(points: tuple[Point, ...], width: float, dash: str = "solid") -> go.Scatter:
    return go.Scatter(
        x=[x for x, _ in points],
        y=[y for _, y in points],
        mode="lines+markers",
        line={"color": REFERENCE, "width": width, "dash": dash},
        marker={
            "symbol": "arrow",
            "angleref": "previous",
            "size": [0] * (len(points) - 1) + [12],
            "color": REFERENCE,
        },
        hoverinfo="skip",
    )


def _words(place: Point, text: str, size: int) -> go.Scatter:
    return go.Scatter(
        x=[place[0]], y=[place[1]], mode="text", text=[text], textfont={"size": size},
        hoverinfo="skip",
    )  # fmt: skip


def _framed(figure: go.Figure, span: list[float], ratio: float, height: int) -> go.Figure:
    axis = {"range": span, "visible": False, "fixedrange": True}
    figure.update_xaxes(**axis)
    figure.update_yaxes(**axis, scaleanchor="x", scaleratio=ratio)
    return figure.update_layout(
        height=height, showlegend=False, margin={"l": 0, "r": 0, "t": 0, "b": 0}
    )
