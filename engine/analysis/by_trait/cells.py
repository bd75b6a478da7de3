"""Shared by the cells of all charts: their order, intervals in SQL, and when items are too few."""

from __future__ import annotations

from engine.analysis.sources.query import Row, Rows

THIN = 20
"""A cell with fewer different items is marked as too small to compare."""


def row(rows: Rows, query: str, /, **values: object) -> Row:
    """The only row of a query."""
    [found] = rows(query, **values)
    return found


def by_size(cell: str) -> tuple[bool, int, str]:
    """Where a value of a trait stands: numbers by size, and before names.

    >>> sorted(["b", "10", "a", "9"], key=by_size)
    ['9', '10', 'a', 'b']
    """
    return (False, int(cell), "") if cell.isdecimal() else (True, 0, cell)


def interval(prefix: str = "") -> str:
    """SQL that formats columns `low` and `high`, with a prefix to their names, as per cent."""
    low, high = f"{prefix}low", f"{prefix}high"
    written = f"printf('%.1f–%.1f%%', {low} * 100, {high} * 100)"
    return f"CASE WHEN {low} IS NULL THEN '–' ELSE {written} END"
