"""Bringing a database to this version: its tables, the migrations since, and its views.

Each migration is an SQL file of this folder, `m026_what_it_changes.sql` and so on. It is applied
once, in order, and recorded: to change a table, add a new one; never edit an old one or `tables/`.
Views hold no data: they are recreated whenever their text differs from the recorded text.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from duckdb import CatalogException, DuckDBPyConnection

from engine.core.errors import StoreError
from engine.store.definitions import columns_of_views, literal, tables, views
from engine.store.transactions import transaction

__all__ = ["FOLDER", "TABLES_NUMBER", "is_current", "migrate", "migrations"]

FOLDER = Path(__file__).parent

TABLES_NUMBER = 25
"""Recorded for the tables themselves: development before the first release took 25 steps."""

_VIEWS_NUMBER = 0

_UNDESCRIBED = """
SELECT c.table_name, c.column_name FROM duckdb_columns() c
JOIN duckdb_views() v ON v.database_oid = c.database_oid AND v.view_name = c.table_name
WHERE NOT v.internal AND v.database_name = current_database() AND c.comment IS NULL
"""


def is_current(con: DuckDBPyConnection) -> bool:
    """Whether the database has exactly the tables and views of this version.

    Raises:
        StoreError: if a later version of Sorites made it, or one before the first release.
    """
    recorded = _recorded(con)
    known = {_VIEWS_NUMBER, TABLES_NUMBER, *migrations()}
    last = max(recorded, default=TABLES_NUMBER)
    if last > max(known):
        raise StoreError(
            f"{_place(con)} has migration {last}, which this version of Sorites does not know; use"
            " the version that made it, or a newer one"
        )
    if last < TABLES_NUMBER:
        raise StoreError(
            f"a version of Sorites before the first release made {_place(con)}; move the file away"
            " and repeat the commands that made it: answers in its journals are ingested again"
        )
    return known <= recorded.keys() and recorded[_VIEWS_NUMBER] == _digest(_text_of_views())


def migrate(con: DuckDBPyConnection) -> None:
    """Bring the database to this version, in one transaction.

    Raises:
        StoreError: if a later version of Sorites made it, or one before the first release.
    """
    if is_current(con):
        return
    done = _recorded(con)
    with transaction(con):
        if TABLES_NUMBER not in done:
            con.execute(tables())
            _record(con, TABLES_NUMBER, "tables", tables())
        for number, path in migrations().items():
            if number not in done:
                text = path.read_text(encoding="utf-8")
                con.execute(text)
                _record(con, number, path.stem, text)
        _create_views(con)


def _create_views(con: DuckDBPyConnection) -> None:
    con.execute(views())
    for view, column in con.execute(_UNDESCRIBED).fetchall():
        if about := columns_of_views().get(column):
            con.execute(f'COMMENT ON COLUMN {view}."{column}" IS {literal(about)}')
    con.execute("DELETE FROM _migrations WHERE number = $number", {"number": _VIEWS_NUMBER})
    _record(con, _VIEWS_NUMBER, "views", _text_of_views())


def migrations() -> dict[int, Path]:
    """The numbered files, in order."""
    return {int(path.stem[1:4]): path for path in sorted(FOLDER.glob("m*.sql"))}


def _place(con: DuckDBPyConnection) -> str:
    """The file of the database."""
    [(path,)] = con.execute(
        "SELECT path FROM duckdb_databases() WHERE database_name = current_database()"
    ).fetchall()
    return str(path)


def _text_of_views() -> str:
    return f"{views()}\n{columns_of_views()}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _record(con: DuckDBPyConnection, number: int, name: str, text: str) -> None:
    con.execute(
        "INSERT INTO _migrations VALUES ($number, $name, $sha256, now() AT TIME ZONE 'UTC')",
        {"number": number, "name": name, "sha256": _digest(text)},
    )


def _recorded(con: DuckDBPyConnection) -> dict[int, str]:
    try:
        return dict(con.execute("SELECT number, sha256 FROM _migrations").fetchall())
    except CatalogException:  # a new database has no such table
        return {}
