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
class Duplicates:
    """Counts of items that are equal in one respect.

    `distinct` counts kinds of equal items, `repeated` the items that are not the first of their
    kind, `across_splits` the kinds with items in several splits, and `largest` the items of the
    most frequent kind. `examples` are the indexes of items of some repeated kinds.
    """

    respect: str
    distinct: int
    repeated: int
    across_splits: int
    largest: int
    examples: tuple[tuple[int, ...], ...]

    @property
    def n(self) -> int:
        """The number of items."""
        return self.distinct + self.repeated


def write_audit(
    con: DuckDBPyConnection,
    dataset: str,
    rows: Sequence[AuditRow],
    findings: Sequence[AuditFinding] = (),
    duplicates: Sequence[Duplicates] = (),
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
        if duplicates:
            con.executemany(
                "INSERT INTO repetitions VALUES (?, ?, ?, ?, ?, ?, ?, now() AT TIME ZONE 'UTC')",
                [(key, one.respect, one.n, *astuple(one)[1:-1]) for one in duplicates],
            )
