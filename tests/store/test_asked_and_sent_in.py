"""A model of which others sent in answers, and which is asked here too: each run is what it is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from duckdb import DuckDBPyConnection

from engine.core.items import Origin
from engine.store import register_run, store_answers
from tests.store.material import answers, run_over, store_doors


@pytest.mark.parametrize("is_asked_first", [True, False])
def test_a_row_is_of_the_kind_of_its_run(con: DuckDBPyConnection, is_asked_first: bool) -> None:
    dataset, made = store_doors(con)
    asked = run_over(dataset, "a" * 64)
    sent = replace(run_over(dataset, "b" * 64), kind="published", origin=Origin.REGRADED)
    for run in (asked, sent) if is_asked_first else (sent, asked):
        store_answers(con, register_run(con, run), answers(made, lambda item: item.gold))
    for view in ("accuracy", "effort", "item_responses", "leaderboard"):
        found = con.execute(f"SELECT DISTINCT origin, kind FROM {view} ORDER BY ALL").fetchall()
        assert found == [("measured", "endpoint"), ("regraded", "published")], view
    assert con.execute("SELECT kind FROM models").fetchall() == [("endpoint",)]
