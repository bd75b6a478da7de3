"""One model over all data sets: its accuracy, and what became of its answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from operator import itemgetter

import plotly.graph_objects as go

from dashboard.components.figures.charts import (
    NEUTRAL,
    REFERENCE,
    finished,
    looks_of,
    marks,
    sideways,
)
from engine.analysis.boards.score import ENGLISH
from engine.analysis.sources.query import Row
from engine.show.texts.escaping import label
from engine.show.texts.names import OUTCOMES

_FIELDS = ("probe", "split", "language")
_ROW_PX = 40
_PATTERNS = {"wrong": "/", "no_answer": "", "cut_off": "x", "declined": "-", "contradictory": "+",
    "error": ".", "undecided": "|"}  # fmt: skip
"""Each outcome other than right has a pattern: colour alone would tell too little."""


def called(rows: Sequence[Row]) -> list[str]:
    r"""Each row's data set and, in a second line, as much of its configuration as differs.

    >>> called([{"cell": "a", "prompt": "p", "n": 1}, {"cell": "a", "prompt": "p", "n": 2}])
    ['a\np, n = 1', 'a\np, n = 2']
    >>> called([{"cell": "a", "prompt": "p", "n": 1}, {"cell": "a", "prompt": "p", "n": 1}])
    ['a\np, n = 1', 'a\np, n = 1 (2)']
    """
    named = ["prompt", *(field for field in _FIELDS if _values(rows, field) > 1)]
    names = [f"{row['cell']}\n" + ", ".join(row[f] for f in named if row.get(f)) for row in rows]
    often = Counter(names)
    names = [
        f"{name}, n = {row['n']:,}" if often[name] > 1 and row["n"] else name
        for name, row in zip(names, rows, strict=True)
    ]
    before = [names[:place].count(name) for place, name in enumerate(names)]
    return [f"{name} ({n + 1})" if n else name for name, n in zip(names, before, strict=True)]


def _values(rows: Sequence[Row], field: str) -> int:
    """How many values a field has; a language that is not stated is English."""
    none = ENGLISH if field == "language" else None
    return len({row.get(field) or none for row in rows})


def accuracy(rows: Sequence[Row], names: Sequence[str], chance: Mapping[str, float]) -> go.Figure:
    """A line for each run with its interval, and chance where it is known."""
    model = str(rows[0]["model"])
    look = looks_of([{"name": model}])[model]
    figure = go.Figure(marks(list(names), model, rows, look.colour, look.shape).update(meta=model))
    known = [
        (chance[row["cell"]], name)
        for row, name in zip(rows, names, strict=True)
        if row["cell"] in chance
    ]
    if known:
        bar = {"symbol": "line-ns", "size": 14, "line": {"width": 2, "color": REFERENCE}}
        figure.add_trace(
            go.Scatter(
                x=[value for value, _ in known],
                y=[name for _, name in known],
                name="chance",
                mode="markers",
                marker=bar,
                hovertemplate="chance: %{x:.1%}<extra></extra>",
            )
        )
    sideways(figure, _ticks(names)).update_layout(scattermode="overlay")
    return finished(figure, _ROW_PX * len(rows) + 90)


def outcomes(rows: Sequence[Row], names: Mapping[int, str], model: str) -> go.Figure:
    """A bar for each run, of the shares of its outcomes; right ones come first."""
    figure = go.Figure()
    colour = looks_of([{"name": model}])[model].colour
    for outcome, words in OUTCOMES.items():
        own = [row for row in rows if row["outcome"] == outcome]
        if not own:
            continue
        figure.add_trace(
            go.Bar(
                x=[row["value"] for row in own],
                y=[names[row["run_id"]] for row in own],
                name=words,
                orientation="h",
                meta=model,
                marker={
                    "color": colour if outcome in ("right", "wrong") else NEUTRAL,
                    "opacity": 1 if outcome == "right" else 0.55,
                    "pattern": {"shape": _PATTERNS.get(outcome, "")},
                },
                customdata=[(words, row["n"]) for row in own],
                hovertemplate="%{customdata[0]}: %{x:.1%} of %{customdata[1]:,}<extra></extra>",
            )
        )
    shown = dict.fromkeys(map(itemgetter("run_id"), rows))
    sideways(figure, _ticks([names[run] for run in shown])).update_layout(
        barmode="stack", bargap=0.35, legend={"traceorder": "normal"}
    )
    figure.update_xaxes(title="Share of answers", range=[0, 1.01])
    return finished(figure, _ROW_PX * len(shown) + 100)


def _ticks(names: Sequence[str]) -> dict[str, str]:
    """The labels of rows in two short lines."""
    return {name: "<br>".join(label(line, 27, 1) for line in name.split("\n")) for name in names}
