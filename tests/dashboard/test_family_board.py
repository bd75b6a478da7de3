from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from engine.core.statistics import Estimated, mean_interval
from engine.store import connect, publish
from tests.dashboard.material import DATASET

Opener = Callable[..., AppTest]
HEADING = "All families side by side"


def ask_another_family(db: Path) -> None:
    """The same questions as a data set of another family, of which all but the solver know less.

    The one that came last is not asked them.
    """
    con = connect(db)
    for table, replaced in (
        ("datasets", "900 AS dataset_id, 'others' AS name, 'argqa' AS family"),
        ("items", "900 AS dataset_id, item_id + 10000 AS item_id, hash || 'x' AS hash"),
        ("runs", "900 AS dataset_id, run_id + 900 AS run_id, run_hash || 'x' AS run_hash"),
        (
            "responses",
            "run_id + 900 AS run_id, item_id + 10000 AS item_id,"
            " CASE WHEN item_id % 2 = 0 AND run_id <> (SELECT u.run_id FROM runs u JOIN models m"
            " USING (model_id) WHERE m.name = 'solver' AND u.run_id < 900)"
            " THEN 'wrong' ELSE outcome END AS outcome",
        ),
    ):
        con.execute(f"INSERT INTO {table} SELECT * REPLACE ({replaced}) FROM {table}")
    for table in ("responses", "runs"):
        con.execute(f"DELETE FROM {table} WHERE run_id = (SELECT max(run_id) FROM runs)")
    con.close()
    publish(db)


def test_families_stand_side_by_side_with_a_mean_of_all(db: Path, open_page: Opener) -> None:
    ask_another_family(db)
    app = open_page(db, data=DATASET)
    assert not app.exception
    assert HEADING in [each.value for each in app.header]
    board = app.dataframe[-1].value.set_index("model")
    con = connect(db)
    for model in ("solver", "prover-3", "random"):
        parts = con.execute(
            "SELECT dataset, value, low, high FROM accuracy WHERE model = $model"
            " ORDER BY dataset = 'others'",
            {"model": model},
        ).fetchall()
        assert [part[0] for part in parts] == [DATASET, "others"]
        mean = mean_interval([Estimated(*part[1:]) for part in parts])
        row = board.loc[model]
        assert row["value"] == pytest.approx(100 * mean.value)
        assert row["interval"].strip() == f"{100 * mean.low:.1f}–{100 * mean.high:.1f}%"
        assert [row["justlogic"], row["argqa"]] == [pytest.approx(100 * part[1]) for part in parts]
    con.close()
    assert board.loc["solver", "value"] == 100
    for column in ("value", "argqa"):  # who lacks a family has no mean
        [lacking] = board.index[board[column].isna()]
        assert lacking not in {"solver", "prover-3", "random"}


def test_the_mean_is_of_runs_asked_in_the_same_manner(db: Path, open_page: Opener) -> None:
    ask_another_family(db)
    con = connect(db)
    con.execute("""
        UPDATE runs SET settings = '{"temperature":' || (dataset_id = 900)::INTEGER || '}'
        WHERE model_id = (SELECT model_id FROM models WHERE name = 'random')
    """)
    con.close()
    publish(db)
    board = open_page(db, data=DATASET).dataframe[-1].value
    asked = board[board["model"] == "random"]
    assert set(asked["label"]) == {"temperature 0", "temperature 1"}
    assert asked["value"].isna().all()
    assert board[board["model"] == "solver"]["value"].notna().all()


def test_one_family_alone_is_not_put_side_by_side(made: Path, open_page: Opener) -> None:
    app = open_page(made, data=DATASET)
    assert HEADING not in [each.value for each in app.header]
