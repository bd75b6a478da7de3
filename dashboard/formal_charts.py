"""The figures of the pages about formulas, structures and sets, in the manner of `charts`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle

import plotly.graph_objects as go

from dashboard import model_looks
from dashboard.charts import add_conditions, add_line, finished, sideways
from dashboard.snapshot import Row
from dashboard.words import form, label

_PATTERNS = ("", "/", "x", ".", "-", "+", "\\", "|")
"""Colour is never alone: the bars of each series have a pattern of their own."""


def bars(rows: Sequence[Row], title: str) -> go.Figure:
    """For each `cell` a group of bars with intervals, one for each series."""
    figure = go.Figure()
    looks = model_looks.of(rows)
    for (name, look), pattern in zip(looks.items(), cycle(_PATTERNS)):
        cells = [row for row in rows if row["name"] == name]
        figure.add_trace(_bars(name, cells, look.colour, pattern))
    places = {cell: label(cell, 14) for cell in dict.fromkeys(row["cell"] for row in rows)}
    sideways(figure, places).update_xaxes(title=title)
    figure.update_layout(barmode="group", bargap=0.25)
    return finished(figure, max(18 * len(looks) + 22, 56) * len(places) + 150)


def _bars(name: str, cells: Sequence[Row], colour: str, pattern: str) -> go.Bar:
    return go.Bar(
        x=[cell["value"] for cell in cells],
        y=[cell["cell"] for cell in cells],
        name=label(name, 30),
        orientation="h",
        marker={
            "color": _pale(colour),
            "line": {"color": colour, "width": 1.5},
            "pattern": {
                "shape": pattern,
                "fillmode": "overlay",
                "fgcolor": colour,
                "size": 6,
                "solidity": 0.2,
            },
        },
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [cell["high"] - cell["value"] for cell in cells],
            "arrayminus": [cell["value"] - cell["low"] for cell in cells],
            "color": colour,
            "thickness": 2,
            "width": 4,
        },
        customdata=[(label(name, 40), cell["interval"], cell["n"]) for cell in cells],
        hovertemplate="%{x:.1%}<br>%{customdata[1]}, n = %{customdata[2]:,}"
        "<extra>%{customdata[0]}</extra>",
    )


def _pale(colour: str) -> str:
    """The colour of a bar on which the interval of that colour can be seen."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red},{green},{blue},0.45)"


def gaps(rows: Sequence[Row], tasks: Mapping[str, str]) -> go.Figure:
    """By how much each series is better in English than in Carroll, a mark for each task."""
    figure = go.Figure()
    asked = {row["question_type"]: tasks[row["question_type"]] for row in rows}
    add_conditions(figure, rows, "question_type", asked)
    add_line(figure, 0, "no difference")
    names = dict.fromkeys(row["name"] for row in rows)
    sideways(figure, {name: label(name, 16) for name in names})
    widest = max(max(abs(row["low"]), abs(row["high"])) for row in rows)
    reach = min(1.02, widest + 0.05)
    figure.update_xaxes(
        title="English minus Carroll", range=[-reach, reach], tickformat="+.0%", dtick=None
    )
    return finished(figure, 58 * len(names) + 160)


def by_type(rows: Sequence[Row]) -> go.Figure:
    """Accuracy of one series by type of sentence, a mark for each language."""
    figure = go.Figure()
    languages = {row["told"]: row["told"] for row in rows}
    add_conditions(figure, rows, "told", languages, place="cell")
    types = dict.fromkeys(row["cell"] for row in rows)
    sideways(figure, {cell: label(form(cell), 20, lines=2) for cell in types})
    return finished(figure, 40 * len(types) + 150)
