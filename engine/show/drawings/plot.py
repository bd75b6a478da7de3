"""A plot of accuracy as one SVG file: a dot and a 95% interval for each row of `sorites results`.

Numbers and colours stand in the file itself, so that it looks the same in a paper as in a browser.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from engine.analysis.by_trait.cells import by_size
from engine.analysis.sources.query import Row
from engine.core.errors import InputError
from engine.show.drawings.looks import PALETTE
from engine.show.texts.escaping import label, visible

_LEFT, _TOP, _PLOT, _GAP = 60, 16, 220, 46
_LINE, _SIGN = 15, 6.3
_MOST = len(PALETTE)
_WIDEST = 18  # characters of a value below the plot


class _Series(NamedTuple):
    name: str
    rows: dict[str, Row]


def plot(rows: Sequence[Row], by: str | None) -> str:
    """The rows of one data set: by the values of a trait, with one colour per run, or run by run.

    Raises:
        InputError: there are more runs than colours.
    """
    series = _series(rows, by)
    if by is None:  # every run at a place of its own
        series = [_Series("", {one.name: one.rows[""] for one in series})]
    elif len(series) > _MOST:
        raise InputError(
            f"a plot shows at most {_MOST} runs, here are {len(series)}; choose some with --model"
        )
    cells = list(dict.fromkeys(cell for one in series for cell in one.rows))
    if by is not None:
        cells.sort(key=by_size)
    width_each = max(
        34, 14 * len(series), *(_SIGN * min(len(cell), _WIDEST) + 10 for cell in cells)
    )
    plotted = width_each * len(cells)
    legend = [one.name for one in series if one.name]
    height = _TOP + _PLOT + _GAP + _LINE * len(legend)
    width = max(_LEFT + plotted + 16, _LEFT + _SIGN * max(map(len, legend), default=0) + 30)
    drawn = [*_axis(plotted), *_ticks(cells, width_each, by)]
    for at, one in enumerate(series):
        drawn += _marks(one, at, len(series), cells, width_each)
    drawn += _legend(legend)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}"'
        f' width="{width:.0f}" height="{height:.0f}" font-family="sans-serif" font-size="11">'
        f'<rect width="100%" height="100%" fill="#fff"/>{"".join(drawn)}</svg>\n'
    )


def _series(rows: Sequence[Row], by: str | None) -> list[_Series]:
    found: dict[str, dict[str, Row]] = {}
    several = len({row["dataset"] for row in rows}) > 1
    hashes: dict[str, set[str]] = {}
    for row in rows:
        hashes.setdefault(_name(row, several), set()).add(row["run_hash"])
    for row in rows:
        name = _name(row, several)
        if len(hashes[name]) > 1:
            name = f"{name}, run {row['run_hash'][:6]}"
        found.setdefault(name, {})[str(row[by]) if by else ""] = row
    return [_Series(name, cells) for name, cells in found.items()]


def _name(row: Row, several: bool) -> str:
    setting = None if row["setting"] == "passage" else row["setting"]
    parts = (row["dataset"] if several else None, row["model"], row["prompt"], setting)
    return visible(", ".join(part for part in (*parts, row["label"]) if part))


def _y(share: float) -> float:
    return _TOP + _PLOT * (1 - share)


def _axis(plotted: float) -> list[str]:
    return [
        f'<path d="M{_LEFT} {_y(v):.1f}H{_LEFT + plotted:.1f}" stroke="#ddd"/>'
        f'<text x="{_LEFT - 6}" y="{_y(v) + 4:.1f}" text-anchor="end">{100 * v:.0f}%</text>'
        for v in (0, 0.25, 0.5, 0.75, 1)
    ] + [
        f'<text x="14" y="{_y(0.5):.1f}" text-anchor="middle"'
        f' transform="rotate(-90 14 {_y(0.5):.1f})">accuracy</text>'
    ]


def _ticks(cells: Sequence[str], each: float, by: str | None) -> list[str]:
    middle = _LEFT + each * len(cells) / 2
    title = f'<text x="{middle:.1f}" y="{_TOP + _PLOT + 32}" text-anchor="middle">'
    return [
        f'<text x="{_LEFT + each * (at + 0.5):.1f}" y="{_TOP + _PLOT + 15}"'
        f' text-anchor="middle">{label(cell, _WIDEST, 1)}</text>'
        for at, cell in enumerate(cells)
    ] + ([f"{title}{escape(by.replace('_', ' '))}</text>"] if by else [])


def _marks(one: _Series, at: int, of: int, cells: Sequence[str], each: float) -> list[str]:
    """The intervals and dots of a series, and the chance level of each cell as a grey line."""
    colour = PALETTE[at % _MOST]
    marks = []
    for place, cell in enumerate(cells):
        row = one.rows.get(cell)
        if row is None:
            continue
        x = _LEFT + each * (place + (at + 1) / (of + 1))
        if row["chance"] is not None:
            left = _LEFT + each * (place + 0.1)
            marks.append(
                f'<path d="M{left:.1f} {_y(row["chance"]):.1f}h{0.8 * each:.1f}" stroke="#999"'
                ' stroke-dasharray="3 3"/>'
            )
        called = f"{one.name or cell}: {row['accuracy']:.1%}, n = {row['n']:,}"
        marks.append(
            f'<g stroke="{colour}" fill="{colour}"><title>{escape(called)}</title>'
            f'<path d="M{x:.1f} {_y(row["low"]):.1f}V{_y(row["high"]):.1f}" stroke-width="1.6"/>'
            f'<circle cx="{x:.1f}" cy="{_y(row["accuracy"]):.1f}" r="3.2"/></g>'
        )
    return marks


def _legend(names: Sequence[str]) -> list[str]:
    lines = []
    for at, name in enumerate(names):
        y = _TOP + _PLOT + _GAP + _LINE * at
        lines.append(
            f'<circle cx="{_LEFT + 4}" cy="{y}" r="3.2" fill="{PALETTE[at % _MOST]}"/>'
            f'<text x="{_LEFT + 14}" y="{y + 4}">{escape(name)}</text>'
        )
    return lines
