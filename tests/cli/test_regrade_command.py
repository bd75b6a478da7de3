"""`sorites regrade`: what changes is shown first, written on demand, and never lost."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.core.items import Grade, Item, Origin, Outcome, Response
from engine.grade import grade
from engine.store import connect, record_run
from tests.store.material import run_over, store_doors


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """A run of which two replies were once read wrongly, and a run with verdicts of others."""
    path = tmp_path / "e.duckdb"
    with closing(connect(path)) as con:
        dataset, made = store_doors(con)
        given = [(Response(item.hash, raw=f"Answer: {item.gold}"), item) for item in made]
        stale = [(response, _stale(item, at < 2)) for at, (response, item) in enumerate(given)]
        record_run(con, run_over(dataset), stale)
        others = replace(run_over(dataset, "b" * 64, "theirs"), origin=Origin.REPRODUCED)
        record_run(con, others, [(response, _stale(item, True)) for response, item in given])
    return path


def _stale(item: Item, is_stale: bool) -> Grade:
    now = grade(item, f"Answer: {item.gold}")
    missed = Outcome.NO_ANSWER
    if not is_stale:
        return now
    return replace(now, lenient=None, outcome=missed, rule="nothing-stated")


def _regrade(db: Path, *more: str) -> str:
    found = CliRunner().invoke(app, ["regrade", *more, "--db", str(db)])
    assert found.exit_code == 0, found.output
    return found.output


def _rows(db: Path, query: str) -> list[tuple[object, ...]]:
    with closing(connect(db)) as con:
        return con.execute(query).fetchall()


COUNTS = (
    "SELECT u.origin, count(*) FILTER (r.outcome = 'right')"
    " FROM responses r JOIN runs u USING (run_id) GROUP BY 1 ORDER BY 1"
)
KEPT = "SELECT outcome, rule, rules LIKE 'sorites %', replaced_by FROM former_grades"


def test_without_write_changes_are_shown_and_not_made(db: Path) -> None:
    shown = _regrade(db)
    assert "no_answer → right: 2" in shown
    assert "nothing was written" in shown
    assert _rows(db, COUNTS) == [("measured", 10), ("reproduced", 0)]
    assert _rows(db, "FROM former_grades") == []


def test_written_changes_keep_the_former_grade(db: Path) -> None:
    document = json.loads(_regrade(db, "--write", "--json"))
    assert [(run["model"], run["n"], run["changed"]) for run in document["runs"]] == [
        ("gpt-x", 12, 2)
    ]
    [why] = document["runs"][0]["deciding_rules"]
    assert why == {"from": "nothing-stated", "to": "answer-line", "n": 2}
    assert _rows(db, COUNTS) == [("measured", 12), ("reproduced", 0)]
    kept = _rows(db, "SELECT outcome, rule, rules LIKE 'sorites %', replaced_by FROM former_grades")
    assert kept == [("no_answer", "nothing-stated", True, document["rules"])] * 2
    assert "no grade changes" in _regrade(db)


def test_only_the_named_data_set_is_read(db: Path) -> None:
    assert "12 replies of 1 runs" in _regrade(db, "doors")
    assert "0 replies of 0 runs" in _regrade(db, "other")
