"""The fields of an item, on each card: type, meaning, whether always there, an example."""

from __future__ import annotations

from typing import Any

import orjson

from engine.analysis.reading import Reading
from engine.show.escaping import inert
from engine.show.tables import Cell, Column, code, table, text
from engine.site.sql_page import meaning

# Of a test split no more is printed than models' errors, for models would read it.
_EXAMPLE = """
SELECT * EXCLUDE (item_id, dataset_id) FROM items
WHERE dataset_id = $key AND split = 'train' ORDER BY idx LIMIT 1
"""

_HIDDEN = ("item_id", "dataset_id")
"""Columns that mean nothing outside one database."""

_LONGEST = 100
"""Signs of an example that are shown."""

_COLUMNS = (
    Column("field"),
    Column("type"),
    Column("always there"),
    Column("meaning"),
    Column("example"),
)


def fields_section(reading: Reading, family: str) -> str:
    """The columns of the table of items, each with its value in an item for training.

    Raises:
        SoritesError: a column has no comment.
    """
    items = next(relation for relation in reading.relations if relation.name == "items")
    example = _example(reading, family)
    rows = [
        [
            code(column.name),
            code(column.kind),
            text("no" if column.is_nullable else "yes"),
            text(meaning(f"items.{column.name}", column.comment)),
            _value(example.get(column.name)),
        ]
        for column in items.columns
        if column.name not in _HIDDEN
    ]
    return table("The fields of an item: the table <code>items</code>", _COLUMNS, rows)


def _example(reading: Reading, family: str) -> dict[str, Any]:
    """A row of the family's largest set; empty where it has none for training. Any: its cells."""
    main = reading.largest(family)
    found = reading.rows(_EXAMPLE, key=main.dataset_id) if main else []
    return found[0] if found else {}


def _value(value: object | None) -> Cell:
    if value is None:
        return text(None)
    told = value if isinstance(value, str) else orjson.dumps(value).decode()
    cut = told if len(told) <= _LONGEST else f"{told[:_LONGEST]} …"
    return Cell(f"<code>{inert(cut)}</code>")
