"""Documented tables and views as data frames."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.errors import InputError
from engine.core.extras import require
from engine.store import connect_read_only, documentation

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped]


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
