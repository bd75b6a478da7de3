"""How far each model's accuracy spreads over a few values of a trait, such as tasks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from dashboard.components.figures.charts import finished, legend_entry, looks_of, marks, sideways
from engine.analysis.sources.query import Row
from engine.show.drawings.looks import SHAPES
from engine.show.texts.escaping import label

_ROW_PX = 36


def by_model(rows: Sequence[Row], called: Mapping[str, str], most: int) -> go.Figure:
    """A line for each of the first models from its worst to its best value, with a mark for each.

    Shapes tell the values apart; `called` has their labels.
    """
    figure = go.Figure()
    own = looks_of(rows)
    names = list(own)[:most]
    for name in names:
        values = [row["value"] for row in rows if row["name"] == name]
        line = {"color": own[name].colour, "width": 5}
        figure.add_trace(
            go.Scatter(
                x=[min(values), max(values)],
                y=[name, name],
                mode="lines",
                opacity=0.22,
                line=line,
                meta=name,
                offsetgroup=list(called)[len(called) // 2],
                hoverinfo="skip",
                showlegend=False,
            )
        )
    for (value, words), shape in zip(called.items(), SHAPES, strict=False):
        for row in (row for row in rows if row["cell"] == value and row["name"] in names):
            trace = marks([row["name"]], words, [row], own[row["name"]].colour, shape)
            figure.add_trace(trace.update(showlegend=False, offsetgroup=value, meta=row["name"]))
        figure.add_trace(legend_entry(words, shape))
    sideways(figure, {name: label(name, 24, lines=1) for name in names})
    figure.update_layout(scattergap=0.45)
    return finished(figure, _ROW_PX * len(names) + 100)
