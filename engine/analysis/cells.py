"""Shared by the cells of all charts: intervals in SQL, and the limit for too few items."""

from __future__ import annotations

from engine.analysis.query import Row, Rows

THIN = 20
"""A cell with fewer different items is marked as too small to compare."""


def row(rows: Rows, query: str, /, **values: object) -> Row:
    """The only row of a query."""
    [found] = rows(query, **values)
    return found


def interval(prefix: str = "") -> str:
    """SQL that formats columns `low` and `high`, with a prefix to their names, as per cent."""
    low, high = f"{prefix}low", f"{prefix}high"
    written = f"printf('%.1f–%.1f%%', {low} * 100, {high} * 100)"
    return f"CASE WHEN {low} IS NULL THEN '–' ELSE {written} END"
