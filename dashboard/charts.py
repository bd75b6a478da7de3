"""The figures, drawn with plotly from rows that the views gave.

Colour is never alone: each series has its own marker and dash too. The colours have a contrast of
at least 3 to 1 against the light and the dark ground, so that one set serves both. Those of models
are `model_looks`'; what is no model, such as a condition or a verdict, is grey and told by shape.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, groupby
from operator import itemgetter
from typing import Any

import plotly.graph_objects as go

from dashboard import model_looks
from dashboard.model_looks import Look
from dashboard.queries import THIN
from dashboard.snapshot import Row
from dashboard.words import KINDS, form, label

NEUTRAL = "#6f7680"
"""The colour of what is no model."""
THIN_COLOUR = "#8a8f98"
REFERENCE = "#868c95"
"""The colour of what is there to compare with, such as chance."""

_REFERENCE_DASHES = ("dot", "dash", "longdash", "dashdot", "longdashdot")
"""Lines to compare with are told apart by these, chance being the first."""
SYMBOLS = model_looks.SHAPES
_CELL = "<br>%{customdata[1]}, n = %{customdata[2]:,}<extra>%{customdata[0]}</extra>"

CONFIG = {"displayModeBar": False, "responsive": True}
"""Settings of every chart for `st.plotly_chart`."""


def by_steps(
    rows: Sequence[Row], axis: str, chance: float | None, human: Sequence[Row]
) -> go.Figure:
    """Accuracy along a counted trait: a line with an interval band for each series."""
    figure = go.Figure()
    looks = model_looks.of(rows)
    for name, cells in _series(rows):
        if all(cell["low"] is not None for cell in cells):
            figure.add_trace(_band(name, cells, looks[name].colour))
        figure.add_trace(_line(name, cells, axis, looks[name]))
    every = [int(row["cell"]) for row in rows]
    for (text, value), dash in zip(_references(chance, human), cycle(_REFERENCE_DASHES)):
        figure.add_trace(
            go.Scatter(
                x=[min(every), max(every)],
                y=[value, value],
                name=text,
                mode="lines",
                line={"color": REFERENCE, "dash": dash, "width": 2},
                hoverinfo="name",
            )
        )
    figure.update_xaxes(title=axis, dtick=1, showgrid=False)
    figure.update_yaxes(title="Accuracy", **_SHARE)
    return finished(figure, 400 + 18 * len(figure.data) // 2)


def by_form(rows: Sequence[Row], chance: float | None, human: Sequence[Row]) -> go.Figure:
    """Accuracy by argument form: for each form a mark with its interval for each series."""
    figure = go.Figure()
    forms = sorted({row["cell"] for row in rows})
    looks = model_looks.of(rows)
    for name, cells in _series(rows):
        places = [cell["cell"] for cell in cells]
        figure.add_trace(marks(places, name, cells, looks[name].colour, looks[name].shape))
    add_references(figure, chance, human)
    per_form = 18 * (len({row["name"] for row in rows})) + 24
    called = {key: label(form(key), 14) for key in forms}
    return finished(sideways(figure, called), max(per_form, 52) * len(forms) + 170)


def by_world(rows: Sequence[Row], chance: float | None) -> go.Figure:
    """Accuracy of each series where the statement is true in the world and where it is not."""
    figure = go.Figure()
    told = {True: "statement true in the world", False: "statement false in the world"}
    add_conditions(figure, rows, "shown_accurate", told)
    add_chance(figure, chance)
    places = {name: label(name, 14) for name in dict.fromkeys(row["name"] for row in rows)}
    return finished(sideways(figure, places), 56 * len(places) + 150)


def ranking(rows: Sequence[Row], chance: float | None) -> go.Figure:
    """A leaderboard as marks with intervals, in the colours of the models and a mark a kind."""
    figure = go.Figure()
    symbols = dict(zip(dict.fromkeys(row["kind"] for row in rows), SYMBOLS, strict=False))
    looks = model_looks.of(rows)
    for row in rows:
        colour = looks[row["name"]].colour
        trace = marks([row["name"]], row["name"], [row], colour, symbols[row["kind"]])
        figure.add_trace(trace.update(showlegend=False))
    for kind, symbol in symbols.items():
        figure.add_trace(_legend_entry(KINDS[kind], symbol))
    add_chance(figure, chance)
    figure.update_traces(offsetgroup="same", selector={"orientation": "h"})
    places = {row["name"]: label(row["name"], 24, lines=1) for row in rows}
    return finished(sideways(figure, places), 26 * len(rows) + 150)


_SHARE = {"range": [-0.02, 1.02], "tickformat": ".0%", "dtick": 0.2, "zeroline": False}


def _series(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    """The rows by the name of their series, in the order of the rows."""
    return [(name, list(cells)) for name, cells in groupby(rows, key=itemgetter("name"))]


def _facts(name: str, cells: Sequence[Row]) -> list[tuple[str, str, int | None]]:
    return [(label(name, 40), cell["interval"], cell["n"]) for cell in cells]


def _markers(cells: Sequence[Row], colour: str, symbol: str) -> dict[str, object]:
    """Filled marks; grey and open ones where a cell is too thin to count."""
    return {
        "size": 9,
        "color": [THIN_COLOUR if cell.get("thin") else colour for cell in cells],
        "symbol": [f"{symbol}-open" if cell.get("thin") else symbol for cell in cells],
        "line": {"width": 1.5, "color": colour},
    }


def _line(name: str, cells: Sequence[Row], axis: str, look: Look) -> go.Scatter:
    return go.Scatter(
        x=[int(cell["cell"]) for cell in cells],
        y=[cell["value"] for cell in cells],
        name=label(name, 30),
        legendgroup=name,
        mode="lines+markers",
        cliponaxis=False,  # a mark at 0 or 100% is drawn whole
        line={"color": look.colour, "dash": look.dash, "width": 2.5},
        marker=_markers(cells, look.colour, look.shape),
        customdata=_facts(name, cells),
        hovertemplate=f"{axis} %{{x}}: %{{y:.1%}}{_CELL}",
    )


def _band(name: str, cells: Sequence[Row], colour: str) -> go.Scatter:
    steps = [int(cell["cell"]) for cell in cells]
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return go.Scatter(
        x=[*steps, *reversed(steps)],
        y=[*(cell["high"] for cell in cells), *(cell["low"] for cell in reversed(cells))],
        fill="toself",
        fillcolor=f"rgba({red},{green},{blue},0.16)",
        line={"width": 0},
        mode="lines",
        legendgroup=name,
        showlegend=False,
        hoverinfo="skip",
    )


def marks(
    places: list[str], name: str, cells: Sequence[Row], colour: str, symbol: str
) -> go.Scatter:
    """Marks with intervals at places of a sideways chart; thin ones are grey and open."""
    values = [cell["value"] for cell in cells]
    return go.Scatter(
        x=values,
        y=places,
        name=label(name, 30),
        mode="markers",
        orientation="h",
        offsetgroup=name,
        marker=_markers(cells, colour, symbol),
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [_length(cell["high"], cell["value"]) for cell in cells],
            "arrayminus": [_length(cell["value"], cell["low"]) for cell in cells],
            "color": colour,
            "thickness": 1.8,
            "width": 4,
        },
        customdata=_facts(name, cells),
        hovertemplate=f"%{{x:.1%}}{_CELL}",
    )


def add_conditions(
    figure: go.Figure, rows: Sequence[Row], key: str, told: Mapping[Any, str], place: str = "name"
) -> None:
    """The marks of each series in the colour of its model, and of a shape for each condition.

    `told` has the words of what rows hold at `key`; the legend gives their shapes in grey. `place`
    is what rows hold of where they stand.
    """
    looks = model_looks.of(rows)
    for (condition, words), symbol in zip(told.items(), cycle(SYMBOLS)):
        cells = [row for row in rows if row[key] == condition and row["value"] is not None]
        for name, own in _series(cells):
            places = [cell[place] for cell in own]
            trace = marks(places, words, own, looks[name].colour, symbol)
            figure.add_trace(trace.update(showlegend=False, offsetgroup=words, meta=name))
        figure.add_trace(_legend_entry(words, symbol))


def _legend_entry(words: str, symbol: str) -> go.Scatter:
    look = {"size": 9, "color": NEUTRAL, "symbol": symbol}
    return go.Scatter(x=[None], y=[None], name=label(words, 30), mode="markers", marker=look)


def _length(upper: float | None, lower: float | None) -> float:
    return 0.0 if upper is None or lower is None else upper - lower


def _references(chance: float | None, human: Sequence[Row]) -> list[tuple[str, float]]:
    lines = [] if chance is None else [(f"chance, {chance:.1%}", chance)]
    return lines + [
        (
            label(f"{row['model']} on {row['dataset']}, {row['value']:.0%}, reported", 44),
            row["value"],
        )
        for row in human
    ]


def add_chance(figure: go.Figure, chance: float | None) -> None:
    """A line across a sideways chart, and its entry in the legend."""
    add_references(figure, chance, ())


def add_references(figure: go.Figure, chance: float | None, human: Sequence[Row]) -> None:
    """Such a line for chance and for what people reach, each of its own dash."""
    for (text, place), dash in zip(_references(chance, human), cycle(_REFERENCE_DASHES)):
        add_line(figure, place, text, dash)


def add_line(figure: go.Figure, place: float, text: str, dash: str = "dot") -> None:
    """A line across a sideways chart to compare with, and its entry in the legend."""
    line = {"color": REFERENCE, "dash": dash, "width": 2}
    figure.add_vline(x=place, line=line)
    figure.add_trace(go.Scatter(x=[None], y=[None], name=text, mode="lines", line=line))


def sideways(figure: go.Figure, places: dict[str, str]) -> go.Figure:
    """Accuracy to the right; `places` gives what is down the side, in order, and its words."""
    figure.update_xaxes(title="Accuracy", **_SHARE)
    figure.update_yaxes(
        type="category",
        categoryorder="array",
        categoryarray=list(places),
        tickvals=list(places),
        ticktext=list(places.values()),
        autorange="reversed",
        automargin=True,
        ticks="",
    )
    return figure.update_layout(scattermode="group")


def finished(figure: go.Figure, height: int) -> go.Figure:
    """What all charts share. Axes are fixed: a finger scrolls the page and not the chart."""
    figure.update_xaxes(fixedrange=True)
    figure.update_yaxes(fixedrange=True)
    return figure.update_layout(
        height=height,
        margin={"l": 8, "r": 12, "t": 8, "b": 8},
        legend={
            "orientation": "h",
            "y": 1,
            "yanchor": "bottom",
            "x": 0,
            "title": None,
            "itemclick": False,
            "itemdoubleclick": False,
        },
        hovermode="closest",
    )


THIN_NOTE = f"Grey, open marks rest on fewer than {THIN} different questions: too few to compare."
"""What a page says where thin cells are shown."""
