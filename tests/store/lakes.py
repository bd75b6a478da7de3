"""Lakes of answers to one data set, and what tests read of them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from engine.store import (
    Snapshot,
    connect,
    describe,
    open_snapshot,
    publish,
    register_run,
    snapshot_of,
    store_answers,
)
from tests.store.material import answers, run_over, store_doors
from tests.store.test_materialised import figures


def ask(db: Path, model: str, given: Callable[[str], str] = str) -> None:
    with closing(connect(db)) as con:
        dataset, made = store_doors(con)
        run = register_run(con, run_over(dataset, model.encode().hex().ljust(64, "0"), model))
        store_answers(con, run, answers(made, lambda item: given(item.gold)))


def opened(lake: Path) -> Snapshot:
    return open_snapshot(snapshot_of(lake))


def n_answers(lake: Path) -> dict[str, int]:
    """The answers of each model, counted where they are read again and where they are kept."""
    reader = opened(lake)
    read = reader.rows("SELECT model, count(raw) AS n FROM item_responses GROUP BY model")
    kept = reader.rows("SELECT model, n FROM accuracy")
    reader.release()
    counts = {row["model"]: row["n"] for row in read}
    assert counts == {row["model"]: row["n"] for row in kept}
    return counts


def assert_alike(db: Path, lake: Path) -> None:
    """All tables and views have the same rows, and views with an order the same order."""
    file, ours = open_snapshot(publish(db, many=0)), opened(lake)
    with file.cursor() as cursor:
        relations = [r for r in describe(cursor) if r.kind != "macro" and r.name[0] != "_"]
    for relation in relations:
        if relation.name != "stamp":
            assert figures(ours, relation.name) == figures(file, relation.name), relation.name
    for view in ("accuracy", "effort", "mistakes", "answer_bias", "language_gap"):
        assert ours.rows(f"FROM {view}") == file.rows(f"FROM {view}")
    comments = (
        "SELECT table_name, column_name, data_type, comment FROM duckdb_columns()"
        " WHERE NOT internal AND table_name <> '_files' ORDER BY ALL"
    )
    assert ours.rows(comments) == file.rows(comments)
    assert ours.stamp.content == file.stamp.content
    for snapshot in (file, ours):
        snapshot.release()
