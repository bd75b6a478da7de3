"""The support relation among sentences and options, as an SVG picture."""

from __future__ import annotations

from engine.show.drawings.support_layout import Arrow, Layout, Node
from engine.show.texts.escaping import escape

_WIDTH, _HEIGHT = 320, 220
_NODE = 9
_TIP = 7


def drawing(layout: Layout) -> str:
    """The graph as a picture, described in words below."""
    places = {node.name: (node.x * _WIDTH, (1 - node.y) * _HEIGHT) for node in layout.nodes}
    lines = "".join(_line(arrow, places) for arrow in layout.arrows)
    nodes = "".join(_node(node, places[node.name]) for node in layout.nodes)
    shown = escape(layout.in_words())
    return (
        '<figure class="el-figure"><svg class="el-support"'
        f' viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{shown}">{lines}{nodes}</svg>'
        "<figcaption>Squares: Sentences 1 and 2. Full circle: the right option. What is supported"
        f" is above what supports it. {shown}</figcaption></figure>"
    )


def _node(node: Node, place: tuple[float, float]) -> str:
    x, y = place
    if node.is_shown:
        side = 2 * _NODE
        mark = f'<rect x="{x - _NODE:.1f}" y="{y - _NODE:.1f}" width="{side}" height="{side}"/>'
    else:
        kind = "el-key" if node.is_key else "el-open"
        mark = f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{_NODE}"/>'
    anchor, aside = ("end", -14) if node.is_shown else ("start", 14)
    return (
        f'{mark}<text x="{x + aside:.1f}" y="{y + 4:.1f}" text-anchor="{anchor}">'
        f"{escape(node.name)}{' ✓' if node.is_key else ''}</text>"
    )


def _line(arrow: Arrow, places: dict[str, tuple[float, float]]) -> str:
    """An arrow between the edges of two nodes."""
    (x, y), (u, v) = places[arrow.source], places[arrow.target]
    length = max(((u - x) ** 2 + (v - y) ** 2) ** 0.5, 1.0)
    dx, dy = (u - x) / length, (v - y) / length
    gap = _NODE + 4
    a, b = x + dx * gap, y + dy * gap
    c, d = u - dx * gap, v - dy * gap
    left = f"{c - _TIP * dx - _TIP / 2 * dy:.1f},{d - _TIP * dy + _TIP / 2 * dx:.1f}"
    right = f"{c - _TIP * dx + _TIP / 2 * dy:.1f},{d - _TIP * dy - _TIP / 2 * dx:.1f}"
    kind = "el-edge" if arrow.is_direct else "el-edge el-over"
    return (
        f'<path class="{kind}" d="M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}"/>'
        f'<polygon points="{c:.1f},{d:.1f} {left} {right}"/>'
    )
