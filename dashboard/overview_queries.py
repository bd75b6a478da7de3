"""The SQL of the first page: what is in the database, and what came last."""

from __future__ import annotations

from dashboard.queries import SERIES, interval
from dashboard.snapshot import Row, rows


def counts() -> Row:
    """How much of everything there is."""
    [row] = rows(
        """
        SELECT (SELECT count(*) FROM datasets) AS datasets, (SELECT count(*) FROM items) AS items,
            (SELECT count(*) FROM models) AS models, (SELECT count(*) FROM runs) AS runs,
            (SELECT count(*) FROM responses) AS answers,
            (SELECT count(*) FROM figures) AS figures
        """
    )
    return row


def datasets() -> list[Row]:
    """The data sets with what has been done about them, the one asked last first."""
    return rows(
        """
        WITH asked AS (
            SELECT dataset_id, count(*) AS n_runs, count(DISTINCT model_id) AS n_models,
                max(started_at) AS asked_at
            FROM runs GROUP BY dataset_id
        ),
        proved AS (
            SELECT i.dataset_id, count(*) FILTER (v.agreed) AS n_agreed,
                count(*) FILTER (NOT v.agreed) AS n_faulty
            FROM verifications v JOIN items i ON i.item_id = v.item_id GROUP BY i.dataset_id
        ),
        audited AS (
            SELECT dataset_id, count(*) AS n_checks, count(*) FILTER (NOT passed) AS n_failed
            FROM audits GROUP BY dataset_id
        )
        SELECT d.name AS dataset, d.family, d.source, d.n, d.created_at,
            coalesce(a.n_runs, 0) AS n_runs, coalesce(a.n_models, 0) AS n_models,
            p.n_agreed, p.n_faulty, u.n_checks, u.n_failed
        FROM datasets d
        LEFT JOIN asked a USING (dataset_id)
        LEFT JOIN proved p USING (dataset_id)
        LEFT JOIN audited u USING (dataset_id)
        ORDER BY a.asked_at DESC NULLS LAST, d.created_at DESC, d.name
        """
    )


def newest(most: int) -> list[Row]:
    """The last runs that are no baselines, or of these where there are no others."""
    return rows(
        f"""
        WITH {SERIES}
        SELECT s.name, a.model, a.dataset, a.origin, a.value, {interval("a.")} AS interval, a.n,
            a.n_planned, coalesce(u.finished_at, u.started_at) AS came_at
        FROM accuracy a JOIN named s USING (run_id) JOIN runs u USING (run_id)
        ORDER BY a.kind IN ('baseline', 'ceiling'), came_at DESC NULLS LAST, a.run_id DESC
        LIMIT $most
        """,
        most=most,
    )
