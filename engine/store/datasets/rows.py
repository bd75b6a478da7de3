"""Items and verifications as Arrow tables, column by column.

Columns are built whole: a loop over rows and fields in Python would cost more than the solvers do.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain
from operator import attrgetter

import orjson
import pyarrow as pa

from engine.core.items import Item, Verification
from engine.store.datasets.arrow import settle_without_pandas
from engine.store.datasets.columns import OF_DATASET, SOURCES, TRAITS

settle_without_pandas()

_TEXT = pa.string()
_TEXTS = pa.list_(pa.string())
_COUNT = pa.int32()
_OPTION = pa.struct([("key", _TEXT), ("text", _TEXT), ("role", _TEXT)])
_SYMBOL = pa.struct(
    [
        ("atom", _TEXT),
        ("text", _TEXT),
        ("negation", _TEXT),
        ("paraphrase", _TEXT),
        ("domain", _TEXT),
        ("world", pa.bool_()),
    ]
)

_TYPES = {
    **dict.fromkeys(("idx", "group_no"), _COUNT),
    **dict.fromkeys(("passage", "premises", "query", "forms"), _TEXTS),
    "options": pa.list_(_OPTION),
    "symbols": pa.list_(_SYMBOL),
    **dict.fromkeys(("depth", "height", "n_premises", "n_atoms", "n_distractors"), _COUNT),
    "shown_accurate": pa.bool_(),
    "version": _COUNT,
    "seed": pa.int64(),
}
"""The types of columns that are not text."""

ITEM_SCHEMA = pa.schema(
    [(name, _TYPES.get(name, _TEXT)) for name in (*SOURCES, *TRAITS, *OF_DATASET)]
)
"""The columns of `items` without its keys, and those the whole data set shares."""

VERIFICATION_SCHEMA = pa.schema(
    [
        ("index", _COUNT),
        ("verdict", _TEXT),
        ("agreed", pa.bool_()),
        ("methods", _TEXT),
        ("solver", _TEXT),
        ("minimal_premises", pa.list_(_COUNT)),
        ("steps", _COUNT),
        ("height", _COUNT),
        ("problem", _TEXT),
    ]
)


def items_table(items: Sequence[Item]) -> pa.Table:
    """The items as one Arrow table of `ITEM_SCHEMA`."""
    columns = {name: list(map(attrgetter(source), items)) for name, source in SOURCES.items()}
    columns["certificate"] = [orjson.dumps(item.certificate).decode() for item in items]
    traits = [item.traits for item in items]
    columns |= {name: list(map(attrgetter(name), traits)) for name in TRAITS}
    columns |= {name: list(map(attrgetter(name), items)) for name in OF_DATASET}
    nested = {"options": _OPTION, "symbols": _SYMBOL}
    arrays = [
        _structs(columns[field.name], nested[field.name])
        if field.name in nested
        else pa.array(columns[field.name], type=field.type)
        for field in ITEM_SCHEMA
    ]
    return pa.Table.from_arrays(arrays, schema=ITEM_SCHEMA)


def verifications_table(rows: Sequence[Verification]) -> pa.Table:
    """The verifications as one Arrow table of `VERIFICATION_SCHEMA`."""
    arrays = [
        pa.array(list(map(attrgetter(field.name), rows)), type=field.type)
        for field in VERIFICATION_SCHEMA
    ]
    return pa.Table.from_arrays(arrays, schema=VERIFICATION_SCHEMA)


def _structs(rows: list[tuple[object, ...]], kind: pa.StructType) -> pa.ListArray:
    """A column of lists of structs from tuples of objects with the struct's attributes.

    The items of a group share most tuples; each is converted once.
    """
    by_identity = {id(row): row for row in rows}
    distinct = list(by_identity.values())
    places = {key: place for place, key in enumerate(by_identity)}
    flat = list(chain.from_iterable(distinct))
    children = [
        pa.array(list(map(attrgetter(field.name), flat)), type=field.type) for field in kind
    ]
    offsets = pa.array(accumulate(map(len, distinct), initial=0), type=pa.int32())
    lists = pa.ListArray.from_arrays(
        offsets, pa.StructArray.from_arrays(children, fields=list(kind))
    )
    return lists.take(pa.array([places[id(row)] for row in rows], type=pa.int32()))
