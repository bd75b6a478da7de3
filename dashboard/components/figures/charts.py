"""Charts, drawn with plotly from rows of the views.

Colour is never alone: each series has its own marker and dash too. The colours have a contrast of
at least 3 to 1 against the light and the dark ground, so that one set serves both. Those of models
are those of `engine.show.drawings.looks`; what is no model, such as a verdict, is grey, with its
own shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import cycle, groupby
from operator import itemgetter
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from dashboard.components.figures import pictures
from dashboard.components.source.snapshot import rows as query
from engine.analysis.by_trait import series
from engine.analysis.by_trait.cells import THIN
from engine.analysis.sources.query import Row
from engine.show.drawings.looks import SHAPES, Look, looks
from engine.show.texts.escaping import label
from engine.show.texts.names import KINDS

NEUTRAL = "#6f7680"
"""The colour of respondents other than models."""
THIN_COLOUR = "#8a8f98"
REFERENCE = "#868c95"
"""The colour of references such as chance."""

_REFERENCE_DASHES = ("dot", "dash", "longdash", "dashdot", "longdashdot")
"""The dashes of reference lines, chance first."""
_CELL = "<br>%{customdata[1]}, n = %{customdata[2]:,}<extra>%{customdata[0]}</extra>"
_AS_BEFORE = {"marker": {"opacity": 1}}
"""The look of points that were not clicked: plotly fades them."""

DIRECT, _APART = 5, 0.085
"""The most series of as many models that are named at their lines; how far apart the names are."""

THIN_NOTE = f"Grey, open marks have fewer than {THIN} distinct questions, too few to compare."
"""The note on pages with thin cells."""


def show(figure: go.Figure, key: str, alt: str, rows: Sequence[Row] = (), **more: Any) -> None:
    """Show a chart with its alternative text; `rows` are its data, to be taken away."""
    config = {"displayModeBar": True, "modeBarButtons": [["toImage"]], "displaylogo": False}
    with st.container(gap="xxsmall"):
        st.plotly_chart(figure, config=config, key=key, alt=alt, **more)
        pictures.offer(key, alt.partition(";")[0].rstrip("."), rows)


def opening(key: str, choice: str) -> dict[str, Any]:
    """What makes a click on a point of the chart `key` make a choice: the cell's `opens`."""

    def follow() -> None:
        points = st.session_state[key].selection["points"]
        if points and (opened := points[0]["customdata"][-1]):
            st.session_state[choice] = opened

    return {"on_select": follow, "selection_mode": "points"}


def looks_of(cells: Iterable[Row]) -> dict[str, Look]:
    """The looks of a chart's series by `name`, in the order of the rows.

    A row's model is `model`, where it has that, else what its name begins with.
    """
    models = {str(cell["name"]): str(cell.get("model") or cell["name"]) for cell in cells}
    return looks(models, series.model_numbers(query))


def by_steps(
    rows: Sequence[Row], axis: str, title: str, chance: float | None, human: Sequence[Row]
) -> go.Figure:
    """A share along a numeric trait: a line with an interval band for each series."""
    figure = go.Figure()
    own = looks_of(rows)
    models = {name.partition(", ")[0] for name in own}
    is_direct = len(models) == len(own) <= DIRECT
    ends: list[tuple[str, str, float]] = []
    for name, cells in _series(rows):
        if all(cell["low"] is not None for cell in cells):
            figure.add_trace(_band(name, cells, own[name].colour))
        look = replace(own[name], dash="solid") if is_direct else own[name]
        figure.add_trace(_line(name, cells, axis, look))
        ends.append((name.partition(", ")[0], look.colour, cells[-1]["value"]))
    every = [int(row["cell"]) for row in rows]
    for (text, value), dash in zip(_references(chance, human), cycle(_REFERENCE_DASHES)):
        ends.append((text.partition(" on ")[0], REFERENCE, value))
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
    figure.update_xaxes(title=axis, dtick=1 if len(set(every)) < 20 else None, showgrid=False)
    figure.update_yaxes(title=title, **_SHARE)
    if is_direct:
        figure.update_xaxes(range=[min(every) - 0.2, max(every) + 0.2])
        return _labelled(finished(figure, 420), max(every), ends)
    return finished(figure, 400 + 18 * len(figure.data) // 2)


def _labelled(figure: go.Figure, last: int, ends: Sequence[tuple[str, str, float]]) -> go.Figure:
    """Labels at the ends of lines, given by name, colour and place, instead of a legend."""
    place = 2.0
    for text, colour, value in sorted(ends, key=lambda end: -end[2]):
        place = min(value, place - _APART)
        figure.add_annotation(
            x=last,
            y=place,
            text=f'<span style="color:{colour}">●</span> {label(text, 19, 2)}',
            showarrow=False,
            xanchor="left",
            xshift=8,
            align="left",
        )
    return figure.update_layout(showlegend=False, margin={"r": 150})


def by_place(
    rows: Sequence[Row], places: Mapping[str, str], title: str = "Accuracy", place: str = "cell"
) -> go.Figure:
    """A mark with its interval for each series at each place; `places` maps keys to labels."""
    figure = go.Figure()
    own = looks_of(rows)
    for name, look in own.items():
        cells = [row for row in rows if row["name"] == name]
        trace = marks([cell[place] for cell in cells], name, cells, look.colour, look.shape)
        figure.add_trace(trace.update(meta=cells[0].get("model") or name))
    sideways(figure, {key: label(words, 26, 2) for key, words in places.items()})
    figure.update_xaxes(title=title)
    return finished(figure, max(14 * len(own) + 16, 42) * len(places) + 150)


def differences(
    rows: Sequence[Row], places: Mapping[str, str], title: str, place: str
) -> go.Figure:
    """Differences as marks with intervals, around a line at zero."""
    figure = by_place(rows, places, title, place)
    add_line(figure, 0, "no difference")
    reach = min(1.02, max(max(abs(row["low"]), abs(row["high"])) for row in rows) + 0.05)
    return figure.update_xaxes(range=[-reach, reach], tickformat="+.0%", dtick=None)


def by_position(rows: Sequence[Row]) -> go.Figure:
    """How often each series chose each position, with bars for how often it was right."""
    figure = go.Figure()
    positions = sorted({row["position"] for row in rows})
    own = looks_of(rows)
    for position, symbol in zip(positions, cycle(SHAPES)):
        at = [row for row in rows if row["position"] == position]
        for name, cells in _series(at):
            trace = marks([name] * len(cells), position, cells, own[name].colour, symbol)
            figure.add_trace(trace.update(showlegend=False, offsetgroup=position, meta=name))
        figure.add_trace(legend_entry(position, symbol))
        figure.add_trace(_right_there(position, at, is_first=position == positions[0]))
    sideways(figure, {name: label(name, 16) for name in own}).update_xaxes(
        title="Share of questions"
    )
    return finished(figure, max(56, 15 * len(positions) + 14) * len(own) + 150)


def _right_there(position: str, cells: Sequence[Row], *, is_first: bool) -> go.Scatter:
    return go.Scatter(
        x=[cell["share_right"] for cell in cells],
        y=[cell["name"] for cell in cells],
        name="right option is there",
        legendgroup="right",
        showlegend=is_first,
        legendrank=2000,  # after the positions, whose rank is 1000
        mode="markers",
        orientation="h",
        offsetgroup=position,
        marker={"symbol": "line-ns", "size": 12, "line": {"width": 2.5, "color": REFERENCE}},
        hovertemplate=f"right option at {position}: %{{x:.1%}}<extra></extra>",
    )


def ranking(rows: Sequence[Row], chance: float | None, title: str = "Accuracy") -> go.Figure:
    """A leaderboard as marks with intervals, coloured by model and shaped by kind."""
    figure = go.Figure()
    symbols = dict(zip(dict.fromkeys(row["kind"] for row in rows), SHAPES, strict=False))
    own = looks_of(rows)
    for row in rows:
        colour = own[row["name"]].colour
        trace = marks([row["name"]], row["name"], [row], colour, symbols[row["kind"]])
        figure.add_trace(trace.update(showlegend=False))
    for kind, symbol in symbols.items():
        figure.add_trace(legend_entry(KINDS[kind], symbol))
    add_references(figure, chance, ())
    figure.update_traces(offsetgroup="same", selector={"orientation": "h"})
    places = {row["name"]: label(row["name"], 28, lines=1) for row in rows}
    sideways(figure, places).update_xaxes(title=title)
    return finished(figure, 26 * len(rows) + 150)


_SHARE = {"range": [-0.02, 1.02], "tickformat": ".0%", "dtick": 0.2, "zeroline": False}


def _series(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    """The rows grouped by series name, in the order of the rows."""
    return [(name, list(cells)) for name, cells in groupby(rows, key=itemgetter("name"))]


def _facts(name: str, cells: Sequence[Row]) -> list[tuple[str, str, int | None, str]]:
    shown = label(name, 40)
    return [(shown, cell["interval"], cell["n"], cell.get("opens", "")) for cell in cells]


def markers(cells: Sequence[Row], colour: str, symbol: str, size: int = 9) -> dict[str, object]:
    """Filled marks; grey and open for thin cells."""
    return {
        "size": size,
        "color": [THIN_COLOUR if cell.get("thin") else colour for cell in cells],
        "symbol": [f"{symbol}-open" if cell.get("thin") else symbol for cell in cells],
        "line": {"width": 1.5, "color": colour},
    }


def whiskers(
    cells: Sequence[Row], colour: str, value: str = "value", low: str = "low", high: str = "high"
) -> dict[str, object]:
    """The intervals of cells, with length zero if missing."""
    return {
        "type": "data",
        "symmetric": False,
        "array": [_length(cell[high], cell[value]) for cell in cells],
        "arrayminus": [_length(cell[value], cell[low]) for cell in cells],
        "color": colour,
        "thickness": 1.8,
        "width": 4,
    }


def _length(upper: float | None, lower: float | None) -> float:
    return 0.0 if upper is None or lower is None else upper - lower


def _line(name: str, cells: Sequence[Row], axis: str, look: Look) -> go.Scatter:
    return go.Scatter(
        x=[int(cell["cell"]) for cell in cells],
        y=[cell["value"] for cell in cells],
        name=label(name, 36, 1),
        legendgroup=name,
        mode="lines+markers",
        cliponaxis=False,  # a mark at 0 or 100% is drawn whole
        line={"color": look.colour, "dash": look.dash, "width": 2.5},
        marker=markers(cells, look.colour, look.shape),
        customdata=_facts(name, cells),
        unselected=_AS_BEFORE,
        hovertemplate=f"{axis} %{{x}}: %{{y:.1%}}{_CELL}",
    )


def _band(name: str, cells: Sequence[Row], colour: str) -> go.Scatter:
    steps = [int(cell["cell"]) for cell in cells]
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return go.Scatter(
        x=[*steps, *reversed(steps)],
        y=[*(cell["high"] for cell in cells), *(cell["low"] for cell in reversed(cells))],
        fill="toself",
        fillcolor=f"rgba({red},{green},{blue},0.12)",
        line={"width": 0},
        mode="lines",
        legendgroup=name,
        showlegend=False,
        hoverinfo="skip",
    )


def marks(
    places: list[str], name: str, cells: Sequence[Row], colour: str, symbol: str
) -> go.Scatter:
    """Marks with intervals in a horizontal chart; thin ones are grey and open."""
    return go.Scatter(
        x=[cell["value"] for cell in cells],
        y=places,
        name=label(name, 36, 1),
        mode="markers",
        orientation="h",
        offsetgroup=name,
        marker=markers(cells, colour, symbol),
        error_x=whiskers(cells, colour),
        customdata=_facts(name, cells),
        unselected=_AS_BEFORE,
        hovertemplate=f"%{{x:.1%}}{_CELL}",
    )


def legend_entry(words: str, symbol: str) -> go.Scatter:
    """An entry of the legend for a shape, whatever its colour."""
    look = {"size": 9, "color": NEUTRAL, "symbol": symbol}
    return go.Scatter(x=[None], y=[None], name=label(words, 30), mode="markers", marker=look)


def _references(chance: float | None, human: Sequence[Row]) -> list[tuple[str, float]]:
    lines = [] if chance is None else [(f"chance, {chance:.1%}", chance)]
    return lines + [
        (
            label(f"{row['model']} on {row['dataset']}, {row['value']:.0%}, reported", 44),
            row["value"],
        )
        for row in human
    ]


def add_references(figure: go.Figure, chance: float | None, human: Sequence[Row]) -> go.Figure:
    """Lines across a horizontal chart for chance and human accuracy, each with its own dash."""
    for (text, place), dash in zip(_references(chance, human), cycle(_REFERENCE_DASHES)):
        add_line(figure, place, text, dash)
    return figure


def add_line(figure: go.Figure, place: float, text: str, dash: str = "dot") -> None:
    """A reference line across a horizontal chart, and its entry in the legend."""
    line = {"color": REFERENCE, "dash": dash, "width": 2}
    figure.add_vline(x=place, line=line)
    figure.add_trace(go.Scatter(x=[None], y=[None], name=text, mode="lines", line=line))


def sideways(figure: go.Figure, places: dict[str, str]) -> go.Figure:
    """A horizontal chart of shares; `places` maps the rows, in order, to their labels."""
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
    """The layout shared by all charts. Axes are fixed so that touch scrolls the page."""
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
        showlegend=True,  # plotly leaves it out where there is one series alone
        hovermode="closest",
    )
