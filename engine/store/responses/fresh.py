"""Outcomes on fresh items, by index and without the items themselves."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from duckdb import DuckDBPyConnection

from engine.store.transactions import transaction

FreshOutcome = tuple[int, int, str, str]
"""Index of the item, sample number, and the outcome by each reading."""


class FreshRun(NamedTuple):
    """A run on fresh items, the public run it repeats, the seal of their seed and its size."""

    run: str
    public: str
    seal: str
    n: int


def outcomes_by_index(con: DuckDBPyConnection, run_hash: str) -> list[FreshOutcome]:
    """The outcomes of a run, in order of index and sample."""
    return con.execute(
        "SELECT i.idx, r.sample, r.outcome, r.strict_outcome FROM question_responses r"
        " JOIN items i ON i.item_id = r.item_id JOIN runs u ON u.run_id = r.run_id"
        " WHERE u.run_hash = $run ORDER BY i.idx, r.sample",
        {"run": run_hash},
    ).fetchall()


def write_fresh_outcomes(
    con: DuckDBPyConnection, run: FreshRun, outcomes: Sequence[FreshOutcome]
) -> None:
    """Store a run on fresh items, replacing what is stored of it."""
    with transaction(con):
        con.execute(
            "DELETE FROM fresh_outcomes WHERE fresh_id IN"
            " (SELECT fresh_id FROM fresh_runs WHERE run_hash = $run)",
            {"run": run.run},
        )
        con.execute("DELETE FROM fresh_runs WHERE run_hash = $run", {"run": run.run})
        [(key,)] = con.execute(
            "INSERT INTO fresh_runs SELECT coalesce(max(fresh_id), 0) + 1, $run, $public, $seal,"
            " $n, $now::TIMESTAMPTZ AT TIME ZONE 'UTC' FROM fresh_runs RETURNING fresh_id",
            {**run._asdict(), "now": datetime.now(UTC).isoformat()},
        ).fetchall()
        if outcomes:
            con.executemany(
                "INSERT INTO fresh_outcomes VALUES (?, ?, ?, ?, ?)",
                [(key, *outcome) for outcome in outcomes],
            )
