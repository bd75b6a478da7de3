"""What the paper reports of DivLogicEval, table by table, with what does not fit together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine.analysis.reading import Reading, Row
from engine.show.escaping import inert
from engine.show.tables import UNTOLD, Cell, Column, count, percent, share, table, text

_TITLES = {
    "overall": "Overall",
    "question_type": "By question type",
    "run": "Five runs of one model",
    "variation": "Coefficient of variation over these runs",
    "probe": "Asked plainly (none), told not to reason (no-logic), or for a withheld option",
    "pretraining": "Before and after training on natural language inference",
}
"""The breakdowns shown, in order; Table 4 stands under another heading."""

_METRICS = {
    "accuracy": "ACC", "circular": "CIR", "partial_circular": "PC", "accuracy_cv": "ACC, CV",
    "circular_cv": "CIR, CV", "partial_circular_cv": "PC, CV", "exact_match": "exact match",
}  # fmt: skip


def reported_section(reading: Reading) -> str:
    """A table for each breakdown and data set, and below it what the table itself contradicts."""
    parts = []
    for breakdown, title in _TITLES.items():
        found = [row for row in reading.kept.choices if row["breakdown"] == breakdown]
        for dataset, rows in groupby(found, lambda row: row["dataset"]):
            told = _table(f"{title}, on {dataset}", list(rows))
            parts.append(told if breakdown == "overall" else _folded(f"{title}: {dataset}", told))
        parts.append(_remarks(found))
    return "\n\n".join(part for part in parts if part)


def _folded(summary: str, content: str) -> str:
    return f'<details class="el-fold"><summary>{inert(summary)}</summary>{content}</details>'


def _table(title: str, found: Sequence[Row]) -> str:
    metrics = [metric for metric in _METRICS if metric in {row["metric"] for row in found}]
    lines: dict[tuple[str, ...], dict[str, Row]] = {}
    for row in found:
        names = (row["model"], row["prompt"] or "", row["cell"])
        lines.setdefault(names, {})[row["metric"]] = row
    columns = [
        *(Column(name) for name in ("Model", "Prompt", "Part")),
        *(Column(_METRICS[metric], numeric=True) for metric in metrics),
        Column("n", numeric=True),
        Column("Source"),
    ]
    rows = [
        [
            *(text(name or None) for name in names),
            *(_cell(own.get(metric)) for metric in metrics),
            count(_first(own, "n")),
            text("; ".join(dict.fromkeys(row["source"] for row in own.values()))),
        ]
        for names, own in lines.items()
    ]
    return table(f"Reported by the paper: {inert(title)}. {UNTOLD}", columns, rows, sortable=True)


def _cell(row: Row | None) -> Cell:
    """A figure, and its 95% interval where the number of items is known."""
    if row is None or row["low"] is None:
        return share(row["value"] if row else None)
    ends = f"{100 * row['low']:.1f} to {100 * row['high']:.1f}"
    return Cell(f"{percent(row['value'])} <small>({ends})</small>", row["value"])


def _first(own: dict[str, Row], name: str) -> int | None:
    return next((row[name] for row in own.values() if row[name] is not None), None)


def _remarks(found: Sequence[Row]) -> str:
    told = dict.fromkeys(
        f"{row['source']}, {row['model']}, {row['prompt'] or 'no prompt'}, part {row['cell']},"
        f" {_METRICS[row['metric']]}: {row['note']}"
        for row in found
        if row["note"] and row["metric"] in _METRICS
    )
    if not told:
        return ""
    return f"<p>To this table:</p><ul>{''.join(f'<li>{inert(one)}</li>' for one in told)}</ul>"
