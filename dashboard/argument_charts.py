"""The figures of the page about arguments, in the manner of `charts`."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from dashboard import model_looks
from dashboard.charts import NEUTRAL, add_line, finished, marks, sideways
from dashboard.snapshot import Row
from dashboard.words import label

ROLES = {
    "gold": "right",
    "i": "wrong, i",
    "ii": "wrong, ii",
    "iii": "wrong, iii",
    "none": "no answer",
}
_PATTERNS = {"gold": "", "i": "/", "ii": "x", "iii": "."}
"""Each kind of option has a pattern of its own; what is no answer is left open."""


def stacked(rows: Sequence[Row]) -> go.Figure:
    """Of one series, a bar a type: the shares of the key, of each wrong option, and of none.

    The share of the key is in the colour of the model.
    """
    figure = go.Figure()
    types = list(dict.fromkeys(row["question_type"] for row in rows))
    [(name, look)] = model_looks.of(rows).items()
    for role in ROLES:
        shares = [_share(rows, code, role) for code in types]
        is_gold = role == "gold"
        figure.add_trace(
            go.Bar(
                x=shares,
                y=types,
                name=ROLES[role],
                meta=name if is_gold else None,
                orientation="h",
                marker=_bar(look.colour if is_gold else NEUTRAL, _PATTERNS.get(role)),
                hovertemplate="%{y}, " + ROLES[role] + ": %{x:.1%}<extra></extra>",
            )
        )
    sideways(figure, {code: code for code in types})
    figure.update_xaxes(title="Share of answers", range=[0, 1])
    figure.update_yaxes(title=None, tickfont={"size": 14})
    figure.update_layout(barmode="stack", bargap=0.25, legend={"traceorder": "normal"})
    return finished(figure, 40 * len(types) + 130)


def _bar(colour: str, pattern: str | None) -> dict[str, object]:
    """A full or patterned bar; an open one for the pattern None."""
    return {
        "color": "rgba(0,0,0,0)" if pattern is None else colour,
        "line": {"color": colour, "width": 1},
        "pattern": {
            "shape": pattern or "",
            "fillmode": "overlay",
            "fgcolor": "#ffffff",
            "size": 7,
            "solidity": 0.18,
        },
    }


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
