from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from duckdb import DuckDBPyConnection

from engine.core.errors import StoreError
from engine.core.paths import db_path
from engine.core.statistics import wilson
from engine.store import (
    connect,
    connect_read_only,
    describe,
    documentation,
    migrate,
    migrations,
)

LATER = Path(__file__).parent / "later"
"""An example of a migration that a later version may have."""


def test_every_table_view_column_and_macro_is_documented() -> None:
    undocumented = [
        (relation.name, column.name)
        for relation in documentation()
        for column in relation.columns
        if relation.kind != "macro" and not column.comment
    ]
    assert not undocumented
    assert not [relation.name for relation in documentation() if not relation.comment]


def test_what_is_stated_of_depth_is_true_of_every_family() -> None:
    shown = {
        (relation.name, column.name): column.comment or ""
        for relation in documentation()
        for column in relation.columns
    }
    families = ("JustLogic", "DivLogicEval", "LogicAsker", "LogicSkills", "ArgQA")
    assert [one for one in families if one not in shown["items", "depth"]] == []
    assert "items.depth" in shown["effort_by_depth", "depth"]


def test_the_views_of_the_contract_exist() -> None:
    views = {relation.name for relation in documentation() if relation.kind == "view"}
    assert views >= {
        "item_responses",
        "accuracy",
        "accuracy_by_trait",
        "accuracy_by_form_depth1",
        "consistency",
        "factual_accuracy",
        "answers",
        "leaderboard",
    }


def test_migrations_are_recorded_and_applied_once(
    con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "FOLDER", LATER)
    for _ in range(2):
        migrate(con)
        assert con.execute("SELECT number, name FROM _migrations ORDER BY number").fetchall() == [
            (0, "views"), (25, "tables"), (26, "m026_remarks")
        ]  # fmt: skip
    assert "remark" in con.execute("FROM datasets").df().columns


def test_views_whose_text_has_changed_are_written_anew(con: DuckDBPyConnection) -> None:
    expected = describe(con)
    con.execute("CREATE OR REPLACE VIEW accuracy AS SELECT 999 AS value")
    con.execute("UPDATE _migrations SET sha256 = 'other' WHERE number = 0")
    migrate(con)
    assert describe(con) == expected


def test_a_database_of_a_later_version_is_left_alone(db: Path) -> None:
    con = connect(db)
    con.execute("INSERT INTO _migrations VALUES (999, 'm999_later', '', now()::TIMESTAMP)")
    con.close()
    with pytest.raises(StoreError, match=f"{db} has migration 999"):
        connect(db)


def test_a_database_of_before_the_first_release_says_how_to_make_it_again(db: Path) -> None:
    con = connect(db)
    con.execute("UPDATE _migrations SET number = 24 WHERE number = 25")
    con.close()
    for opened in (connect, connect_read_only):
        with pytest.raises(
            StoreError, match=rf"before the first release made {db}; .* repeat the commands"
        ):
            opened(db)


def test_an_older_database_is_not_read_but_shown_how_to_mend(db: Path) -> None:
    con = connect(db)
    con.execute("UPDATE _migrations SET sha256 = 'other' WHERE number = 0")
    con.close()
    with pytest.raises(StoreError, match="sorites publish"):
        connect_read_only(db)


def test_what_is_no_database_is_refused_in_a_sentence(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Sir or Madam, " * 1000)
    with pytest.raises(StoreError, match="not a valid DuckDB"):
        connect(letter)
    later = tmp_path / "later.duckdb"
    duckdb.connect(later).close()  # in a format that this version does not write
    with pytest.raises(StoreError, match=r"as a database: .*storage version"):
        connect(later)
    with pytest.raises(StoreError, match="there is no database"):
        connect_read_only(tmp_path / "absent.duckdb")


def test_the_flag_comes_before_the_variable_before_the_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SORITES_DB", "other.duckdb")
    assert db_path("flag.duckdb") == Path("flag.duckdb")
    assert db_path() == Path("other.duckdb")
    monkeypatch.delenv("SORITES_DB")
    assert db_path() == Path("data/sorites.duckdb")


def test_wilson_in_sql_equals_wilson_in_python(con: DuckDBPyConnection) -> None:
    pairs = [(k, n) for n in (0, 1, 2, 7, 150, 1008, 10**7) for k in {0, n // 3, n // 2, n}]
    for k, n in pairs:
        row = con.execute(
            "SELECT wilson_low($k, $n), wilson_high($k, $n)", {"k": k, "n": n}
        ).fetchall()[0]
        assert row == pytest.approx(wilson(k, n), abs=1e-12)


def test_the_file_can_be_read_by_older_shells(con: DuckDBPyConnection) -> None:
    tags = con.execute("SELECT tags FROM duckdb_databases() WHERE path IS NOT NULL").fetchall()
    assert tags[0][0]["storage_version"].startswith("v1.2.0")
    assert duckdb.__version__.startswith("2.")
