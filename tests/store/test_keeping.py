from __future__ import annotations

import math
import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.datasets import store_generated
from engine.generation import make_spec
from engine.items import Item
from engine.store import (
    Snapshot,
    connect,
    describe,
    find_dataset,
    load_items,
    open_snapshot,
    publish,
    register_run,
    store_answers,
)
from engine.store.keeping import KEPT
from tests.store import choice_runs
from tests.store.material import answer, run_over, store_doors


def fill(db: Path) -> None:
    """Runs over four data sets: several answers to an item, rotations, no answers, errors."""
    chance = random.Random(3)

    def chosen(item: Item, rotation: int, sample: int) -> str | None:
        return item.gold if chance.random() < 0.7 else chance.choice(["A", "B", None])

    con = connect(db)
    dataset, made = store_doors(con, 12)
    # as questions on skills have it, so that what is told of these is told of them
    con.execute("UPDATE items SET leaf = logic || '.law.' || root_form, rule = root_form")
    for place, model in enumerate(("weak", "middling", "strong")):
        given = [
            answer(
                item,
                chance.choice([item.gold, item.gold, "nonsense", None]),
                sample,
                chance.choice([None, "timeout"]),
            )
            for item in made
            for sample in range(1 + place)
            if chance.random() < 0.9
        ]
        store_answers(con, register_run(con, run_over(dataset, str(place) * 64, model)), given)
    choice_runs.ask(con, chosen, samples=2)
    choice_runs.ask(con, chosen, run_hash="b" * 64, rotated=False, probe="no-logic")
    con.close()
    fill_pairs(db)


def fill_pairs(db: Path) -> None:
    """Runs over sentences in English and with Carroll's words, and over all types of arguments."""
    sentences = {"task": "symbolization", "types": "negation"}
    sets = (("logicskills", sentences, 8, "c"), ("argqa", {}, 18, "d"))
    for family, settings, n, sign in sets:
        spec = make_spec(family, settings, 1, n)
        store_generated(spec, family, db, workers=1, replace=False, advance=lambda _: None)
        with closing(connect(db)) as con:
            run = run_over(find_dataset(con, family), sign * 64, "middling")
            items = list(load_items(con, family))
            given = [answer(item, item.gold if item.index % 3 else None) for item in items]
            store_answers(con, register_run(con, run), given)


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
    path = tmp_path_factory.mktemp("kept") / "elenchus.duckdb"
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
    assert not [view for view in KEPT if not figures(kept, view) and view != "effort_by_depth"]


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
