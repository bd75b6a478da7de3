"""Documented tables and views: their descriptions, and their rows as data frames."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from engine.core.errors import InputError
from engine.core.extras import require
from engine.core.resources import data_file
from engine.store import Relation, connect_read_only, documentation

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped]


class Schema(NamedTuple):
    """Tables and views, the version of the schema, and its JSON Schemas."""

    version: str
    kinds: dict[str, Any]  # Any: JSON Schema
    relations: tuple[Relation, ...]


def read_schema(name: str | None = None) -> Schema:
    """All tables and views, or one of them.

    Raises:
        InputError: there is none of that name.
    """
    relations = tuple(r for r in documentation() if name in (None, r.name))
    if not relations:
        raise InputError(f"there is no table or view named {name}; `sorites schema` lists all")
    promise = orjson.loads(data_file("schema/schema.json").read_bytes())
    return Schema(promise["version"], promise["kinds"], relations)


def read_frame(db: Path, view: str, **equal: object) -> pd.DataFrame:
    """A documented view or table as a pandas DataFrame, filtered by column values.

    Raises:
        InputError: there is no such view or column; `sorites schema` lists them.
        StoreError: there is no such database.
    """
    require("frame")
    known = {relation.name: relation for relation in documentation() if relation.kind != "macro"}
    if view not in known:
        raise InputError(f"there is no view {view!r}; `sorites schema` lists all")
    columns = {column.name for column in known[view].columns}
    for name in equal:
        if name not in columns:
            raise InputError(f"the view {view} has no column {name!r}; see `sorites schema {view}`")
    where = " AND ".join(f'"{name}" IS NOT DISTINCT FROM ${name}' for name in equal) or "true"
    with closing(connect_read_only(db)) as con:
        return con.execute(f'SELECT * FROM "{view}" WHERE {where}', equal).df()
