from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.store import Snapshot, connect, describe, open_snapshot, publish
from engine.store.snapshot.materialised import KEPT
from tests.store.every_kind import fill


def figures(snapshot: Snapshot, view: str) -> list[tuple[object, ...]]:
    """The rows of a view in an order of their own, fractions to ten digits."""
    with snapshot.cursor() as cursor:
        rows = cursor.execute(f"FROM {view}").fetchall()
    return sorted(
        (
            tuple(
                f"{cell:.10g}" if isinstance(cell, float) and math.isfinite(cell) else cell
                for cell in row
            )
            for row in rows
        ),
        key=repr,
    )


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kept") / "sorites.duckdb"
    fill(path)
    return path


@pytest.fixture(scope="module")
def snapshots(db: Path) -> Iterator[tuple[Snapshot, Snapshot]]:
    """The same database published with its views, and with what they give kept."""
    of_views = open_snapshot(publish(db))
    kept = open_snapshot(publish(db, many=0))
    yield of_views, kept
    of_views.release()
    kept.release()


def test_what_a_snapshot_keeps_is_what_the_views_give(
    snapshots: tuple[Snapshot, Snapshot],
) -> None:
    of_views, kept = snapshots
    with kept.cursor() as cursor:
        tables = {relation.name for relation in describe(cursor) if relation.kind == "table"}
    with of_views.cursor() as cursor:
        views = [each.name for each in describe(cursor) if each.kind == "view"]
    assert set(KEPT) <= set(views)
    assert set(KEPT) <= tables
    for view in views:
        assert figures(kept, view) == figures(of_views, view), view
    assert not [view for view in KEPT if not figures(kept, view)]


def test_what_is_kept_is_documented_as_it_was_and_in_the_same_order(
    snapshots: tuple[Snapshot, Snapshot],
) -> None:
    of_views, kept = snapshots
    columns = (
        "SELECT table_name, column_name, data_type, comment FROM duckdb_columns()"
        " WHERE NOT internal ORDER BY ALL"
    )
    assert kept.rows(columns) == of_views.rows(columns)
    for view in ("accuracy", "effort", "consistency"):
        order = f"SELECT run_id FROM {view}"
        assert kept.rows(order) == of_views.rows(order)


def test_the_database_itself_keeps_nothing(db: Path, snapshots: tuple[Snapshot, Snapshot]) -> None:
    con = connect(db)
    relations = {relation.name: relation.kind for relation in describe(con)}
    con.close()
    assert {relations[view] for view in KEPT} == {"view"}
    assert not list(db.parent.glob("*.partial*"))
