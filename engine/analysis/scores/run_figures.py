"""The accuracy of every run of a database as figures: overall, by trait, and by form at depth 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from duckdb import DuckDBPyConnection

_FIGURES = """
WITH parts AS (
    SELECT run_id, 'overall' AS breakdown, 'all' AS cell, value, n, low, high FROM accuracy
    UNION ALL
    SELECT run_id, trait, cell, value, n, low, high FROM accuracy_by_trait
    WHERE list_contains($traits, trait)
    UNION ALL
    SELECT run_id, 'form_depth1', form, value, n, low, high FROM accuracy_by_form_depth1
)
SELECT r.origin, m.name AS model, r.prompt, p.breakdown, p.cell, 'accuracy' AS metric, p.value,
    p.n, p.low, p.high, r.source
FROM parts p JOIN runs r USING (run_id) JOIN models m USING (model_id)
ORDER BY m.name, r.prompt, r.origin, p.breakdown, try_cast(p.cell AS INTEGER), p.cell
"""


def run_figures(con: DuckDBPyConnection, traits: Sequence[str]) -> list[dict[str, Any]]:
    """The figures of every run, in a fixed order; rows have the columns of `figures`."""
    found: list[dict[str, Any]] = (
        con.sql(_FIGURES, params={"traits": list(traits)}).to_arrow_table().to_pylist()
    )
    return found
