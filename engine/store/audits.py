"""Results of audits in the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, astuple, dataclass
from datetime import date

from duckdb import DuckDBPyConnection

from engine.store.datasets.describing import find_dataset
from engine.store.transactions import transaction


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One check of an audit. See the comments of the table `audits`."""

    name: str
    scope: str
    accuracy: float
    n: int
    low: float | None
    high: float | None
    limit: float | None
    passed: bool
    basis: str | None = None
    effective_n: float | None = None
    p: float | None = None
    bound: float | None = None


@dataclass(frozen=True, slots=True)
class AuditFinding:
    """A fault an audit found in one item; see the comments of the table `audit_findings`.

    `index` is the item's; `options` are the keys of the options concerned, separated by commas.
    """

    name: str
    index: int
    detail: str
    options: str | None = None


@dataclass(frozen=True, slots=True)
class RepetitionRow:
    """Items that repeat others in one respect; see the comments of the table `repetitions`."""

    respect: str
    n: int
    n_distinct: int
    n_repeated: int
    n_across_splits: int
    largest: int


def write_audit(
    con: DuckDBPyConnection,
    dataset: str,
    rows: Sequence[AuditRow],
    findings: Sequence[AuditFinding] = (),
    repetitions: Sequence[RepetitionRow] = (),
    *,
    ran: date | None = None,
) -> None:
    """Record an audit of a data set, replacing its previous one.

    `ran` is the day of the checks (UTC) if they come from an earlier audit.

    Raises:
        InputError: if there is no such data set.
    """
    key = find_dataset(con, dataset).dataset_id
    with transaction(con):
        con.execute("DELETE FROM audits WHERE dataset_id = $key", {"key": key})
        if rows:
            con.executemany(
                "INSERT INTO audits (dataset_id, name, scope, accuracy, n, low, high, limit_value,"
                " passed, basis, effective_n, p, bound, ran_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
                " coalesce(CAST(? AS TIMESTAMP), now() AT TIME ZONE 'UTC'))",
                [(key, *astuple(row), ran) for row in rows],
            )
        con.execute("DELETE FROM audit_findings WHERE dataset_id = $key", {"key": key})
        if findings:
            con.executemany(
                "INSERT INTO audit_findings SELECT $key, $name, item_id, $options, $detail,"
                " now() AT TIME ZONE 'UTC' FROM items WHERE dataset_id = $key AND idx = $index",
                [{"key": key, **asdict(finding)} for finding in findings],
            )
        con.execute("DELETE FROM repetitions WHERE dataset_id = $key", {"key": key})
        if repetitions:
            con.executemany(
                "INSERT INTO repetitions VALUES (?, ?, ?, ?, ?, ?, ?, now() AT TIME ZONE 'UTC')",
                [(key, *astuple(row)) for row in repetitions],
            )
