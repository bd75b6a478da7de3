"""What is read for people: the leaderboard, and all that is known of one item."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from duckdb import DuckDBPyConnection

from engine.core.items import Item
from engine.store.datasets.describing import find_dataset
from engine.store.datasets.items import find_item

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ItemRecord:
    """An item with its place in the database, its verification and what models answered.

    `answers` has one row an answer to its question: model, prompt, probe, origin, answer, outcome,
    raw.
    """

    item_id: int
    dataset: str
    item: Item
    verification: Row | None
    answers: tuple[Row, ...]

    @property
    def missed(self) -> tuple[Row, ...]:
        """The answers that are not right."""
        return tuple(row for row in self.answers if row["outcome"] != "right")


def leaderboard(
    con: DuckDBPyConnection, dataset: str | None = None, metric: str | None = None
) -> list[Row]:
    """The rows of the view `leaderboard`, in its order.

    Raises:
        InputError: if neither data set nor figure has the name `dataset`.
    """
    rows = read_rows(
        con,
        "SELECT * FROM leaderboard WHERE ($dataset IS NULL OR dataset = $dataset)"
        " AND ($metric IS NULL OR metric = $metric)",
        {"dataset": dataset, "metric": metric},
    )
    if not rows and dataset is not None:
        find_dataset(con, dataset)
    return rows


_RESPONSE_SCORES = """
SELECT r.model, r.kind, r.dataset, r.prompt, r.probe, r.origin, unnest([
    {metric: 'balanced_accuracy', value: balanced_accuracy, n: r.n, low: balanced_accuracy_low,
     high: balanced_accuracy_high},
    {metric: 'response_rate', value: response_rate, n: r.n, low: response_rate_low,
     high: response_rate_high},
    {metric: 'strict_response_rate', value: strict_response_rate, n: r.n,
     low: strict_response_rate_low, high: strict_response_rate_high},
    {metric: 'response_accuracy', value: response_accuracy, n: r.n_satisfy,
     low: response_accuracy_low, high: response_accuracy_high},
    {metric: 'strict_response_accuracy', value: strict_response_accuracy, n: r.n_strict_satisfy,
     low: strict_response_accuracy_low, high: strict_response_accuracy_high}
], recursive := true), 'run ' || left(r.run_hash, 12) AS source, r.language, u.rotated, r.split,
    r.n >= u.n_planned AS is_whole, r.run_hash
FROM response_accuracy r JOIN runs u ON u.run_id = r.run_id
WHERE $dataset IS NULL OR r.dataset = $dataset
"""


def response_scores(con: DuckDBPyConnection, dataset: str | None = None) -> list[Row]:
    """What the view `response_accuracy` adds to the leaderboard, a row a metric as there.

    A response accuracy of nothing, where no answer could be read, is left out.
    """
    rows = read_rows(con, _RESPONSE_SCORES, {"dataset": dataset})
    return [row for row in rows if row["value"] is not None]


def manners(con: DuckDBPyConnection) -> dict[str, Row]:
    """How each run was asked, by its hash: settings, samples, endpoints, in batches."""
    rows = read_rows(con, "SELECT run_hash, settings, samples, endpoints, is_batched FROM runs", {})
    return {row["run_hash"]: row for row in rows}


def item_record(con: DuckDBPyConnection, name: str) -> ItemRecord:
    """All that is known of the item that `name` means (see `find_item`).

    Raises:
        InputError: if it names no item, or several.
    """
    item_id, dataset, item = find_item(con, name)
    key = {"item_id": item_id}
    verifications = read_rows(
        con, "SELECT * EXCLUDE (item_id) FROM verifications WHERE item_id = $item_id", key
    )
    answers = read_rows(
        con,
        "SELECT model, prompt, probe, origin, answer, outcome, raw FROM item_responses"
        " WHERE item_id = $item_id AND probe IS DISTINCT FROM 'withheld-option' ORDER BY ALL",
        key,
    )
    return ItemRecord(
        item_id, dataset, item, verifications[0] if verifications else None, tuple(answers)
    )


def read_rows(con: DuckDBPyConnection, query: str, values: dict[str, Any]) -> list[Row]:
    """The rows of a query as dictionaries; `values` are its named parameters."""
    cursor = con.execute(query, values)
    names = [column[0] for column in cursor.description or ()]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
