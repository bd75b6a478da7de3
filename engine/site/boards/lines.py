"""Accuracy by steps as one SVG of lines with their names: no script, light and dark by CSS.

It is drawn twice, for a desktop and for a phone, so that its text has the same size on both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.analysis.sources.query import Row
from engine.show.drawings.looks import Look
from engine.show.texts.escaping import escape, shortened

_TOP, _LEFT, _BELOW = 12, 38, 40
_LINE = 16
_SIGN = 6.6
"""The height of a line of text and the width of a character, in pixels."""
_LONGEST = 32
"""The most characters of a name at its line; the table of numbers has it in full."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level that all lines are compared with, such as chance."""

    name: str
    value: float


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where the lines are drawn, in pixels, and the steps at its two ends."""

    right: float
    bottom: float
    steps: tuple[int, int]

    def x(self, step: int) -> float:
        first, last = self.steps
        return _LEFT + 10 + (self.right - _LEFT - 20) * (step - first) / max(1, last - first)

    def y(self, value: float) -> float:
        return self.bottom - (self.bottom - _TOP) * value


def lines(
    series: Mapping[str, list[Row]], looks: Mapping[str, Look], by: str, levels: Sequence[Level]
) -> str:
    """The lines of each series (cells in order) and the levels, on both widths."""
    return "".join(
        f'<div class="{shown}">{_drawn(series, looks, by, levels, width, height)}</div>'
        for shown, width, height in (("el-wide", 680, 330), ("el-narrow", 358, 250))
    )


def _drawn(
    series: Mapping[str, list[Row]],
    looks: Mapping[str, Look],
    by: str,
    levels: Sequence[Level],
    width: int,
    height: int,
) -> str:
    is_narrow = width < 500
    names = [*series, *(level.name for level in levels)]
    beside = 12 if is_narrow else _SIGN * min(_LONGEST, max(map(len, names))) + 24
    keys = _LINE * len(names) + 6 if is_narrow else 0
    steps = [int(cell["cell"]) for own in series.values() for cell in own]
    frame = _Frame(width - beside, height - _BELOW, (min(steps), max(steps)))
    marks = [_axes(frame, by, sorted(set(steps)))]
    ends = {}
    for level in levels:
        y = frame.y(level.value)
        marks.append(f'<path class="el-chance" d="M{_LEFT} {y:.1f}H{frame.right:.1f}"/>')
        ends[level.name] = (y, "")
    for name, own in series.items():
        marks.append(_line(own, looks[name].colour, frame))
        ends[name] = (frame.y(own[-1]["value"]), looks[name].colour)
    labels = _below(ends, frame) if is_narrow else _beside(ends, frame)
    return (
        f'<svg class="el-lines" viewBox="0 0 {width} {height + keys}" width="{width}" role="img"'
        f' aria-label="{escape(_described(series))}">{"".join(marks)}{labels}</svg>'
    )


def _described(series: Mapping[str, list[Row]]) -> str:
    ends = ((name, own[0], own[-1]) for name, own in series.items())
    return "; ".join(
        f"{name}: {first['value']:.0%} at {first['cell']}, {last['value']:.0%} at {last['cell']}"
        for name, first, last in ends
    )


def _axes(frame: _Frame, by: str, steps: Sequence[int]) -> str:
    levels = "".join(
        f'<path class="el-grid" d="M{_LEFT} {frame.y(v):.1f}H{frame.right:.1f}"/>'
        f'<text x="{_LEFT - 6}" y="{frame.y(v) + 4:.1f}" text-anchor="end">{v:.0%}</text>'
        for v in (0.0, 0.25, 0.5, 0.75, 1.0)
    )
    every = max(1, round(len(steps) * 26 / (frame.right - _LEFT)))
    ticks = "".join(
        f'<text x="{frame.x(step):.1f}" y="{frame.bottom + 18}" text-anchor="middle">{step}</text>'
        for step in steps[::every]
    )
    middle = (_LEFT + frame.right) / 2
    title = f'<text x="{middle:.1f}" y="{frame.bottom + 36}" text-anchor="middle">'
    return f"{levels}{ticks}{title}{escape(by)}</text>"


def _line(own: Sequence[Row], colour: str, frame: _Frame) -> str:
    at = [(frame.x(int(cell["cell"])), cell) for cell in own]
    known = [(x, cell) for x, cell in at if cell["low"] is not None]
    upper = [f"{x:.1f},{frame.y(cell['high']):.1f}" for x, cell in known]
    lower = [f"{x:.1f},{frame.y(cell['low']):.1f}" for x, cell in reversed(known)]
    points = " ".join(f"{x:.1f},{frame.y(cell['value']):.1f}" for x, cell in at)
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{frame.y(cell["value"]):.1f}" r="3.4"><title>'
        f"{escape(cell['cell'])}: {cell['value']:.1%}, n = {cell['n'] or 0:,}</title></circle>"
        for x, cell in at
    )
    return (
        f'<polygon fill="{colour}" opacity="0.14" points="{" ".join(upper + lower)}"/>'
        f'<polyline fill="none" stroke="{colour}" stroke-width="2.2" points="{points}"/>'
        f'<g fill="{colour}">{dots}</g>'
    )


def _beside(ends: Mapping[str, tuple[float, str]], frame: _Frame) -> str:
    """Each name at the end of its line, moved down where two would overlap."""
    shown, last = [], -1e9
    for name, (y, colour) in sorted(ends.items(), key=lambda end: end[1][0]):
        last = max(y, last + _LINE)
        shown.append((last, name, colour))
    over = max(0.0, last - frame.bottom - _LINE)
    return "".join(_name(frame.right + 8, y - over, name, colour) for y, name, colour in shown)


def _below(ends: Mapping[str, tuple[float, str]], frame: _Frame) -> str:
    """The names under the plot, highest line first, each after a mark of its colour."""
    order = sorted(ends.items(), key=lambda end: end[1][0])
    return "".join(
        _name(_LEFT, frame.bottom + _BELOW + 10 + _LINE * at, name, colour)
        for at, (name, (_, colour)) in enumerate(order)
    )


def _name(x: float, y: float, name: str, colour: str) -> str:
    mark = (
        f'<circle cx="{x + 4:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'
        if colour
        else f'<path class="el-chance" d="M{x:.1f} {y:.1f}h9"/>'
    )
    shown = escape(shortened(name, _LONGEST))
    return f'{mark}<text class="el-key" x="{x + 13:.1f}" y="{y + 4:.1f}">{shown}</text>'
