"""Candidates that the generator of a data set rejected."""

from __future__ import annotations

from duckdb import DuckDBPyConnection


def rejected_candidates(con: DuckDBPyConnection, dataset: str) -> dict[str, int]:
    """The number of rejected candidates by reason, the most frequent first."""
    rows = con.execute(
        "SELECT reason, sum(n)::BIGINT AS n FROM rejections WHERE dataset = ?"
        " GROUP BY reason ORDER BY n DESC, reason",
        [dataset],
    ).fetchall()
    return dict(rows)
