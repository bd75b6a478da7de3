"""The columns of the table `items`, and the attributes they hold."""

from __future__ import annotations

from dataclasses import fields

from engine.core.items import Traits

SOURCES = {
    "hash": "hash",
    "idx": "index",
    "group_no": "group",
    "role": "role",
    "split": "split",
    "passage": "passage",
    "question": "question",
    "options": "options",
    "answer_kind": "answer_kind",
    "gold": "gold",
    "symbols": "symbols",
    "premises": "premises",
    "query": "query",
    "intended": "intended",
    "certificate": "certificate",
    "published_label": "published_label",
    "source_id": "source_id",
}
"""The columns, with the attributes of an item that they hold."""

TRAITS = tuple(field.name for field in fields(Traits))
"""The columns that hold traits, under the same names."""

ITEM_COLUMNS = (*SOURCES, *TRAITS)
"""The columns that the table `items` takes from an item, in table order after the two keys."""

OF_DATASET = ("family", "version", "params", "seed")
"""Attributes that all items of a data set share; stored with the data set."""
