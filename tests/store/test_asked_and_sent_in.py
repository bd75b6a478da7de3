"""A model of which others sent in answers, and which is asked here too: each run is what it is."""

from __future__ import annotations

from dataclasses import replace

import duckdb
import pytest
from duckdb import DuckDBPyConnection

from engine.core.items import Origin
from engine.store import migrate, register_run, store_answers
from engine.store.migrations import migrations
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


BEFORE = """
INSERT INTO models VALUES (1, 'sent', 'published', NULL), (2, 'm', 'endpoint', 'http://a/v1'),
    (3, 'solver', 'ceiling', NULL), (4, 'only sent', 'published', NULL);
INSERT INTO runs BY NAME SELECT number AS run_id, number::VARCHAR AS run_hash, model AS model_id,
    1 AS dataset_id, 'cot' AS prompt, 1 AS samples, '{}' AS settings, origin, 1 AS n_planned,
    command, 'x' AS engine_version
FROM (VALUES
    (1, 1, 'regraded', NULL),
    (2, 1, 'measured', 'sorites evaluate set --model sent --base-url http://b/v1 --limit 3'),
    (3, 2, 'measured', 'sorites evaluate set --model m --base-url http://z/v1 --base-url http://c/v1'),
    (4, 2, 'measured', NULL),
    (5, 3, 'measured', 'sorites evaluate set --model solver'),
    (6, 4, 'regraded', NULL)
) t(number, model, origin, command);
"""


def test_runs_of_before_know_where_their_commands_asked_and_the_oracle_its_name() -> None:
    with duckdb.connect() as con:
        con.execute(
            "CREATE TABLE _migrations (number INTEGER PRIMARY KEY, name VARCHAR NOT NULL,"
            " sha256 VARCHAR NOT NULL, applied_at TIMESTAMP NOT NULL)"
        )
        for number, path in migrations().items():
            if number < 15:
                con.execute(path.read_text(encoding="utf-8"))
                shown = [number, path.stem]
                con.execute("INSERT INTO _migrations VALUES (?, ?, 'x', now()::TIMESTAMP)", shown)
        con.execute(BEFORE)
        migrate(con)
        runs = con.execute("SELECT endpoints, is_batched FROM runs ORDER BY run_id").fetchall()
        kinds = con.execute("SELECT name, kind FROM models ORDER BY model_id").fetchall()
    found = [None, ["http://b/v1"], ["http://c/v1", "http://z/v1"], ["http://a/v1"], None, None]
    assert runs == [(endpoints, None) for endpoints in found]
    assert kinds == [
        ("sent", "endpoint"), ("m", "endpoint"), ("solver", "oracle"), ("only sent", "published")
    ]  # fmt: skip
