"""`sorites results`, `errors`, `cite` and `runs`: from answers to a paper."""

from __future__ import annotations

import csv
import io
import json
from contextlib import closing
from pathlib import Path
from xml.etree import ElementTree

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

import sorites
from engine.cli import app
from engine.core.errors import InputError
from engine.store import connect, ingest, open_journal, record_run
from engine.store.responses.journal import journals
from tests.store.material import answers, run_over, store_doors


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "e.duckdb"
    with closing(connect(path)) as con:
        dataset, made = store_doors(con, 10)
        con.execute("UPDATE items SET depth = 1 + group_no % 3")
        for letter, says in (("a", "true"), ("b", None)):
            run = run_over(dataset, letter * 64, f"=model-{letter}")
            given = answers(made, lambda item, says=says: says or item.gold)
            folder = open_journal(path, run)
            record_run(con, run, given)
            ingest(con, folder)
    return path


def _run(db: Path, *words: str) -> str:
    done = CliRunner().invoke(app, [*words, "--db", str(db)])
    assert done.exit_code == 0, (done.output, done.exception)
    return done.stdout


def test_whole_runs_are_those_of_the_board_in_its_order(db: Path) -> None:
    rows = json.loads(_run(db, "results", "--json"))["rows"]
    board = json.loads(_run(db, "leaderboard", "--json"))["rows"]
    for name, own in (("accuracy", "value"), ("low", "low"), ("high", "high"), ("n", "n")):
        assert [row[name] for row in rows] == pytest.approx([row[own] for row in board])
    assert [row["run_hash"] for row in rows] == [row["run_hash"] for row in board]
    assert [row["chance"] for row in rows] == pytest.approx([1 / 3] * 2)


def test_a_sample_and_an_incomplete_run_are_marked_and_an_incomplete_one_is_last(db: Path) -> None:
    with closing(connect(db)) as con:
        con.execute("UPDATE runs SET n_planned = 90 WHERE run_hash = $run", {"run": "b" * 64})
        con.execute("UPDATE runs SET n_planned = 29 WHERE run_hash = $run", {"run": "a" * 64})
    sample, incomplete = sorites.results("doors", db=db)
    assert (sample["model"], sample["is_sample"], sample["n_planned"]) == ("=model-a", True, 29)
    assert (incomplete["accuracy"], incomplete["is_incomplete"]) == (1, True)
    assert (incomplete["n_planned"], incomplete["n_failed"]) == (90, 0)
    shown = _run(db, "results", "--by", "depth")
    assert "(a sample)" in shown
    assert "(incomplete)" in shown


def test_rows_by_traits_add_up_to_the_run(db: Path) -> None:
    rows = json.loads(_run(db, "results", "--by", "depth,gold", "--json"))["rows"]
    assert len(rows) == 2 * 3 * 3
    assert sum(row["n"] for row in rows) == 2 * 30
    of_true = [row for row in rows if row["model"] == "=model-a"]
    assert {row["gold"]: row["accuracy"] for row in of_true}["true"] == 1
    assert {row["accuracy"] for row in of_true if row["gold"] != "true"} == {0}
    assert rows == sorites.results("doors", by=("depth", "gold"), db=db)


def test_csv_has_numbers_in_columns_and_no_formulas(db: Path) -> None:
    [row] = csv.DictReader(io.StringIO(_run(db, "results", "--model", "=model-a", "--csv")))
    assert (row["n"], row["n_right"], row["model"]) == ("30", "10", "'=model-a")
    assert float(row["accuracy"]) == 1 / 3
    assert float(row["low"]) < 1 / 3 < float(row["high"])


def test_parquet_and_plot_are_files(db: Path, tmp_path: Path) -> None:
    _run(db, "results", "--by", "depth", "--parquet", str(tmp_path / "r.parquet"))
    assert pq.read_table(tmp_path / "r.parquet").num_rows == 6
    for by in ([], ["--by", "depth"]):
        _run(db, "results", *by, "--plot", str(tmp_path / "p.svg"))
        drawn = ElementTree.parse(tmp_path / "p.svg")
        titles = [one.text or "" for one in drawn.iter("{http://www.w3.org/2000/svg}title")]
        assert len(titles) == (6 if by else 2)
        assert any("=model-b" in title and "100.0%" in title for title in titles)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["results", "--by", "colour"], "no trait 'colour'; choose from depth"),
        (["results", "--by", "depth,depth"], "named once"),
        (["results", "--model", "nobody"], "no answers of nobody"),
        (["results", "--by", "domain"], "no answers to questions with domain"),
        (["results", "--by", "depth,gold", "--plot", "p.svg"], "at most one trait"),
        (["results", "--plot", "p.png"], "SVG"),
        (["runs", "rm", "aaaaaa", "--reason", " "], "say with --reason"),
        (["runs", "rm", "cccccc", "--reason", "x"], "no run cccccc"),
    ],
)
def test_what_cannot_be_is_a_sentence(db: Path, words: list[str], expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        CliRunner().invoke(app, [*words, "--db", str(db)], catch_exceptions=False)


def test_errors_stand_with_reply_and_proof_by_trait(db: Path) -> None:
    found = json.loads(_run(db, "errors", "--model", "=model-a", "--by", "depth", "--json"))
    assert len(found["rows"]) == 20
    same = sorites.errors(model="=model-a", by=["depth"], db=db)
    assert [row["item"] for row in same] == [row["item"] for row in found["rows"]]
    assert [row["depth"] for row in found["rows"]] == sorted(r["depth"] for r in found["rows"])
    for row in found["rows"]:
        assert (row["answer"], row["reply"]) == ("true", "Answer: true")
        assert row["gold"] != "true"
        assert row["proof"]
    shown = _run(db, "errors", "--model", "=model-a", "--top", "2")
    assert shown.count("reply: Answer: true") == 2
    assert "2 of 20 answers" in shown


def test_cite_names_the_version_and_the_data_by_its_content(db: Path) -> None:
    shown = _run(db, "cite", "doors")
    assert "@software{sorites," in shown
    assert "content " in shown
    assert sorites.cite("doors", db=db) == json.loads(_run(db, "cite", "doors", "--json"))


def test_a_removed_run_is_gone_and_its_reason_is_not(db: Path) -> None:
    _run(db, "runs", "rm", "a" * 8, "--reason", "asked through a broken proxy")
    rows = json.loads(_run(db, "results", "--json"))["rows"]
    assert [row["model"] for row in rows] == ["=model-b"]
    document = json.loads(_run(db, "runs", "list", "--json"))
    assert [run["run_hash"] for run in document["runs"]] == ["b" * 64]
    [gone] = document["removed"]
    assert (gone["run_hash"], gone["reason"]) == ("a" * 64, "asked through a broken proxy")
    assert gone["n"] == 30
    # nor does its journal bring it back
    assert [folder.name for folder in journals(db)] == ["b" * 64]
    assert (db.parent / "journal" / "removed" / ("a" * 64) / "run.json").is_file()
    assert sorites.remove_run("b" * 8, reason="a test", db=db)["run_hash"] == "b" * 64


def test_intervals_by_trait_of_a_run_that_stopped_when_precise_are_marked(db: Path) -> None:
    assert "less than 95%" not in _run(db, "results", "--by", "depth")
    with closing(connect(db)) as con:
        con.execute("""UPDATE runs SET settings = '{"until": 4}' WHERE run_hash = ?""", ["a" * 64])
    shown = " ".join(_run(db, "results", "--by", "depth").split())
    assert "asked until ±4" in shown
    assert "these intervals by trait cover less than 95%" in shown
    assert "less than 95%" not in _run(db, "results")


def test_a_board_says_that_a_better_baseline_stands_below_the_models(db: Path) -> None:
    assert "baselines" not in _run(db, "leaderboard")
    with closing(connect(db)) as con:
        con.execute("UPDATE models SET kind = 'baseline' WHERE name = '=model-b'")
    shown = _run(db, "leaderboard")
    assert shown.index("=model-a") < shown.index("=model-b") < shown.index("baselines stand below")
