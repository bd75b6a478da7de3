from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from engine.core.errors import InputError, StoreError
from engine.store import Limits, connect, publish, register_run, run_sql, store_answers
from tests.store.material import answers, run_over, store_doors


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    db = tmp_path_factory.mktemp("very_private_folder") / "sorites.duckdb"
    con = connect(db)
    dataset, made = store_doors(con)
    store_answers(con, register_run(con, run_over(dataset)), answers(made, lambda item: "true"))
    con.close()
    return publish(db)


def test_a_select_gives_columns_rows_and_the_stamp(snapshot: Path) -> None:
    table = run_sql(snapshot, "SELECT model, n, value FROM accuracy")
    assert table.columns == ("model", "n", "value")
    assert table.rows == (("gpt-x", 12, 4 / 12),)
    assert not table.truncated
    assert "published" in table.stamp


@pytest.mark.parametrize(
    "query",
    [
        "FROM leaderboard",
        "WITH x AS (SELECT 1) SELECT * FROM x;",
        "VALUES (1)",
        "SHOW TABLES",
        "DESCRIBE accuracy",
        "SUMMARIZE items",
        "EXPLAIN SELECT 1",
        "EXPLAIN ANALYZE SELECT 1",
        "EXPLAIN (FORMAT json) SELECT 1",
        "EXPLAIN (SELECT 1)",
        "EXPLAIN " + "/**/" * 40 + " SELECT 1",
        "/* a remark */ SELECT 1 -- and another",
        "SELECT list_transform([1, 2], lambda x: x + 1)",
    ],
)
def test_what_only_reads_is_run(snapshot: Path, query: str) -> None:
    assert run_sql(snapshot, query).columns


def test_values_that_json_lacks_become_text(snapshot: Path) -> None:
    table = run_sql(
        snapshot,
        "SELECT 1.50::DECIMAL(5,2), DATE '2026-11-20', 'x'::BLOB, 'nan'::DOUBLE,"
        " 170141183460469231731687303715884105727, {'a': [1, NULL]}, MAP {DATE '2026-01-01': 1}",
    )
    assert table.rows == (
        (
            "1.50",
            "2026-11-20",
            "b'x'",
            "nan",
            "170141183460469231731687303715884105727",
            {"a": [1, None]},
            "{2026-01-01=1}",
        ),
    )


def test_rows_are_bounded_without_a_limit_in_the_query(snapshot: Path) -> None:
    table = run_sql(snapshot, "SELECT a.idx FROM items a, items b, items c", Limits(rows=7))
    assert len(table.rows) == 7
    assert table.truncated


def test_bytes_are_bounded_too(snapshot: Path) -> None:
    table = run_sql(snapshot, "SELECT repeat('x', 3000000) FROM range(20)")
    assert table.truncated
    assert len(table.rows) < 20
    assert table.cut_cells == len(table.rows)


def test_cells_that_are_whole_are_not_called_cut(snapshot: Path) -> None:
    table = run_sql(snapshot, "SELECT repeat('x', 999000), [1, 2], {'a': 'b'}, 'x'::BLOB, 0.5")
    assert (table.cut_cells, table.truncated) == (0, False)


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("PRAGMA version", "PRAGMA"),
        ("PRAGMA database_list", "PRAGMA"),
        ("CALL pragma_version()", "CALL"),
        ("ATTACH ':memory:' AS m", "ATTACH"),
        ("DETACH snapshot", "DETACH"),
        ("USE memory", "SET"),
        ("SET threads = 4", "SET"),
        ("SET VARIABLE a = 1", "SET"),
        ("RESET memory_limit", "SET|RESET"),
        ("INSTALL httpfs", "LOAD"),
        ("LOAD json", "LOAD"),
        ("CREATE VIEW memory.main.accuracy AS SELECT 999 AS value", "CREATE"),
        ("CREATE TEMP TABLE t (i INTEGER)", "CREATE"),
        ("CREATE MACRO wilson_low(k, n) AS 1", "CREATE"),
        ("INSERT INTO items SELECT * FROM items", "INSERT"),
        ("COPY (SELECT 1) TO 'out.csv'", "COPY"),
        ("EXPORT DATABASE 'out'", "EXPORT"),
        ("PIVOT items ON gold USING count(*)", "MULTI"),
        ("EXPLAIN ANALYZE CREATE VIEW v AS SELECT 1", "CREATE"),
        ("EXPLAIN SELECT * FROM duckdb_databases()", "duckdb_databases"),
        ("SELECT 1; SELECT 2", "2 statements"),
        ("", "no query"),
        ("-- nothing", "no query"),
        ("SELEKT 1", "syntax"),
        ("SELECT '\ud800'", "half a letter"),
        (f"SELECT 1 AS {'x' * 100_000}", "names of the columns"),
        ("SELECT * FROM nowhere", "does not exist"),
        ("SELECT * FROM read_csv('/etc/passwd')", "read_csv"),
        ("SELECT * FROM read_text('/etc/passwd')", "read_text"),
        ("FROM '/etc/passwd'", "does not exist|disabled"),
        ("SELECT * FROM glob('/*')", "glob"),
        ("SELECT * FROM query('SELECT 1')", "query"),
        ("FROM json_execute_serialized_sql('{}')", "json_execute_serialized_sql"),
    ],
)
def test_all_else_is_refused_in_one_sentence(snapshot: Path, query: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason) as caught:
        run_sql(snapshot, query)
    assert "\n" not in str(caught.value)


ATTACKS = tomllib.loads(
    (Path(__file__).parents[1] / "fixtures/sql/attacks.toml").read_text(encoding="utf-8")
)["attack"]


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack["sql"])
def test_an_attack_is_refused_in_one_sentence(snapshot: Path, attack: dict[str, str]) -> None:
    with pytest.raises(InputError, match=attack["reason"]) as caught:
        run_sql(snapshot, attack["sql"])
    assert "\n" not in str(caught.value)


def test_times_are_shown_as_the_database_writes_them(snapshot: Path) -> None:
    times = {
        "TIMESTAMPTZ '2026-11-20 12:00:00+02'": "2026-11-20 10:00:00+00",
        "TIMESTAMPTZ '-infinity'": "-infinity",
        "TIMESTAMP '290000-01-01'": "290000-01-01 00:00:00",
        "DATE '0044-03-15 (BC)'": "0044-03-15 (BC)",
        "TIMETZ '12:00:00+15:59'": "12:00:00+15:59",
        "INTERVAL '100000000 years'": "100000000 years",
        "[TIMESTAMPTZ '2026-11-20 12:00:00+00']": "['2026-11-20 12:00:00+00']",
        "{'a': TIMESTAMPTZ '2026-11-20 12:00:00+00'}::VARIANT": "{'a': '2026-11-20 12:00:00+00'}",
        "TIMESTAMP 'infinity'::VARIANT": "infinity",
        "[DATE '-infinity']": "[-infinity]",
    }
    [row] = run_sql(snapshot, f"SELECT {', '.join(times)}").rows
    assert row == tuple(times.values())
    table = run_sql(snapshot, "SELECT now() > started_at AS x, started_at FROM runs ORDER BY 2")
    assert table.columns == ("x", "started_at")
    assert table.rows[0] == (True, "2026-11-20 12:00:00")


@pytest.mark.parametrize(
    "query",
    [
        "SELECT range(3000000)",
        "SELECT list(repeat('x', 100)) FROM range(500000)",
        "SELECT {'a': repeat('x', 3000000), 'b': repeat('y', 3000000), 'c': repeat('é', 9000000)}",
        "SELECT repeat(chr(1), 9000000)",
        "SELECT 'x'::BLOB || repeat('x', 9000000)::BLOB, repeat('x', 9000000)::BLOB FROM range(9)",
        "SELECT map([repeat('x', 5000000), repeat('y', 5000000)], range(2)), range(2000000)",
        "SELECT repeat('😀', 900000), repeat(chr(1), 1000000) FROM range(20)",
    ],
)
def test_a_single_value_is_bounded_too(snapshot: Path, query: str) -> None:
    table = run_sql(snapshot, query, Limits(seconds=30))
    assert len(json.dumps(table.rows)) < 8_100_000
    assert table.cut_cells


@pytest.mark.parametrize(
    "query",
    [
        "FROM duckdb_databases()",
        "FROM duckdb_databases",
        'FROM system.main."DuckDB_Databases"',
        "FROM pragma_database_list",
        "SUMMARIZE duckdb_databases",
        "SELECT (SELECT any_value(path) FROM duckdb_databases())",
        "WITH d AS (FROM duckdb_databases()) SELECT * FROM d",
        "FROM pg_settings",
        "FROM duckdb_settings()",
        "SELECT current_setting('temp_directory')",
        "SELECT list_transform([1], lambda x: current_setting('home_directory'))",
        "ATTACH 'nothing.duckdb'",
        "SHOW DATABASES",
        "FROM duckdb_views()",
        "FROM duckdb_tables()",
        "FROM pg_catalog.pg_database",
        "FROM information_schema.schemata",
        "SELECT error('x')",
        "EXPLAIN ANALYZE SELECT * FROM items",
        "EXPLAIN (FORMAT json) SELECT * FROM items",
    ],
)
def test_where_the_snapshot_lies_is_never_shown(snapshot: Path, query: str) -> None:
    try:
        shown = str(run_sql(snapshot, query))
    except InputError as error:
        shown = str(error)
    assert "very_private_folder" not in shown
    assert str(Path.home()) not in shown


@pytest.mark.parametrize(
    "query",
    [
        "SELECT range(1000000000)",
        "SELECT repeat('x', 2000000000)",
        "SELECT levenshtein(repeat('ab', 50000), repeat('ba', 50000))",
        "SELECT count(*) FROM range(100000) a, range(100000) b, range(100000) c",
        "WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT max(i) FROM r",
        "SELECT list(a.range) FROM range(100000000) a",
        "SELECT string_agg(repeat('x', 1000000), '') FROM range(10000)",
        "SELECT " + "(" * 100_000 + "1" + ")" * 100_000,
    ],
)
def test_what_would_take_the_machine_is_stopped(snapshot: Path, query: str) -> None:
    with pytest.raises(InputError) as caught:
        run_sql(snapshot, query, Limits(seconds=2))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("query", ["SELECT repeat('x', 2000000000)", "SELECT range(1000000000)"])
def test_what_takes_too_much_memory_is_named_as_such(snapshot: Path, query: str) -> None:
    with pytest.raises(InputError, match="more memory than it may have; narrow it down"):
        run_sql(snapshot, query)


def test_a_query_sees_no_environment(snapshot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    with pytest.raises(InputError):
        run_sql(snapshot, "SELECT getenv('OPENAI_API_KEY')")


def test_without_a_snapshot_it_says_what_to_do(tmp_path: Path, snapshot: Path) -> None:
    with pytest.raises(StoreError, match="sorites publish"):
        run_sql(tmp_path / "absent.duckdb", "SELECT 1")
    letter = tmp_path / "letter.duckdb"
    letter.write_text("Dear Sir or Madam, " * 1000)
    with pytest.raises(InputError, match="sorites publish") as caught:
        run_sql(letter, "SELECT 1")
    assert str(tmp_path) not in str(caught.value)
