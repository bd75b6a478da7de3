"""Backend of the SQL page: running queries, charts of results, and downloads."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import plotly.graph_objects as go
import pyarrow as pa
import pyarrow.parquet as pq
import streamlit as st

from dashboard.components.figures import charts
from engine.analysis.sources.query import Row
from engine.analysis.sources.snapshot import (
    Limits,
    Relation,
    Table,
    documentation,
    run_sql,
    snapshot_of,
)
from engine.core.canary import canary
from engine.core.paths import db_to_read
from engine.show.texts.escaping import label, visible

LIMITS = Limits(seconds=5.0, rows=1_000)
_BARS = 40


def answer(query: str) -> Table:
    """The result of a query over the current snapshot.

    Raises:
        InputError: it is refused, fails, or exceeds its limits.
    """
    return run_sql(snapshot_of(db_to_read()), query, LIMITS)


@st.cache_resource(show_spinner=False)
def relations() -> tuple[Relation, ...]:
    """The tables and views with their columns, views first."""
    known = [relation for relation in documentation() if relation.kind != "macro"]
    return tuple(sorted(known, key=lambda relation: (relation.kind != "view", relation.name)))


def chart(table: Table) -> go.Figure | None:
    """A bar chart if a text column names few rows and the next column holds figures, else None.

    The text is that of all columns before the first one of figures.
    """
    figures = [
        place
        for place in range(len(table.columns))
        if all(_is_figure(row[place]) for row in table.rows)
    ]
    if not 1 < len(table.rows) <= _BARS or not figures or not figures[0]:
        return None
    first = figures[0]
    if not all(isinstance(row[0], str) for row in table.rows):
        return None
    named = [", ".join(str(cell) for cell in row[:first] if cell is not None) for row in table.rows]
    if len(set(named)) < len(named):  # bars of one name would be drawn as one
        return None
    column = [row[first] for row in table.rows]
    places = {name: label(name, 30, 1) for name in named}
    figure = go.Figure(go.Bar(x=column, y=named, orientation="h", marker={"color": charts.NEUTRAL}))
    figure.update_xaxes(title=label(table.columns[first], 40, 1))
    figure.update_yaxes(
        type="category", tickvals=named, ticktext=list(places.values()), autorange="reversed"
    )
    return charts.finished(figure, 120 + 24 * len(named))


def _is_figure(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def marked(table: Table) -> Table:
    """The table with the canary in every row, because any column may hold items."""
    mark = canary()
    rows = tuple((*row, mark) for row in table.rows)
    return replace(table, columns=(*table.columns, "canary"), rows=rows)


def shown(table: Table) -> list[Row]:
    """The rows for display, with invisible characters in names and texts spelt out."""
    names = [visible(name) for name in table.columns]
    return [dict(zip(names, map(_spelt, row), strict=True)) for row in table.rows]


def _spelt(value: object) -> object:
    """A cell for display, with texts inside lists and structures made visible too."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, list | tuple):
        return [_spelt(part) for part in value]
    if isinstance(value, dict):
        return {_spelt(key): _spelt(part) for key, part in value.items()}
    return value


def as_csv(table: Table) -> str:
    """The table as CSV, with its header and the canary in a last column."""
    table = marked(table)
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(table.columns)
    writer.writerows(table.rows)
    return out.getvalue()


def as_parquet(table: Table) -> bytes:
    """The table as Parquet, like the CSV; a column of mixed types becomes text."""
    table = marked(table)
    out = io.BytesIO()
    columns = {
        f"{name}_{place}" if name in table.columns[:place] else name: _column(
            [row[place] for row in table.rows]
        )
        for place, name in enumerate(table.columns)
    }
    pq.write_table(pa.table(columns), out)
    return out.getvalue()


def _column(values: list[object]) -> pa.Array:
    try:
        return pa.array(values)
    except pa.ArrowException:
        return pa.array([None if value is None else str(value) for value in values])
