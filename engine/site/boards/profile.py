"""A respondent's profile: a bar for each data set, with all numbers in a table below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.show.tables.html import SCORE, Column, count, score, table, text
from engine.show.texts.escaping import escape, shortened

_ROW, _LEFT, _WIDTH, _RIGHT = 26, 8, 300, 56
_NAMED = 14
"""Height of a row's name above its bar."""
_LONGEST = 52
"""The most characters of a name that fit; the table has it in full."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A score of 0..1 on one data set, with its 95% interval and n; `name` is untrusted text."""

    name: str
    value: float
    low: float | None
    high: float | None
    n: int


def profile(bars: Sequence[Bar], who: str) -> str:
    """The figure with its caption and, folded away, its numbers."""
    if not bars:
        return "<p>It was asked only with probes.</p>"
    pitch = _ROW + _NAMED
    height = pitch * len(bars) + 18
    described = f"{who}: " + "; ".join(f"{bar.name} {100 * bar.value:.0f}%" for bar in bars)
    rows = "".join(_row(bar, pitch * number) for number, bar in enumerate(bars))
    return (
        '<figure class="el-figure"><svg class="el-profile"'
        f' viewBox="0 0 {_LEFT + _WIDTH + _RIGHT} {height}" role="img"'
        f' aria-label="{escape(described)}">'
        f"{_axis(pitch * len(bars))}{rows}</svg>"
        "<figcaption>Accuracy (%) of the most complete run on each data set; ties go to the"
        " latest. Band: 95% interval. Data sets differ in difficulty and in chance"
        " accuracy.</figcaption></figure>"
        '<details class="el-fold"><summary>Numbers in this figure</summary>'
        f"{_numbers(bars)}</details>"
    )


def _row(bar: Bar, top: int) -> str:
    middle = top + _NAMED + _ROW / 2 - 4
    band = ""
    if bar.low is not None and bar.high is not None:
        band = (
            f'<rect class="el-band" x="{_x(bar.low):.1f}" y="{middle - 5:.1f}"'
            f' width="{max(_x(bar.high) - _x(bar.low), 1):.1f}" height="10"/>'
        )
    return (
        f'<text x="{_LEFT}" y="{top + _NAMED - 2}">{escape(shortened(bar.name, _LONGEST))}</text>'
        f'<path class="el-grid" d="M{_LEFT} {middle:.1f}H{_LEFT + _WIDTH}"/>{band}'
        f'<circle class="el-dot" cx="{_x(bar.value):.1f}" cy="{middle:.1f}" r="4"/>'
        f'<text x="{_LEFT + _WIDTH + 8}" y="{middle + 4:.1f}">{100 * bar.value:.1f}</text>'
    )


def _axis(bottom: int) -> str:
    return "".join(
        f'<path class="el-grid" d="M{_x(v):.1f} 0V{bottom}"/>'
        f'<text x="{_x(v):.1f}" y="{bottom + 14}" text-anchor="middle">{100 * v:.0f}</text>'
        for v in (0.0, 0.25, 0.5, 0.75, 1.0)
    )


def _x(value: float) -> float:
    return _LEFT + _WIDTH * value


def _numbers(bars: Sequence[Bar]) -> str:
    columns = (Column("Data set"), *SCORE, Column("n", numeric=True))
    rows = [[text(bar.name), *score(bar.value, bar.low, bar.high), count(bar.n)] for bar in bars]
    return table("Accuracy by data set", columns, rows)
