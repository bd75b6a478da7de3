"""The SQL of the page of runs, and of what stands beside scores: tokens, cost and errors."""

from __future__ import annotations

from dashboard.queries import SERIES, interval
from dashboard.snapshot import Row, rows
from engine.analysis.costs import price_in


def runs(dataset: str | None = None) -> list[Row]:
    """All runs, or those over one data set, the last first, with what they took and came to."""
    found = rows(
        f"""
        WITH {SERIES}
        SELECT u.run_id, left(u.run_hash, 12) AS run, s.name, a.model, a.kind, a.dataset, a.prompt,
            a.probe, a.split, a.language, u.rotated, u.samples, u.settings, u.origin, a.n,
            a.n_planned, a.n_no_answer, a.n_error, a.value, a.low, a.high,
            {interval("a.")} AS interval, e.n_reused, e.n_truncated, e.n_untold, e.prompt_tokens,
            e.completion_tokens, e.mean_completion_tokens, e.mean_latency_ms, u.started_at,
            u.finished_at, u.command, u.source, u.engine_version, u.endpoints, u.is_batched,
            a.n / nullif(epoch(u.finished_at - u.started_at), 0) AS rate
        FROM runs u
        JOIN named s USING (run_id)
        JOIN accuracy a USING (run_id)
        JOIN effort e USING (run_id)
        WHERE $dataset IS NULL OR a.dataset = $dataset
        ORDER BY u.started_at DESC NULLS LAST, u.run_id DESC
        """,
        dataset=dataset,
    )
    return [{**row, "cost_usd": _cost_usd(row)} for row in found]


def errors(run_id: int) -> list[Row]:
    """The questions of a run to which no reply came, by kind of failure."""
    return rows("SELECT error_kind, n, example FROM errors WHERE run_id = $run_id", run_id=run_id)


def _cost_usd(row: Row) -> float | None:
    """What a run's answers cost that were not reused; None where price or tokens are unknown."""
    if row["kind"] != "endpoint" or not row["prompt_tokens"] or row["n_untold"]:
        return None
    price = price_in(row["model"], row["endpoints"] or (), row["is_batched"])
    return price.cost_usd(row["prompt_tokens"], row["completion_tokens"] or 0) if price else None
