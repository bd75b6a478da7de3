"""Public minus fresh: how much better each model does on items that are publicly available."""

from __future__ import annotations

from engine.analysis.datasets.contamination import freshness_rows
from engine.analysis.sources.reading import Reading, Row
from engine.show.tables.boards import named
from engine.show.tables.html import Cell, Column, count, share_in_full, signed, table, text
from engine.show.texts.names import between, points

_COLUMNS = (
    Column("Model"),
    Column("Prompt"),
    Column("Public", numeric=True),
    Column("Fresh", numeric=True),
    Column("Difference, points", numeric=True),
    Column("95% interval", numeric=True),
    Column("Pairs", numeric=True),
    Column("Training cut-off"),
)


def fresh_table(reading: Reading, dataset: str) -> str | None:
    """The differences on a data set in points, with intervals; None if there are none.

    Items are paired by their place in the recipe; only pairs asked in both sets count.
    """
    rows = [row for row in freshness_rows(reading.rows) if row["dataset"] == dataset]
    if not rows:
        return None
    return table(
        "Public minus fresh, paired",
        _COLUMNS,
        [_line(row) for row in rows],
        sortable=True,
        data={"key": f"{dataset}/fresh", "dataset": dataset, "origin": "measured"},
    )


def _line(row: Row) -> list[Cell]:
    return [
        Cell(named(row["model"], row["kind"]), row["model"]),
        text(row["prompt"]),
        share_in_full(row["public_value"], row["public_low"], row["public_high"], row["n"]),
        share_in_full(row["fresh_value"], row["fresh_low"], row["fresh_high"], row["n"]),
        Cell(signed(points(row["difference"])), row["difference"]),
        Cell(signed(between(row["low"], row["high"]))),
        count(row["n"]),
        text(_trained(row)),
    ]


def _trained(row: Row) -> str | None:
    """The cut-off, and where the set's release is known whether it came before that."""
    trained: str | None = row["trained_until"]
    if row["released_after"] is None:
        return trained
    before = "before" if row["released_after"] else "not before"
    return f"{trained}, {before} the set’s release"
