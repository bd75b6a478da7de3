"""Accuracy by depth as small SVG panels: no script, no request, light and dark by CSS."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.show.tables.html import SCORE, Cell, Column, count, score, table, text
from engine.show.texts.escaping import escape

_WIDTH, _HEIGHT = 170, 120
_LEFT, _RIGHT, _TOP, _BOTTOM = 30, 162, 8, 100


@dataclass(frozen=True, slots=True)
class Point:
    """The accuracy (0..1) at one depth, with its n and 95% interval."""

    depth: int
    value: float
    n: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Series:
    """One respondent's accuracy by depth; `name` and `label` are untrusted text."""

    name: str
    label: str
    points: tuple[Point, ...]


def figure(series: Sequence[Series], caption: str, *, chance: float | None = None) -> str:
    """The panels with their caption (HTML) and, folded away, all numbers as a table."""
    depths = [point.depth for one in series for point in one.points]
    span = min(depths), max(depths)
    panels = "".join(_panel(one, span, chance) for one in series)
    return (
        f'<figure class="el-figure"><div class="el-panels">{panels}</div>'
        f"<figcaption>{caption}</figcaption></figure>"
        f'<details class="el-fold"><summary>Numbers in this figure</summary>'
        f"{_numbers(series)}</details>"
    )


def _panel(one: Series, span: tuple[int, int], chance: float | None) -> str:
    first, last = one.points[0], one.points[-1]
    described = (
        f"{one.name}: {100 * first.value:.0f}% at depth {first.depth},"
        f" {100 * last.value:.0f}% at depth {last.depth}"
    )
    line = " ".join(f"{_x(p.depth, span):.1f},{_y(p.value):.1f}" for p in one.points)
    dots = "".join(
        f'<circle class="el-dot" cx="{_x(p.depth, span):.1f}" cy="{_y(p.value):.1f}" r="2.4"/>'
        for p in one.points
    )
    return (
        f'<div class="el-panel"><p><strong>{escape(one.name)}</strong> {escape(one.label)}</p>'
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(described)}">'
        f"{_axes(span)}{_chance(chance)}"
        f'<polygon class="el-band" points="{_band(one.points, span)}"/>'
        f'<polyline class="el-line" points="{line}"/>{dots}</svg></div>'
    )


def _axes(span: tuple[int, int]) -> str:
    levels = "".join(
        f'<path class="el-grid" d="M{_LEFT} {_y(v):.1f}H{_RIGHT}"/>'
        f'<text x="{_LEFT - 4}" y="{_y(v) + 3.5:.1f}" text-anchor="end">{100 * v:.0f}</text>'
        for v in (0.0, 0.5, 1.0)
    )
    step = max(1, (span[1] - span[0]) // 7 + (span[1] - span[0] > 7))
    depths = "".join(
        f'<text x="{_x(d, span):.1f}" y="{_HEIGHT - 6}" text-anchor="middle">{d}</text>'
        for d in range(span[0], span[1] + 1, step)
    )
    return levels + depths


def _chance(chance: float | None) -> str:
    if chance is None:
        return ""
    return f'<path class="el-chance" d="M{_LEFT} {_y(chance):.1f}H{_RIGHT}"/>'


def _band(points: Sequence[Point], span: tuple[int, int]) -> str:
    upper = [f"{_x(p.depth, span):.1f},{_y(p.high):.1f}" for p in points]
    lower = [f"{_x(p.depth, span):.1f},{_y(p.low):.1f}" for p in reversed(points)]
    return " ".join(upper + lower)


def _x(depth: int, span: tuple[int, int]) -> float:
    first, last = span
    inner = _LEFT + 6, _RIGHT - 6
    return inner[0] + (inner[1] - inner[0]) * (depth - first) / max(1, last - first)


def _y(value: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * value


def _numbers(series: Sequence[Series]) -> str:
    columns = (
        Column("Respondent"),
        Column("Depth", numeric=True),
        *SCORE,
        Column("n", numeric=True),
    )
    rows = [
        [
            text(f"{one.name} {one.label}".strip()),
            Cell(str(p.depth), p.depth),
            *score(p.value, p.low, p.high),
            count(p.n),
        ]
        for one in series
        for p in one.points
    ]
    return table("Accuracy by depth", columns, rows)
