"""Charts about skills: the tree, the weakest skills, and compared conditions."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

import plotly.graph_objects as go

from dashboard.components.figures.charts import (
    THIN_COLOUR,
    add_line,
    finished,
    looks_of,
    marks,
    sideways,
)
from engine.analysis.diagnosis.weaknesses import RATE, Weakness
from engine.analysis.scores.comparison import Comparison
from engine.analysis.sources.query import Row
from engine.show.drawings.looks import SHAPES
from engine.show.texts.escaping import label
from engine.show.texts.names import ends

ALL = "all skills"
"""The name of the tree's root, in addresses too."""

_LOW, _CHANCE, _HIGH = "#ef8a47", "#f2efe9", "#64a8e0"
_INK, _HATCH = "#0d1318", "#5c636b"
"""Text has a contrast of at least 7 to 1 on every colour between the three above."""

_LEVELS = ("logic", "category", "rule", "skill")
"""Levels drawn: down to rules below the root or a logic, otherwise down to skills."""


def tree_map(rows: Sequence[Row], top: str, names: Mapping[str, str], chance: float) -> go.Figure:
    """The tree of skills from `top` down: area is the number of answers, colour the accuracy.

    Orange is worse than `chance`, blue better; what is thin is hatched.
    """
    total = {"part": ALL, "parent": "", "n": sum(r["n"] for r in rows if r["level"] == "logic")}
    drawn = _drawn(rows, top)
    right = sum(row["value"] * row["n"] for row in rows if row["level"] == "logic")
    shares = [right / total["n"], *(row["value"] for row in drawn)]
    thin = [False, *(row["thin"] for row in drawn)]
    counted = [total, *drawn]
    headings = {row["parent"] or ALL for row in drawn} | {ALL}
    figure = go.Figure(
        go.Treemap(
            ids=[row["part"] for row in counted],
            parents=["", *(row["parent"] or ALL for row in drawn)],
            labels=[_named(row, names, headings) for row in counted],
            values=[row["n"] for row in counted],
            branchvalues="total",
            level=top,
            sort=False,
            text=[
                f"{share:.0%} of {row['n']:,}" for share, row in zip(shares, counted, strict=True)
            ],
            customdata=[
                ("too few to compare" if few else row.get("interval", ""),)
                for row, few in zip(counted, thin, strict=True)
            ],
            texttemplate="%{label}<br>%{text}",
            hovertemplate="%{label}<br>%{text}<br>%{customdata[0]}<extra></extra>",
            marker={
                # a colour scale would lose its colours under the pattern
                "colors": [_colour(share, chance) for share in shares],
                "pattern": {
                    "shape": ["/" if few else "" for few in thin],
                    "fgcolor": _HATCH,
                    "fillmode": "overlay",
                    "size": 7,
                    "solidity": 0.14,
                },
                "line": {"color": _INK, "width": 0.5},
                "pad": {"t": 22, "l": 3, "r": 3, "b": 3},
            },
            tiling={"packing": "squarify", "pad": 2},
            textfont={"color": _INK, "size": 13},
            insidetextfont={"color": _INK},
            pathbar={"textfont": {"color": _INK}},
        )
    )
    is_small = any(row["part"] == top and row["level"] == "rule" for row in rows)
    return finished(figure, 300 if is_small else 620).update_layout(
        uniformtext={"minsize": 9, "mode": "hide"}, margin={"t": 8 if top == ALL else 32}
    )


def _drawn(rows: Sequence[Row], top: str) -> list[Row]:
    """The places to draw; 200 skills at once would take seconds and be unreadable."""
    levels = {row["part"]: row["level"] for row in rows}
    last = "rule" if levels.get(top) in (None, "logic") else "skill"
    shown = _LEVELS[: _LEVELS.index(last) + 1]
    return [
        row
        for row in rows
        if row["level"] in shown
        and (row["level"] != "skill" or f"{row['part']}.".startswith(f"{top}."))
    ]


def _named(row: Row, names: Mapping[str, str], headings: Container[str]) -> str:
    """The name of a place: one line for a heading, wrapped by word for an area."""
    wide, lines = (60, 1) if row["part"] in headings else (17, 4)
    return label(names[row["part"]], wide, lines)


def _colour(share: float, chance: float) -> str:
    """Interpolate between the colours of 0%, chance and 100%."""
    below = share < chance
    ends = (_LOW, _CHANCE) if below else (_CHANCE, _HIGH)
    part = share / chance if below else (share - chance) / (1 - chance)
    mixed = (
        round((1 - part) * int(low, 16) + part * int(high, 16))
        for low, high in (tuple(end[at : at + 2] for end in ends) for at in (1, 3, 5))
    )
    return "#" + "".join(f"{value:02x}" for value in mixed)


def weakest(
    parts: Sequence[Weakness], names: Mapping[str, str], mean: float, model: str
) -> go.Figure:
    """Parts by a model's shrunken estimates with intervals, and the observed shares."""
    figure = go.Figure()
    colour = _colour_of(model)
    figure.add_trace(
        go.Scatter(
            x=[part.share for part in parts],
            y=[part.part for part in parts],
            name="observed share",
            mode="markers",
            marker={"symbol": "line-ns", "size": 11, "line": {"width": 2.5, "color": THIN_COLOUR}},
            hovertemplate="observed: %{x:.1%}<extra></extra>",
        )
    )
    for look, (name, is_weak) in enumerate({"estimate": False, "estimate, weak": True}.items()):
        chosen = [part for part in parts if (part.q <= RATE) is is_weak]
        cells = [_estimate(part) for part in chosen]
        trace = marks([p.part for p in chosen], name, cells, colour, SHAPES[look])
        if chosen:
            figure.add_trace(trace.update(meta=model))
    add_line(figure, mean, f"the whole run, {mean:.1%}")
    sideways(figure, {part.part: label(names[part.part], 30, lines=2) for part in parts})
    figure.update_layout(scattermode="overlay")
    return finished(figure, 36 * len(parts) + 170)


def _colour_of(model: str) -> str:
    return looks_of([{"name": model}])[model].colour


def _estimate(part: Weakness) -> Row:
    return {
        "value": part.estimate,
        "low": part.estimate_low,
        "high": part.estimate_high,
        "n": part.n,
        "interval": ends(part.estimate_low, part.estimate_high),
    }


def conditions(found: Comparison, names: Mapping[str, str], model: str) -> go.Figure:
    """The accuracy of a model in each condition with its interval, one shape per condition."""
    figure = go.Figure()
    colour = _colour_of(model)
    for look, condition in enumerate(found.conditions):
        cell = {
            "value": condition.share,
            "low": condition.low,
            "high": condition.high,
            "n": condition.n,
            "interval": ends(condition.low, condition.high),
        }
        trace = marks([condition.name], names[condition.name], [cell], colour, SHAPES[look])
        figure.add_trace(trace.update(showlegend=False, offsetgroup="same", meta=model))
    sideways(figure, {c.name: label(names[c.name], 16) for c in found.conditions})
    return finished(figure, 56 * len(found.conditions) + 90)
