"""The figures of the pages about single choices, in the manner of `charts`."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from dashboard.charts import REFERENCE, add_chance, add_conditions, finished, sideways
from dashboard.snapshot import Row
from dashboard.words import label


def by_mark(rows: Sequence[Row], title: str, chance: float | None) -> go.Figure:
    """A score of each series, with a mark for each of its `mark`s: types, languages, probes."""
    figure = go.Figure()
    names = {row["mark"]: row["mark"] for row in rows}
    add_conditions(figure, rows, "mark", names)
    add_chance(figure, chance)
    return _by_series(figure, rows, len(names), title)


def by_position(rows: Sequence[Row]) -> go.Figure:
    """How often each series chose each position; a bar where the right option stood that often."""
    figure = go.Figure()
    positions = sorted({row["position"] for row in rows})
    add_conditions(figure, rows, "position", {position: position for position in positions})
    for number, position in enumerate(positions):
        cells = [row for row in rows if row["position"] == position]
        figure.add_trace(_right_there(position, cells, is_first=number == 0))
    return _by_series(figure, rows, len(positions), "Share of questions")


def _right_there(position: str, cells: Sequence[Row], *, is_first: bool) -> go.Scatter:
    return go.Scatter(
        x=[cell["share_right"] for cell in cells],
        y=[cell["name"] for cell in cells],
        name="right option there",
        legendgroup="right",
        showlegend=is_first,
        legendrank=2000,  # after the positions, whose rank is 1000
        mode="markers",
        orientation="h",
        offsetgroup=position,
        marker={"symbol": "line-ns", "size": 12, "line": {"width": 2.5, "color": REFERENCE}},
        hovertemplate=f"right option at {position}: %{{x:.1%}}<extra></extra>",
    )


def _by_series(figure: go.Figure, rows: Sequence[Row], n_marks: int, title: str) -> go.Figure:
    """The series down the side, each with room for so many marks."""
    places = {name: label(name, 16) for name in dict.fromkeys(row["name"] for row in rows)}
    sideways(figure, places).update_xaxes(title=title)
    return finished(figure, max(56, 15 * n_marks + 14) * len(places) + 150)
