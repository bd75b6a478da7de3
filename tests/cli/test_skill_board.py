"""The leaderboard of questions on skills, as it is printed and as JSON."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.core.items import Response
from engine.grade import grade
from engine.io.published import load_figures
from engine.pipeline.generate.generation import make_spec
from engine.store import DatasetMeta, Run, connect, items_table, record_run, write_items
from tests.samples import Sample

SPEC = make_spec("logicasker", {"recipe": "faithful", "skills": "propositional"}, 4, 62)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "e.duckdb"
    items = Sample(SPEC).all
    meta = DatasetMeta("skills", SPEC.family, SPEC.version, SPEC.params, SPEC.seed, "faithful")
    with closing(connect(path)) as con:
        load_figures(con)
        dataset = write_items(con, meta, items_table(items))
        run = Run("a" * 64, "skills", dataset.content_hash, "m", "endpoint", "zero-shot")
        replies = ["I wonder." if at < 31 else f"Answer: {i.gold}" for at, i in enumerate(items)]
        pairs = zip(items, replies, strict=True)
        record_run(con, run, [(Response(i.hash, raw=raw), grade(i, raw)) for i, raw in pairs])
    assert CliRunner().invoke(app, ["evaluate", "skills", "--baselines", "--db", str(path)])
    return path


def printed(db: Path, *words: str) -> str:
    command = ["leaderboard", *words, "--db", str(db)]
    return CliRunner().invoke(app, command, env={"COLUMNS": "200"}).stdout


def test_response_accuracy_stands_beside_accuracy_and_informedness(db: Path) -> None:
    shown = printed(db, "skills")
    rows = [line.split("│") for line in shown.splitlines() if "│" in line]
    lines = {row[2].strip(): [cell.strip().split(" ")[0] for cell in row[4:10]] for row in rows}
    # half the questions got no answer, all others the right one
    assert lines["m"][:5] == ["50.0", "50.0", "50.0", "100.0", "100.0"]
    constants = [lines[f"constant-{answer}"] for answer in ("yes", "no")]
    assert [constant[5] for constant in constants] == ["0.0", "0.0"]
    assert float(constants[1][0]) > 65  # the published balance: no is frequent
    assert {"quantifier-flip", "new-predicate", "negated-clause", "any-sign"} <= lines.keys()


def test_the_json_board_has_these_metrics_with_n_and_interval(db: Path) -> None:
    rows = json.loads(printed(db, "skills", "--json"))["rows"]
    [found] = [row for row in rows if row["model"] == "m"]
    assert found["n_read"] == found["n_strictly_read"] == 31
    assert found["response_accuracy"] == found["strict_response_accuracy"] == 1
    assert found["response_rate"] == found["strict_response_rate"] == 0.5
    assert found["informedness_low"] < found["informedness"] < 0.6
    assert found["answered"].startswith("no answer 50%")
    assert found["chance"] == 0.5


def test_what_the_paper_reports_has_a_table_of_its_own(db: Path) -> None:
    ours = printed(db)
    assert "skills, measured here" in ours
    assert "GPT-4" not in ours
    assert "logicasker-paper-first" in ours.splitlines()[-1]
    reported = printed(db, "logicasker-paper-first")
    assert "logicasker-paper-first, response_accuracy, reported by others" in reported
    assert "93.0" in reported
