"""Facts on whole data sets: dates of runs, and failed audits."""

from __future__ import annotations

from engine.analysis.sources.query import Rows

_DAYS = """
SELECT dataset_id, min(started_at) AS first, max(coalesce(finished_at, started_at)) AS last
FROM runs WHERE origin = 'measured' AND started_at IS NOT NULL GROUP BY dataset_id
"""

_ABOVE = """
SELECT DISTINCT name FROM audits
WHERE dataset_id = $key AND limit_value IS NOT NULL AND NOT passed ORDER BY name
"""


def days_asked(rows: Rows) -> dict[int, tuple[str, str]]:
    """The first and last day on which each data set was asked here, by its key."""
    return {
        row["dataset_id"]: (f"{row['first']:%Y-%m-%d}", f"{row['last']:%Y-%m-%d}")
        for row in rows(_DAYS)
    }


def failed_checks(rows: Rows, dataset_id: int) -> list[str]:
    """The shortcuts that score above the limit of the data set's audit."""
    return [row["name"] for row in rows(_ABOVE, key=dataset_id)]
