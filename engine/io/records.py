"""Convert items to records of plain values, and such records back to gradable items.

The fields are the columns of the table `items` and of its data set; `data/schema/schema.json`
describes them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

import orjson

from engine.core.canary import canary
from engine.core.errors import InputError
from engine.core.items import AnswerKind, Item, Option, ProofCertificate, Symbol, Traits

Record = dict[str, Any]  # Any: JSON values, nested as the columns are

_RENAMED = {"index": "idx", "group": "group_no"}
_LISTS = ("passage", "premises", "query")
_TRAITS = tuple(field.name for field in fields(Traits))
_NESTED = {"options", "symbols", "answer_kind", "certificate", "traits", "hash"}
_PLAIN = tuple(field.name for field in fields(Item) if field.name not in _NESTED | set(_LISTS))


def records(items: Sequence[Item]) -> list[Record]:
    """The items as records, each with the canary."""
    from engine.store import items_table

    canary_text = canary()
    return [{**row, "canary": canary_text} for row in items_table(items).to_pylist()]


def item_from(record: Mapping[str, Any] | str | bytes) -> Item:
    """The item of an exported record or its JSON, as far as asking and grading need it.

    Its certificate is empty; the proof stays in the record.

    Raises:
        InputError: it is not such a record, or its question or gold answer was changed.
    """
    try:
        stored = orjson.loads(record) if isinstance(record, str | bytes) else record
        plain: Record = {name: stored[_RENAMED.get(name, name)] for name in _PLAIN}
        plain |= {name: tuple(stored[name]) for name in _LISTS}
        item = Item(
            **plain,
            options=tuple(Option(**option) for option in stored["options"]),
            symbols=tuple(Symbol(**symbol) for symbol in stored["symbols"]),
            answer_kind=AnswerKind(stored["answer_kind"]),
            certificate=ProofCertificate(),
            traits=Traits(**{name: _trait(stored[name]) for name in _TRAITS}),
            hash=stored["hash"],
        )
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"this is no exported item: {error}") from None
    if item.hash != item.content_hash():
        raise InputError(f"the item {item.hash[:12]} is not as it was exported")
    return item


def _trait(value: object) -> Any:  # Any: a trait is a text, a number, a truth value or a tuple
    return tuple(value) if isinstance(value, list) else value
