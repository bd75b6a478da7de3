"""An audit's results as a chart, a table and the faulty items."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go
import streamlit as st

from dashboard.components.choices import choosing
from dashboard.components.figures import charts
from dashboard.components.figures.charts import NEUTRAL, REFERENCE
from dashboard.components.questions import listing
from dashboard.components.results import tables
from dashboard.components.source.snapshot import rows as query
from engine.analysis.datasets import soundness
from engine.analysis.sources.query import Row
from engine.show.texts.escaping import label, plain

PER_PAGE = 10
_DRAWN = 25
_VERDICTS = {"passed": "✓ passed", "failed": "✗ failed"}
_COLUMNS = {
    "name": "Check", "scope": "Part", "value": "Accuracy", "interval": None, "n": None,
    "bound": "Lower bound", "limit": "At most", "p": "Adjusted p", "verdict": "Verdict",
    "basis": "Scored on",
}  # fmt: skip


def show_checks(rows: Sequence[Row]) -> None:
    """Scores of shortcuts and their limits."""
    drawn = [row for row in rows if row["scope"] == "all"][:_DRAWN]
    if drawn:
        charts.show(
            _chart(drawn),
            key="checks",
            alt="What each shortcut scores, with the most that it may; figures in the table.",
            rows=drawn,
        )
    tables.show(
        [
            {
                **row,
                "bound": "" if row["bound"] is None else f"{row['bound']:.1%}",
                "p": "" if row["p"] is None else f"{row['p']:.3f}",
                "limit": "no limit" if row["limit"] is None else f"{row['limit']:.1%}",
                "verdict": _VERDICTS.get(_outcome(row), ""),
            }
            for row in rows
        ],
        _COLUMNS,
        alt="Checks of the last audit",
        pinned="name",
    )


def _outcome(row: Row) -> str:
    if row["limit"] is None:
        return "no limit, for comparison"
    return "passed" if row["passed"] else "failed"


def _chart(rows: Sequence[Row]) -> go.Figure:
    figure = go.Figure()
    looks = {"passed": "circle", "failed": "x", "no limit, for comparison": "circle-open"}
    for title, symbol in looks.items():
        if cells := [row for row in rows if _outcome(row) == title]:
            names = [cell["name"] for cell in cells]
            figure.add_trace(charts.marks(names, title, cells, NEUTRAL, symbol))
    limited = [row for row in rows if row["limit"] is not None]
    figure.add_trace(
        go.Scatter(
            x=[row["limit"] for row in limited],
            y=[row["name"] for row in limited],
            name="limit",
            mode="markers",
            marker={"symbol": "line-ns-open", "size": 16, "color": REFERENCE, "line": {"width": 3}},
            hoverinfo="x+name",
        )
    )
    figure.update_traces(offsetgroup="same")
    places = {row["name"]: label(row["name"], 24, lines=1) for row in rows}
    return charts.finished(charts.sideways(figure, places), 26 * len(places) + 150)


def show_findings(dataset: str, counts: Sequence[Row]) -> None:
    """The faulty items by fault, each with a link."""
    kinds = {row["name"]: row["n_items"] for row in counts}
    name = choosing.one_of("Fault", "found", list(kinds), lambda kind: kind.replace("-", " "))
    st.markdown(f"**{kinds[name]:,} question{'s' if kinds[name] > 1 else ''}**: {plain(name)}")
    listed = st.container()
    page = choosing.page(kinds[name], PER_PAGE, (dataset, name))
    with listed:
        found = soundness.findings(query, dataset, name, page, PER_PAGE)
        listing.show(dataset, found)
