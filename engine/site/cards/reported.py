"""The figures that papers report about a family, as printed, with remarks below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from engine.analysis.datasets.figures import reported_figures
from engine.analysis.sources.reading import Reading, Row
from engine.show.tables.html import NO_INTERVAL, Cell, Column, percent, table, text
from engine.show.texts.escaping import escape

_MOST = 12
"""The most parts that get a column each; more get rows."""


def has_reported(reading: Reading, family: str) -> bool:
    """Whether any paper reports figures of the family."""
    return bool(_found(reading, family))


def reported_section(reading: Reading, family: str) -> str:
    """A table for each breakdown; those after the first are folded away."""
    parts: list[str] = []
    for breakdown, group in groupby(_found(reading, family), lambda row: row["breakdown"]):
        rows = list(group)
        shown = f"{_table(breakdown, rows)}{_remarks(rows)}"
        parts.append(shown if not parts else _folded(_title(breakdown, rows), shown))
    return "\n\n".join(parts) if parts else "<p>No published figures for this family are known.</p>"


def _found(reading: Reading, family: str) -> list[Row]:
    """The figures of the papers that are mainly about the family."""
    figures = reported_figures(reading.rows)
    about: dict[str, Counter[str]] = {}
    for row in figures:
        about.setdefault(row["paper"], Counter())[row["family"]] += 1
    papers = {paper for paper, own in about.items() if own.most_common(1)[0][0] == family}
    own = [row for row in figures if row["paper"] in papers]
    order = list(dict.fromkeys(row["breakdown"] for row in own))
    return sorted(
        own, key=lambda row: (row["breakdown"] != "overall", order.index(row["breakdown"]))
    )


def _title(breakdown: str, found: Sequence[Row]) -> str:
    sources = ", ".join(dict.fromkeys(row["source"].partition(", ")[2] for row in found))
    return f"{breakdown.replace('_', ' ').capitalize()} ({sources})"


def _folded(summary: str, content: str) -> str:
    return f'<details class="el-fold"><summary>{escape(summary)}</summary>{content}</details>'


def _table(breakdown: str, found: Sequence[Row]) -> str:
    """A row per model, prompt and data set; a column per part and metric.

    If there are many parts, each has a row instead.
    """
    metrics = list(dict.fromkeys(row["metric"] for row in found))
    cells = list(dict.fromkeys(row["cell"] for row in found))
    has_columns = len(cells) * len(metrics) <= _MOST
    lines: dict[tuple[str, ...], dict[tuple[str, str], Row]] = {}
    for row in found:
        part = "" if has_columns else row["cell"]
        named = row["dataset"], row["model"], row["prompt"] or "", part
        lines.setdefault(named, {})[row["cell"] if has_columns else "", row["metric"]] = row
    keys = [(cell, metric) for cell in (cells if has_columns else [""]) for metric in metrics]
    titles = ("Data set", "Model", "Prompt", *(() if has_columns else ("Part",)))
    columns = [
        *(Column(title) for title in titles),
        *(Column(_column(cell, metric, metrics), numeric=True) for cell, metric in keys),
        Column("Source"),
    ]
    rows = [
        [
            *(text(name or None) for name in names[: len(titles)]),
            *(_cell(own.get(key)) for key in keys),
            text("; ".join(dict.fromkeys(row["source"] for row in own.values()))),
        ]
        for names, own in lines.items()
    ]
    return table(
        f"Reported: {escape(_title(breakdown, found))}. {NO_INTERVAL}", columns, rows, sortable=True
    )


def _column(cell: str, metric: str, metrics: Sequence[str]) -> str:
    named = metric.replace("_", " ")
    if cell in ("", "all"):
        return named
    return cell if len(metrics) == 1 else f"{cell}, {named}"


def _cell(row: Row | None) -> Cell:
    """A figure, and its 95% interval where the number of questions is known."""
    if row is None:
        return text(None)
    if row["metric"].endswith("_change"):
        return Cell(f"{100 * row['value']:+.1f}", row["value"])
    if row["low"] is None:
        return Cell(percent(row["value"]), row["value"])
    ends = f"{100 * row['low']:.1f} to {100 * row['high']:.1f}, n {row['n']:,}"
    return Cell(f"{percent(row['value'])} <small>({ends})</small>", row["value"])


def _remarks(found: Sequence[Row]) -> str:
    shown = dict.fromkeys(
        f"{row['source']}, {row['model']}, {row['cell']}, {row['metric'].replace('_', ' ')}:"
        f" {row['note']}"
        for row in found
        if row["note"]
    )
    if not shown:
        return ""
    listed = "".join(f"<li>{escape(one)}</li>" for one in shown)
    return f"<p>Remarks on this table:</p><ul>{listed}</ul>"
