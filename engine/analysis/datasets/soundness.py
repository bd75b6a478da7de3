"""Data sets: how each was made, whether its labels hold, and how shortcuts score on it."""

from __future__ import annotations

from engine.analysis.by_trait.cells import interval, row
from engine.analysis.items.questions import LISTED
from engine.analysis.sources.query import Row, Rows


def overview(rows: Rows) -> list[Row]:
    """The data sets with their checks and runs, the latest asked first."""
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
        """,
    )


def card(rows: Rows, dataset: str) -> Row:
    """How a data set was made, and the distribution of its counts."""
    return row(
        rows,
        """
        SELECT d.name AS dataset, d.family, d.recipe, d.version, d.params, d.seed, d.source, d.n,
            d.content_hash, d.engine_version, d.created_at, d.note,
            count(DISTINCT i.group_no) AS n_groups, count(DISTINCT i.hash) AS n_distinct,
            min(i.n_premises) AS premises_low, median(i.n_premises) AS premises,
            max(i.n_premises) AS premises_high
        FROM datasets d JOIN items i USING (dataset_id) WHERE d.name = $dataset GROUP BY ALL
        """,
        dataset=dataset,
    )


def balance(rows: Rows, dataset: str) -> list[Row]:
    """The frequency of each gold answer, by split."""
    return rows(
        """
        SELECT i.split, i.gold, count(*) AS n,
            count(*) / sum(count(*)) OVER (PARTITION BY i.split) AS share
        FROM items i JOIN datasets d USING (dataset_id)
        WHERE d.name = $dataset AND i.answer_kind = 'label'
        GROUP BY i.split, i.gold ORDER BY i.split, i.gold
        """,
        dataset=dataset,
    )


def verification(rows: Rows, dataset: str) -> list[Row]:
    """The latest verification, by method, and how many items hold."""
    return rows(
        """
        SELECT v.methods, v.solver, count(*) AS n, count(*) FILTER (v.agreed) AS n_agreed,
            max(v.verified_at) AS verified_at
        FROM verifications v JOIN items i USING (item_id) JOIN datasets d USING (dataset_id)
        WHERE d.name = $dataset GROUP BY ALL ORDER BY n DESC, v.methods, v.solver
        """,
        dataset=dataset,
    )


def checks(rows: Rows, dataset: str) -> list[Row]:
    """The scores of shortcuts on a data set, from its latest audit."""
    return rows(
        f"""
        SELECT a.name, a.scope, a.accuracy AS value, a.n, a.low, a.high, {interval()} AS interval,
            a.effective_n, a.p, a.bound, a.limit_value AS limit, a.passed, a.basis, a.ran_at
        FROM audits a JOIN datasets d USING (dataset_id)
        WHERE d.name = $dataset ORDER BY a.passed, a.scope <> 'all', a.accuracy DESC, a.name
        """,
        dataset=dataset,
    )


_FINDINGS = """
    findings AS (
        SELECT f.dataset_id, f.item_id, f.name, f.detail FROM audit_findings f
        UNION ALL
        SELECT i.dataset_id, v.item_id, 'does not hold', v.problem
        FROM verifications v JOIN items i USING (item_id) WHERE NOT v.agreed
    )
"""


def finding_counts(rows: Rows, dataset: str | None = None) -> list[Row]:
    """Faults of single items found by audit and verification, in imported sets or in one set.

    Each comes with the number of items, and the first of them.
    """
    return rows(
        f"""
        WITH {_FINDINGS}
        SELECT d.name AS dataset, d.n, f.name, count(DISTINCT f.item_id) AS n_items,
            count(DISTINCT f.item_id) / d.n AS share, arg_min(i.idx, f.item_id) AS first,
            arg_min(i.hash, f.item_id) AS hash,
            first(f.detail ORDER BY f.item_id, f.detail) AS detail
        FROM findings f JOIN datasets d USING (dataset_id) JOIN items i USING (item_id)
        WHERE if($dataset IS NULL, d.source = 'imported', d.name = $dataset)
        GROUP BY d.name, d.n, f.name ORDER BY d.name, n_items DESC, f.name
        """,
        dataset=dataset,
    )


def findings(rows: Rows, dataset: str, name: str, page: int, per_page: int) -> list[Row]:
    """One page, counted from 1, of the items with a finding, with its details."""
    return rows(
        f"""
        WITH {_FINDINGS}
        SELECT {LISTED}, NULL AS outcomes, w.detail
        FROM (
            SELECT item_id, string_agg(detail, ' ') AS detail FROM findings
            WHERE name = $name GROUP BY item_id
        ) w
        JOIN items i USING (item_id) JOIN datasets d USING (dataset_id)
        WHERE d.name = $dataset ORDER BY i.idx LIMIT $limit OFFSET $offset
        """,
        dataset=dataset,
        name=name,
        limit=per_page,
        offset=(page - 1) * per_page,
    )
