from __future__ import annotations

import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest
from duckdb import DuckDBPyConnection

from engine.core.errors import StoreError
from engine.core.paths import snapshot_path
from engine.store import connect, open_snapshot, publish, register_run, store_answers
from tests.store.material import answers, run_over, store_doors

_STORAGE_OF_LINE_1 = 65
"""The storage version of DuckDB 1.2, of which all later ones of line 1 can open files."""

SLOW = "SELECT sum(a.item_id * b.item_id) FROM items a, items b, items c, items d, items e, items f"


@pytest.fixture
def published(db: Path) -> Path:
    con = connect(db)
    dataset, made = store_doors(con)
    store_answers(con, register_run(con, run_over(dataset)), answers(made, lambda item: "true"))
    con.close()
    return publish(db)


def add_a_run(db: Path) -> None:
    con = connect(db)
    dataset, made = store_doors(con)
    run = replace(run_over(dataset, "c" * 64), model="later")
    store_answers(con, register_run(con, run), answers(made, lambda item: item.gold))
    con.close()


def test_a_snapshot_holds_tables_views_macros_and_comments(db: Path, published: Path) -> None:
    assert published == snapshot_path(db)
    snapshot = open_snapshot(published)
    con = connect(db)
    for query in ("FROM leaderboard", "FROM items ORDER BY item_id", "FROM accuracy_by_trait"):
        with snapshot.cursor() as cursor:
            assert cursor.execute(query).fetchall() == con.execute(query).fetchall()
    comments = "SELECT table_name, column_name, comment FROM duckdb_columns() WHERE NOT internal"
    with snapshot.cursor() as cursor:
        assert cursor.execute(comments + " ORDER BY ALL").fetchall() == (
            con.execute(comments + " ORDER BY ALL").fetchall()
        )
        assert cursor.execute("SELECT wilson_low(5, 10)").fetchall()[0][0] > 0
    con.close()
    snapshot.release()


def test_duckdb_s_previous_major_line_can_open_a_snapshot(published: Path) -> None:
    """By the version in the file's header; lines before 2.0 told which they write and read."""
    header = published.read_bytes()[:20]
    assert header[8:12] == b"DUCK"
    assert int.from_bytes(header[12:20], "little") <= _STORAGE_OF_LINE_1
    assert duckdb.__version__.startswith("2.")  # of another line this is to be looked up anew


def test_equal_content_has_an_equal_stamp(db: Path, published: Path) -> None:
    first = open_snapshot(published)
    again = open_snapshot(publish(db))
    add_a_run(db)
    other = open_snapshot(publish(db))
    assert first.stamp.content == again.stamp.content != other.stamp.content
    assert first.stamp.published_at < again.stamp.published_at
    for snapshot in (first, again, other):
        snapshot.release()


@pytest.mark.parametrize(
    "change",
    [
        "endpoints = ['http://127.0.0.1:1/v1']",
        "is_batched = true",
        """settings = '{"temperature":0.5}'""",
        "command = 'sorites evaluate doors'",
        "finished_at = TIMESTAMP '2026-01-02 03:04:05'",
    ],
)
def test_a_run_asked_otherwise_has_another_stamp(db: Path, published: Path, change: str) -> None:
    first = open_snapshot(published)
    con = connect(db)
    con.execute(f"UPDATE runs SET {change}")
    con.close()
    other = open_snapshot(publish(db))
    assert first.stamp.content != other.stamp.content
    for snapshot in (first, other):
        snapshot.release()


def test_an_open_snapshot_stays_what_it_was_and_a_new_one_is_seen(
    db: Path, published: Path
) -> None:
    models = "SELECT DISTINCT model FROM leaderboard ORDER BY model"
    old = open_snapshot(published)
    add_a_run(db)
    publish(db)
    new = open_snapshot(published)
    assert [row["model"] for row in old.rows(models)] == ["gpt-x"]
    assert [row["model"] for row in new.rows(models)] == ["gpt-x", "later"]
    old.release()
    new.release()


def test_publishing_and_releasing_while_a_slow_query_runs(db: Path, published: Path) -> None:
    snapshot = open_snapshot(published)
    started, results = threading.Event(), []

    def ask() -> None:
        with snapshot.cursor() as cursor:
            started.set()
            results.append(cursor.execute(SLOW).fetchall()[0][0])

    visitor = threading.Thread(target=ask)
    visitor.start()
    started.wait()
    add_a_run(db)
    publish(db)
    snapshot.release()
    visitor.join()
    assert results == [78 * 78 * 12**4]
    with pytest.raises(StoreError, match="released"):
        snapshot.rows("SELECT 1")


def test_a_snapshot_reaches_no_file_and_changes_nothing(published: Path) -> None:
    snapshot = open_snapshot(published)
    for query in (
        "SELECT * FROM read_csv('/etc/passwd')",
        "DELETE FROM snapshot.items",
        "ATTACH '/tmp/elsewhere.duckdb'",
        "SET enable_external_access = true",
    ):
        with snapshot.cursor() as cursor, pytest.raises(duckdb.Error):
            cursor.execute(query)
    snapshot.release()


def test_publishing_leaves_nothing_half_written_behind(db: Path, published: Path) -> None:
    db.with_name("x.duckdb").touch()
    with pytest.raises(StoreError):
        publish(db.with_name("absent.duckdb"))
    assert not list(db.parent.glob("*.partial*"))


def test_publishing_removes_what_killed_processes_left(db: Path, published: Path) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    partial = published.with_name(f"{published.name}.{gone.pid}.partial")
    endings = ("", ".wal", ".kept", ".kept.wal")
    for left in (partial.with_name(partial.name + ending) for ending in endings):
        left.write_bytes(b"half")
    living = published.with_name(f"{published.name}.1.partial")
    living.write_bytes(b"half")
    publish(db)
    assert [path.name for path in db.parent.glob("*.partial*")] == [living.name]


def test_publishing_brings_an_older_database_up_to_date(db: Path, con: DuckDBPyConnection) -> None:
    con.execute("UPDATE _migrations SET sha256 = 'other' WHERE number = 0")
    con.close()
    open_snapshot(publish(db)).release()


def test_an_absent_or_older_snapshot_says_what_to_do(db: Path, published: Path) -> None:
    with pytest.raises(StoreError, match="sorites publish"):
        open_snapshot(db.with_name("absent.snapshot.duckdb"))
    con = duckdb.connect(published)
    con.execute("UPDATE _migrations SET sha256 = 'other' WHERE number = 0")
    con.close()
    with pytest.raises(StoreError, match="another version"):
        open_snapshot(published)
