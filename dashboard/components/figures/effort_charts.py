"""Charts of tokens and cost."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10

import plotly.graph_objects as go

from dashboard.components.figures.charts import THIN_COLOUR, finished, looks_of, markers, whiskers
from engine.analysis.sources.query import Row
from engine.show.drawings.looks import SHAPES
from engine.show.texts.escaping import label

_DASHES = ("solid", "dash")


def by_depth(rows: Sequence[Row], model: str) -> go.Figure:
    """Mean tokens per answer by depth with intervals, a line for each `name`.

    All are in the model's colour and differ by dashes and marks.
    """
    figure = go.Figure()
    colour = looks_of([{"name": model}])[model].colour
    for look, name in enumerate(dict.fromkeys(row["name"] for row in rows)):
        cells = [row for row in rows if row["name"] == name]
        figure.add_trace(
            go.Scatter(
                x=[int(cell["cell"]) for cell in cells],
                y=[cell["value"] for cell in cells],
                error_y=whiskers(cells, colour),
                name=name,
                meta=model,
                mode="lines+markers",
                line={"color": colour, "dash": _DASHES[look % 2], "width": 2.5},
                marker=markers(cells, colour, SHAPES[look], 10),
                customdata=[(cell["interval"], cell["n"]) for cell in cells],
                hovertemplate="Depth %{x}: %{y:,.0f} tokens<br>%{customdata[0]},"
                " n = %{customdata[1]:,}<extra>%{fullData.name}</extra>",
            )
        )
    figure.update_xaxes(title="Depth", dtick=1, showgrid=False)
    figure.update_yaxes(title="Mean tokens per answer", rangemode="tozero")
    return finished(figure, 380)


def against_accuracy(rows: Sequence[Row], column: str, title: str) -> go.Figure:
    """Accuracy against tokens or cost, both with intervals if there are any.

    The line joins those that nobody beats on both sides (Pareto). Columns beside `column` with
    `_low` and `_high` are its interval.
    """
    figure = go.Figure()
    best = _front(rows, column)
    figure.add_trace(
        go.Scatter(
            x=[row[column] for row in best],
            y=[row["value"] for row in best],
            mode="lines",
            name="best for the price",
            line={"color": THIN_COLOUR, "dash": "dot", "width": 2, "shape": "hv"},
            hoverinfo="skip",
        )
    )
    looks = looks_of(rows)
    for row in rows:
        colour, symbol = looks[row["name"]].colour, looks[row["name"]].shape
        figure.add_trace(
            go.Scatter(
                x=[row[column]],
                y=[row["value"]],
                error_y=whiskers([row], colour),
                error_x=whiskers([row], colour, column, f"{column}_low", f"{column}_high"),
                name=label(row["name"], 36, 1),
                mode="markers",
                marker=markers([row], colour, symbol, 10),
                customdata=[(row["interval"], row["n"])],
                hovertemplate="%{y:.1%} (%{customdata[0]}, n = %{customdata[1]:,})"
                f"<br>{title} %{{x:,.4~g}}<extra>%{{fullData.name}}</extra>",
            )
        )
    figure.update_xaxes(title=title, type="log", tickvals=_ticks(rows, column), showgrid=False)
    figure.update_yaxes(
        title="Accuracy", range=[-0.02, 1.02], tickformat=".0%", dtick=0.2, zeroline=False
    )
    return finished(figure, 400 + 10 * len(rows))


def _ticks(rows: Sequence[Row], column: str) -> list[float]:
    """Ticks at 1, 2 and 5 of each power of ten; plotly would write 200 as a small 2."""
    values = [row[column] for row in rows]
    powers = range(floor(log10(min(values))) - 1, floor(log10(max(values))) + 2)
    return [step * 10.0**power for power in powers for step in (1, 2, 5)]


def _front(rows: Sequence[Row], column: str) -> list[Row]:
    """The rows that no other beats at equal or lower cost."""
    front: list[Row] = []
    for row in sorted(rows, key=lambda row: (row[column], -row["value"])):
        if not front or row["value"] > front[-1]["value"]:
            front.append(row)
    return front
