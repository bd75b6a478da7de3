"""Everything known about one item."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from duckdb import DuckDBPyConnection

from engine.analysis.sources.query import Row
from engine.core.items import Item
from engine.core.paths import db_to_read
from engine.store import connect_read_only, find_item, group_members
from engine.store.records import read_rows


@dataclass(frozen=True, slots=True)
class ItemRecord:
    """An item with its place in the database, its verification and its answers.

    `answers` has one row per answer to its question: model, prompt, probe, origin, answer, outcome,
    raw. `group_members` are the other items of its group.
    """

    item_id: int
    dataset: str
    item: Item
    verification: Row | None
    answers: tuple[Row, ...]
    group_members: tuple[Row, ...]

    @property
    def missed(self) -> tuple[Row, ...]:
        """The answers that are not right."""
        return tuple(row for row in self.answers if row["outcome"] != "right")


def known_of(db: Path | None, name: str) -> ItemRecord:
    """Everything the named database knows about an item.

    Raises:
        InputError: if `name` means no item, or several.
        StoreError: if there is no database.
    """
    with closing(connect_read_only(db_to_read(db))) as con:
        return item_record(con, name)


def item_record(con: DuckDBPyConnection, name: str) -> ItemRecord:
    """Everything known about the item that `name` identifies (see `find_item`).

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
        "SELECT model, nullif(prompt, 'none') AS prompt, probe, origin, answer, outcome, raw"
        " FROM item_responses WHERE item_id = $item_id"
        " AND probe IS DISTINCT FROM 'withheld-option' ORDER BY ALL",
        key,
    )
    verification = verifications[0] if verifications else None
    members = tuple(group_members(con, item_id))
    return ItemRecord(item_id, dataset, item, verification, tuple(answers), members)
