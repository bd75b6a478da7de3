"""The database documentation, from the comments in its catalogue."""

from __future__ import annotations

from dataclasses import dataclass

import duckdb
from duckdb import DuckDBPyConnection

from engine.store.migrations import migrate


@dataclass(frozen=True, slots=True)
class Column:
    """A column, its description, and whether it may be NULL (columns of views always may)."""

    name: str
    kind: str
    comment: str | None
    is_nullable: bool = True


@dataclass(frozen=True, slots=True)
class Relation:
    """A table, view or macro with its description; a macro's columns are its parameters."""

    name: str
    kind: str
    comment: str | None
    columns: tuple[Column, ...]


_RELATIONS = """
SELECT table_name AS name, 'table' AS kind, comment FROM duckdb_tables() WHERE NOT internal
UNION ALL
SELECT view_name, 'view', comment FROM duckdb_views() WHERE NOT internal
UNION ALL
SELECT function_name, 'macro', comment FROM duckdb_functions()
WHERE function_type = 'macro' AND NOT internal
ORDER BY kind, name
"""

_COLUMNS = """
SELECT table_name, column_name, data_type, comment, is_nullable
FROM duckdb_columns() WHERE NOT internal
UNION ALL
SELECT function_name, unnest(parameters), 'DOUBLE', NULL, false FROM duckdb_functions()
WHERE function_type = 'macro' AND NOT internal
"""


def describe(con: DuckDBPyConnection) -> tuple[Relation, ...]:
    """All tables, views and macros of a database, macros first, by name."""
    columns: dict[str, list[Column]] = {}
    for name, *column in con.execute(_COLUMNS).fetchall():
        columns.setdefault(name, []).append(Column(*column))
    return tuple(
        Relation(name, kind, comment, tuple(columns.get(name, ())))
        for name, kind, comment in con.execute(_RELATIONS).fetchall()
    )


def documentation() -> tuple[Relation, ...]:
    """The documentation of this version's databases; needs no database."""
    con = duckdb.connect()
    try:
        migrate(con)
        return describe(con)
    finally:
        con.close()
