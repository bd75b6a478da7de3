"""Regrading: replies stay unchanged, and former grades are kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from duckdb import DuckDBPyConnection

from engine.core.items import Grade, Mistake, Outcome
from engine.store.responses.intervals import refresh_intervals
from engine.store.transactions import transaction

if TYPE_CHECKING:
    import pyarrow as pa

_BATCH = 5_000
_GRADE = ("strict", "lenient", "outcome", "strict_outcome", "rule", "mistake", "evidence")


@dataclass(frozen=True, slots=True)
class GradedRun:
    """A run whose replies can be regraded; `probe` decides how."""

    run_id: int
    run_hash: str
    model: str
    dataset: str
    probe: str | None


class StoredReply(NamedTuple):
    """A reply with its key in the store and its present grade."""

    item_id: int
    item: str
    sample: int
    rotation: int
    raw: str
    finish_reason: str | None
    grade: Grade


def graded_runs(con: DuckDBPyConnection, dataset: str | None = None) -> tuple[GradedRun, ...]:
    """The runs with our verdicts, oldest first; verdicts by others are never changed."""
    rows = con.execute(
        "SELECT u.run_id, u.run_hash, m.name, d.name, u.probe FROM runs u"
        " JOIN models m USING (model_id) JOIN datasets d USING (dataset_id)"
        " WHERE u.origin <> 'reproduced' AND ($dataset IS NULL OR d.name = $dataset)"
        " ORDER BY u.run_id",
        {"dataset": dataset},
    ).fetchall()
    return tuple(GradedRun(*row) for row in rows)


def stored_replies(con: DuckDBPyConnection, run: GradedRun) -> Iterator[StoredReply]:
    """The replies of a run; the connection can run no other query until all are read."""
    found = con.execute(
        "SELECT r.item_id, i.hash, r.sample, r.rotation, r.raw, r.finish_reason,"
        " r.strict, r.lenient, r.outcome, r.strict_outcome, r.rule, r.mistake, r.evidence"
        " FROM responses r JOIN items i ON i.item_id = r.item_id"
        " WHERE r.run_id = $run_id AND r.raw IS NOT NULL AND r.outcome <> 'error'"
        " ORDER BY r.item_id, r.sample, r.rotation",
        {"run_id": run.run_id},
    )
    while rows := found.fetchmany(_BATCH):
        for item_id, item, sample, rotation, raw, finish, *grade in rows:
            yield StoredReply(item_id, item, sample, rotation, raw, finish, _grade(grade))


def _grade(row: Sequence[str | None]) -> Grade:
    strict, lenient, outcome, strict_outcome, rule, mistake, evidence = row
    return Grade(
        strict,
        lenient,
        Outcome(outcome or ""),
        Outcome(strict_outcome or ""),
        rule or "",
        Mistake(mistake) if mistake else None,
        evidence,
    )


def replace_grades(
    con: DuckDBPyConnection,
    run: GradedRun,
    changed: Sequence[tuple[StoredReply, Grade]],
    rules: str,
) -> None:
    """Replace grades of a run in one transaction; former ones are kept with their rules version."""
    con.register("regraded_answers", _table(changed))
    try:
        with transaction(con):
            con.execute(_KEEP, {"run_id": run.run_id, "rules": rules})
            con.execute(_REPLACE, {"run_id": run.run_id})
            refresh_intervals(con, run.run_id)
    finally:
        con.unregister("regraded_answers")


_SAME = (
    "r.run_id = $run_id AND r.item_id = a.item_id AND r.sample = a.sample"
    " AND r.rotation = a.rotation"
)
_KEEP = f"""
INSERT INTO former_grades
SELECT r.run_id, r.item_id, r.sample, r.rotation, r.strict, r.lenient, r.outcome, r.strict_outcome,
    r.rule, r.mistake,
    coalesce(
        (SELECT arg_max(f.replaced_by, f.replaced_at) FROM former_grades f
         WHERE f.run_id = $run_id),
        (SELECT 'sorites ' || engine_version FROM runs WHERE run_id = $run_id)
    ), $rules, current_timestamp AT TIME ZONE 'UTC'
FROM responses r JOIN regraded_answers a ON {_SAME}
"""
_REPLACE = (
    "UPDATE responses r SET "
    + ", ".join(f"{name} = a.{name}" for name in _GRADE)
    + f" FROM regraded_answers a WHERE {_SAME}"
)


def _table(changed: Sequence[tuple[StoredReply, Grade]]) -> pa.Table:
    import pyarrow as pa  # imported late: it takes 40 MB

    replies, grades = [reply for reply, _ in changed], [grade for _, grade in changed]
    keys = {"item_id": pa.int32(), "sample": pa.int16(), "rotation": pa.int16()}
    return pa.table(
        {
            name: pa.array(list(map(attrgetter(name), replies)), type=kind)
            for name, kind in keys.items()
        }
        | {name: pa.array(list(map(attrgetter(name), grades)), type=pa.string()) for name in _GRADE}
    )
