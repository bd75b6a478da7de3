"""The small graph of a question on an argument: its sentences, its options, what supports what."""

from __future__ import annotations

import plotly.graph_objects as go

from dashboard.charts import NEUTRAL, REFERENCE
from engine.show.support_layout import Arrow, Layout, Node

_HEIGHT = 380
_RATIO = 0.7
_SIZE = 38
_SHAPES = {"shown": "square", "key": "circle", "wrong": "circle-open"}


def draw(layout: Layout) -> go.Figure:
    """The graph: squares for what is shown, a full circle for the key, open ones for the others."""
    places = {node.name: (node.x, node.y) for node in layout.nodes}
    figure = go.Figure([_line(arrow, places) for arrow in layout.arrows])
    for kind, symbol in _SHAPES.items():
        figure.add_trace(_nodes([n for n in layout.nodes if _kind(n) == kind], symbol))
    axis = {"range": [0, 1], "visible": False, "fixedrange": True}
    figure.update_xaxes(**axis)
    figure.update_yaxes(**axis, scaleanchor="x", scaleratio=_RATIO)
    return figure.update_layout(
        height=_HEIGHT, showlegend=False, margin={"l": 0, "r": 0, "t": 0, "b": 0}
    )


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


def _line(arrow: Arrow, places: dict[str, tuple[float, float]]) -> go.Scatter:
    (x, y), (u, v) = places[arrow.source], places[arrow.target]
    cut = 0.035 / max(((u - x) ** 2 + (v - y) ** 2) ** 0.5, 0.1)
    return go.Scatter(
        x=[x + (u - x) * cut, u - (u - x) * cut],
        y=[y + (v - y) * cut, v - (v - y) * cut],
        mode="lines+markers",
        line={"color": REFERENCE, "width": 1.8, "dash": "solid" if arrow.is_direct else "dot"},
        marker={
            "symbol": "arrow", "angleref": "previous", "size": [0, 12], "color": REFERENCE,
        },
        hoverinfo="skip",
    )  # fmt: skip
