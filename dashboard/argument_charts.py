"""The figures of the page about arguments, in the manner of `charts`."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from dashboard import model_looks
from dashboard.charts import add_line, finished, marks, sideways
from dashboard.snapshot import Row
from dashboard.words import label

ROLES = {
    "gold": "right",
    "i": "wrong, i",
    "ii": "wrong, ii",
    "iii": "wrong, iii",
    "none": "no answer",
}
_LOOKS = {
    "gold": ("#2f7fc8", ""), "i": ("#cb6418", "/"), "ii": ("#259069", "x"),
    "iii": ("#b85aa0", "."), "none": ("#8a8f98", ""),
}  # fmt: skip
"""Colour is never alone: each kind of option has a pattern of its own."""


def stacked(rows: Sequence[Row]) -> go.Figure:
    """Of one series, a bar a type: the shares of the key, of each wrong option, and of none."""
    figure = go.Figure()
    types = list(dict.fromkeys(row["question_type"] for row in rows))
    for role, (colour, pattern) in _LOOKS.items():
        shares = [_share(rows, code, role) for code in types]
        figure.add_trace(
            go.Bar(
                x=shares,
                y=types,
                name=ROLES[role],
                orientation="h",
                marker={
                    "color": colour,
                    "line": {"color": "rgba(0,0,0,0)", "width": 0},
                    "pattern": {
                        "shape": pattern,
                        "fillmode": "overlay",
                        "fgcolor": "#ffffff",
                        "size": 7,
                        "solidity": 0.18,
                    },
                },
                hovertemplate="%{y}, " + ROLES[role] + ": %{x:.1%}<extra></extra>",
            )
        )
    sideways(figure, {code: code for code in types})
    figure.update_xaxes(title="Share of answers", range=[0, 1])
    figure.update_yaxes(title=None, tickfont={"size": 14})
    figure.update_layout(barmode="stack", bargap=0.25, legend={"traceorder": "normal"})
    return finished(figure, 40 * len(types) + 130)


def _share(rows: Sequence[Row], code: str, role: str) -> float:
    own = {row["role"]: float(row["share"]) for row in rows if row["question_type"] == code}
    return max(0.0, 1 - sum(own.values())) if role == "none" else own.get(role, 0.0)


def differences(rows: Sequence[Row]) -> go.Figure:
    """By how much one type of each pair is answered better than the other, a mark a series."""
    figure = go.Figure()
    for name, look in model_looks.of(rows).items():
        cells = [row for row in rows if row["name"] == name]
        places = [cell["types"] for cell in cells]
        figure.add_trace(marks(places, name, cells, look.colour, look.shape))
    add_line(figure, 0, "no difference")
    pairs = dict.fromkeys(row["types"] for row in rows)
    sideways(figure, {types: label(types, 14) for types in pairs})
    widest = max(max(abs(row["low"]), abs(row["high"])) for row in rows)
    reach = min(1.02, widest + 0.05)
    figure.update_xaxes(
        title="First minus second", range=[-reach, reach], tickformat="+.0%", dtick=None
    )
    n_series = len({row["name"] for row in rows})
    return finished(figure, max(18 * n_series + 24, 56) * len(pairs) + 150)
