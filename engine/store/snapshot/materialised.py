"""Materialised views of large snapshots, so that no page counts millions of answers again.

A view's definition remains the only source of a figure. When a snapshot is published, the rows of
the view are written to a table with the same name, columns and comments, which replaces the view in
the snapshot. Readers notice only the speed. The database itself materialises nothing, and a small
snapshot keeps the views, which are quick enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from duckdb import DuckDBPyConnection

from engine.store.definitions import literal, views
from engine.store.transactions import transaction

KEPT = (
    "item_scores",
    "group_scores",
    "item_statistics",
    "accuracy",
    "item_traits",
    "trait_cells",
    "effort",
    "effort_by_depth",
    "consistency",
    "skill_accuracy",
    "response_accuracy",
    "answer_bias",
    "set_sizes",
    "distractor_selection",
    "formal_accuracy",
    "mistakes",
    "language_gap",
    "type_pairs",
    "type_average",
)
"""The views to materialise, each after those it reads from: their time grows with the answers."""

MANY = 200_000
"""A snapshot with at least this many answers materialises them."""

_BY_RUNS = ("item_scores", "group_scores", "trait_cells")
_RUNS_AT_ONCE = 10
"""Runs whose groups are in memory at a time: a run can have more group rows than answers."""


def has_many(con: DuckDBPyConnection, many: int = MANY) -> bool:
    """Whether a database has so many answers that its snapshot materialises views."""
    [(n,)] = con.execute("SELECT count(*) FROM responses").fetchall()
    return int(n) >= many


def work_out(
    con: DuckDBPyConnection,
    beside: Path,
    kept: Iterable[str] = KEPT,
    instead: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Write the rows of the default database's views to a new file.

    The views are created there, over the tables here, so that each reads those materialised before
    it. `instead` gives tables and views other rows, each by a query.
    """
    [(here,)] = con.execute("SELECT current_database()").fetchall()
    tables = con.execute(
        "SELECT table_name FROM duckdb_tables() WHERE database_name = $here", {"here": here}
    ).fetchall()
    con.execute(f"ATTACH {literal(beside)} AS kept")
    try:
        con.execute("USE kept")
        for (table,) in tables:
            con.execute(f"CREATE VIEW {table} AS FROM {here}.{table}")
        con.execute(views())
        for name, query in instead.items():
            con.execute(f"CREATE OR REPLACE VIEW {name} AS {query}")
        for view in kept:
            _work_out(con, view)
    finally:
        con.execute(f"USE {here}")
        con.execute("DETACH kept")


def _work_out(con: DuckDBPyConnection, view: str) -> None:
    if view in _BY_RUNS:
        con.execute(f"CREATE TABLE worked_out AS FROM {view} LIMIT 0")
        runs = [run for (run,) in con.execute("SELECT run_id FROM runs ORDER BY ALL").fetchall()]
        for start in range(0, len(runs), _RUNS_AT_ONCE):
            con.execute(
                f"INSERT INTO worked_out FROM {view} WHERE list_contains($runs, run_id)",
                {"runs": runs[start : start + _RUNS_AT_ONCE]},
            )
    else:
        con.execute(f"CREATE TABLE worked_out AS FROM {view}")
    con.execute(f"DROP VIEW {view}")
    con.execute(f"ALTER TABLE worked_out RENAME TO {view}")


def take_in(con: DuckDBPyConnection, beside: Path, kept: Iterable[str] = KEPT) -> None:
    """Replace the views of the default database by the materialised tables."""
    con.execute(f"ATTACH {literal(beside)} AS kept (READ_ONLY)")
    try:
        with transaction(con):
            for view in kept:
                put(con, view, "TABLE", f"FROM kept.{view}")
    finally:
        con.execute("DETACH kept")


def put(con: DuckDBPyConnection, name: str, kind: str, query: str) -> None:
    """Replace a view or table by one of another kind (VIEW or TABLE) with the same comments."""
    [(former, about)] = con.execute(
        "SELECT 'VIEW', comment FROM duckdb_views() WHERE view_name = $name"
        " AND database_name = current_database() UNION ALL"
        " SELECT 'TABLE', comment FROM duckdb_tables() WHERE table_name = $name"
        " AND database_name = current_database()",
        {"name": name},
    ).fetchall()
    columns = con.execute(
        "SELECT column_name, comment FROM duckdb_columns() WHERE table_name = $name"
        " AND database_name = current_database()",
        {"name": name},
    ).fetchall()
    con.execute(f"DROP {former} {name}")
    con.execute(f"CREATE {kind} {name} AS {query}")
    con.execute(f"COMMENT ON {kind} {name} IS {literal(about)}")
    for column, comment in columns:
        con.execute(f'COMMENT ON COLUMN {name}."{column}" IS {literal(comment)}')
