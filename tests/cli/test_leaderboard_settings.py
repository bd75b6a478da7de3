"""Runs of one model and prompt have labels that distinguish them, as printed and as JSON."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.store import connect, register_run, store_answers
from tests.store.material import answers, run_over, store_doors


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    """The model `twice` at two temperatures, and `once`."""
    db = tmp_path / "el.duckdb"
    with closing(connect(db)) as con:
        dataset, made = store_doors(con)
        first = replace(run_over(dataset), model="twice")
        second = replace(first, run_hash="b" * 64, settings='{"temperature":0.5}')
        for run in (first, second, replace(first, run_hash="c" * 64, model="once")):
            store_answers(con, register_run(con, run), answers(made, lambda item: "true"))
    return db


def printed(db: Path, *words: str) -> str:
    command = ["leaderboard", "doors", *words, "--db", str(db)]
    return CliRunner().invoke(app, command, env={"COLUMNS": "200"}).stdout


def test_the_table_shows_the_settings_that_differ(asked: Path) -> None:
    rows = [line.split("│") for line in printed(asked).splitlines() if "│" in line]
    how = sorted({(row[2].strip(), row[3].strip().partition(" · ")[2]) for row in rows})
    assert [each for each in how if each[0] in ("once", "twice")] == [
        ("once", ""),
        ("twice", "temperature 0.5"),
        ("twice", "temperature not set"),
    ]


def test_each_row_of_the_json_names_its_run_and_its_label(asked: Path) -> None:
    rows = json.loads(printed(asked, "--json"))["rows"]
    shown = {row["run_hash"][0]: row["label"] for row in rows if row["run_hash"]}
    assert shown["b"] == "temperature 0.5"
    assert shown["c"] is None
    assert {row["label"] for row in rows if row["run_hash"] is None} <= {None}


def test_a_sample_is_marked_beside_whole_runs(asked: Path) -> None:
    with closing(connect(asked)) as con:
        dataset, made = store_doors(con)
        few = replace(run_over(dataset), run_hash="d" * 64, model="few", n_planned=3)
        store_answers(con, register_run(con, few), answers(made[:3], lambda item: item.gold))
    rows = json.loads(printed(asked, "--json"))["rows"]
    assert {row["model"] for row in rows if row["is_sample"]} == {"few"}
    [line] = [line for line in printed(asked).splitlines() if "│ few" in line]
    assert "3 (a sample)" in line
