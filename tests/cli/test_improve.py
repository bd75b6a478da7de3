"""Comparing demonstrations: what does not fit is told before anybody is asked."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from typer.testing import CliRunner

from engine.cli import app
from engine.store import connect_read_only

MODEL, NOBODY = "constant-no", ("--base-url", "http://127.0.0.1:9/v1")


def run(db: Path, *words: str) -> BaseException | None:
    return CliRunner().invoke(app, [*words, "--db", str(db)]).exception


def test_who_cannot_be_shown_any_is_refused_before_a_question_is_asked(tmp_path: Path) -> None:
    db = tmp_path / "e.duckdb"
    for name, n in (("asked", "24"), ("weak", "240")):
        assert run(db, "generate", "logicasker", "-n", n, "--name", name, "--seed", n) is None
    assert run(db, "evaluate", "weak", "--model", MODEL) is None
    fault = run(db, "improve", "asked", "--model", MODEL, "--weak-in", "weak", *NOBODY)
    assert "cannot use demonstrations" in str(fault)
    with closing(connect_read_only(db)) as con:
        runs = con.execute(
            "SELECT DISTINCT dataset FROM leaderboard WHERE origin = 'measured'"
        ).fetchall()
    assert runs == [("weak",)]
