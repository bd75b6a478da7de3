"""The same answers give the same figures to the last bit, in whatever order they are added.

Threads share the work of a query, and so does the order in which rows lie in the file decide in
which order they are added up: doubles then come out otherwise in the last digit, and the pages made
from them with it.
"""

from __future__ import annotations

import re
import shutil
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from engine.store import publish
from engine.store.definitions import views
from tests.site.every_family import publish_every_family
from tests.store.every_kind import fill

ORDERED = frozenset(re.findall(r"\nORDER BY [^;]*;\s*COMMENT ON VIEW (\w+)", views()))
"""The views whose rows have an order; the others are read by views and by who puts them in one."""

EVERY = sorted(re.findall(r"COMMENT ON VIEW (\w+)", views()))

Rows = dict[str, list[str]]


def rows(db: Path, threads: int) -> Rows:
    """The rows of every view, each with all digits; those without an order of their own in one."""
    with closing(duckdb.connect(db, read_only=True)) as con:
        con.execute(f"SET threads = {threads}")
        found = {view: list(map(repr, con.sql(f"FROM {view}").fetchall())) for view in EVERY}
    return {view: each if view in ORDERED else sorted(each) for view, each in found.items()}


def in_another_order(db: Path) -> Path:
    """A copy of a database in whose tables the rows lie in another order."""
    copy = db.with_name(f"{db.stem}-turned.duckdb")
    shutil.copy(db, copy)
    with closing(duckdb.connect(copy)) as con:
        tables = con.execute("SELECT table_name FROM duckdb_tables() WHERE NOT internal").fetchall()
        for (table,) in tables:
            con.execute(f"CREATE OR REPLACE TEMP TABLE turned AS FROM {table} ORDER BY hash(rowid)")
            con.execute(f"DELETE FROM {table}")
            con.execute(f"INSERT INTO {table} FROM turned")
    return copy


@pytest.fixture(scope="module")
def every_family(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return publish_every_family(tmp_path_factory.mktemp("families") / "el.duckdb")


@pytest.fixture(scope="module")
def every_kind(tmp_path_factory: pytest.TempPathFactory) -> Path:
    db = tmp_path_factory.mktemp("kinds") / "el.duckdb"
    fill(db)
    return db


def differing(one: Rows, other: Rows) -> dict[str, tuple[str, str]]:
    """Views that do not read the same, each with the first rows that differ."""
    return {
        view: next((a, b) for a, b in zip(one[view], other[view], strict=True) if a != b)
        for view in one
        if one[view] != other[view]
    }


@pytest.mark.parametrize("made", ["every_family", "every_kind"])
def test_no_order_of_rows_and_no_threads_change_a_figure(
    made: str, request: pytest.FixtureRequest
) -> None:
    db: Path = request.getfixturevalue(made)
    assert len(ORDERED) > 30
    assert differing(rows(db, 1), rows(in_another_order(db), 2)) == {}


def test_what_a_snapshot_keeps_does_not_depend_on_the_order_of_rows(every_kind: Path) -> None:
    kept = rows(publish(every_kind, many=0), 2)
    turned = in_another_order(every_kind)
    assert differing(kept, rows(publish(turned, many=0), 2)) == {}
