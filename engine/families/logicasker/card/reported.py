"""What LogicAsker's paper reports, a table for each of its tables and figures."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine.analysis.reading import Reading, Row
from engine.show.escaping import inert
from engine.show.tables import UNTOLD, Cell, Column, count, percent, share, table, text

_TITLES = {
    "overall": "Highest of the six models, first iteration",
    "range": "Lowest of the six models",
    "category": "By category",
    "length": "By length of the inference",
    "leaf": "GPT-4’s weakest rules",
    "validity": "Questions that two readers found invalid",
    "demonstrations": "Without, with random and with weak demonstrations",
}
"""The breakdowns in the order shown, and what the tables are of."""

_METRICS = {"response_accuracy": "response accuracy", "invalid_share": "share found invalid"}


def skill_reported_section(reading: Reading) -> str:
    """The figures as printed, a table a breakdown; below it what is noted of them."""
    parts = []
    for breakdown, title in _TITLES.items():
        found = [row for row in reading.kept.skills if row["breakdown"] == breakdown]
        if found:
            by_part = breakdown in ("leaf", "validity")
            parts.append((_parts_table if by_part else _models_table)(title, found))
            parts.append(_remarks(found))
    return "\n\n".join(part for part in parts if part)


def _caption(title: str, found: Sequence[Row]) -> str:
    sources = "; ".join(dict.fromkeys(row["source"] for row in found))
    return f"Reported: {inert(title)}, {_METRICS[found[0]['metric']]} ({inert(sources)}). {UNTOLD}"


def _models_table(title: str, found: Sequence[Row]) -> str:
    """A row a model and set of questions, a column a part."""
    cells = list(dict.fromkeys(row["cell"] for row in found))
    columns = (
        Column("Model"),
        Column("Questions"),
        *(Column("value" if cell == "all" else cell, numeric=True) for cell in cells),
    )
    lines = []
    for (dataset, model), group in groupby(found, lambda row: (row["dataset"], row["model"])):
        own = {row["cell"]: row for row in group}
        lines.append([text(model), text(dataset), *(_value(own.get(cell)) for cell in cells)])
    return table(_caption(title, found), columns, lines, sortable=True)


def _parts_table(title: str, found: Sequence[Row]) -> str:
    """A row a part, for parts with long names or a single row of them."""
    columns = (Column("Part"), Column("Share", numeric=True), Column("Questions", numeric=True))
    rows = [[text(row["cell"]), _value(row), count(row["n"])] for row in found]
    return table(_caption(title, found), columns, rows)


def _value(row: Row | None) -> Cell:
    """A figure, and its 95% interval where the number of questions is known."""
    if row is None or row["low"] is None:
        return share(row["value"] if row else None)
    ends = f"{100 * row['low']:.1f} to {100 * row['high']:.1f}"
    return Cell(f"{percent(row['value'])} <small>({ends})</small>", row["value"])


def _remarks(found: Sequence[Row]) -> str:
    told = dict.fromkeys(
        f"{row['model']}, {row['cell']}: {row['note']}" for row in found if row["note"]
    )
    listed = "".join(f"<li>{inert(one)}</li>" for one in told)
    return f"<p>To this table:</p><ul>{listed}</ul>" if told else ""
