"""A heat table of accuracies with numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from dashboard.components.figures.charts import finished
from engine.analysis.sources.query import Row
from engine.show.texts.escaping import label

_SCALE: list[list[object]] = [[0.0, "#ef8a47"], [0.5, "#f2efe9"], [1.0, "#64a8e0"]]
_INK, _THIN = "#0d1318", "#c9ced4"
"""Text has a contrast of at least 7 to 1 on every colour of the scale and on thin cells."""


def heat(cells: Sequence[Row], down: Mapping[str, str], across: Mapping[str, str]) -> go.Figure:
    """A heat table of accuracy and n; thin cells are grey and in brackets.

    `down` and `across` give the values of both sides in order, and their words.
    """
    figure = go.Figure()
    full = [cell for cell in cells if not cell["thin"]]
    thin = [cell for cell in cells if cell["thin"]]
    figure.add_trace(_tiles(full, down, across, _SCALE))
    figure.add_trace(_tiles(thin, down, across, [[0.0, _THIN], [1.0, _THIN]]))
    figure.add_trace(_clicks(cells))
    figure.update_layout(hoverdistance=-1)  # all of a tile answers, not its middle alone
    figure.update_xaxes(
        type="category",
        categoryorder="array",
        categoryarray=list(across),
        tickvals=list(across),
        ticktext=[label(words, 15, 2) for words in across.values()],
        range=[-0.5, len(across) - 0.5],
        automargin=True,
        side="top",
        showgrid=False,
    )
    figure.update_yaxes(
        type="category",
        categoryorder="array",
        categoryarray=list(down),
        tickvals=list(down),
        ticktext=[label(words, 22, 2) for words in down.values()],
        range=[len(down) - 0.5, -0.5],  # plotly would leave room for the largest mark
        showgrid=False,
    )
    return finished(figure, 40 * len(down) + 70)


def _tiles(
    cells: Sequence[Row],
    down: Mapping[str, str],
    across: Mapping[str, str],
    scale: list[list[object]],
) -> go.Heatmap:
    """A value for each place, empty where there is no cell, because plotly stretches over gaps."""
    found = {(cell["down_cell"], cell["across_cell"]): cell for cell in cells}
    rows = [[found.get((one, other)) for other in across] for one in down]
    return go.Heatmap(
        x=list(across),
        y=list(down),
        z=[[cell and cell["value"] for cell in row] for row in rows],
        zmin=0,
        zmax=1,
        colorscale=scale,
        showscale=False,
        hoverinfo="skip",
        xgap=2,
        ygap=2,
        text=[[_written(cell) if cell else "" for cell in row] for row in rows],
        texttemplate="%{text}",
        textfont={"color": _INK, "size": 11},
    )


def _clicks(cells: Sequence[Row]) -> go.Scatter:
    """Marks without colour over the tiles, because tiles cannot be clicked."""
    unseen = {"marker": {"opacity": 0}}
    return go.Scatter(
        x=[cell["across_cell"] for cell in cells],
        y=[cell["down_cell"] for cell in cells],
        mode="markers",
        marker={"symbol": "square", "size": 34, "opacity": 0},
        selected=unseen,
        unselected=unseen,
        showlegend=False,
        customdata=[
            (
                cell["value"],
                cell["interval"],
                ", too few to compare" if cell["thin"] else "",
                cell.get("opens", ""),
            )
            for cell in cells
        ],
        hovertemplate="%{y} × %{x}: %{customdata[0]:.1%}<br>%{customdata[1]}%{customdata[2]}"
        "<extra></extra>",
    )


def _written(cell: Row) -> str:
    share = f"{cell['value']:.0%}"
    return f"{f'({share})' if cell['thin'] else share}<br>n = {cell['n']:,}"
