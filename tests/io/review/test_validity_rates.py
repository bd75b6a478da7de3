"""`sorites review --for validity`: from a set to its rates and back."""

from __future__ import annotations

import csv
import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.core.errors import InputError
from engine.core.statistics import wilson
from engine.core.workers import serial
from engine.io.review.questions import question_name
from engine.pipeline.generate.datasets import generate_dataset
from engine.pipeline.generate.generation import make_spec
from engine.store import connect, list_datasets, load_items, publish

Row = dict[str, Any]
SETTINGS = {"skills": "propositional.inference"}


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "e.duckdb"
    _generate(path, seed=1)
    return path


def _generate(db: Path, seed: int) -> None:
    spec = make_spec("logicasker", SETTINGS, seed, 100)
    generate_dataset(spec, "skills", db, serial(), replace=True)


def run(db: Path, *words: str) -> str:
    done = CliRunner().invoke(app, [*words, "--db", str(db)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def sheet(db: Path, tmp_path: Path, *, name: str, wrong: int = 0, vague: int = 0) -> Path:
    """A sheet of 20 with the first answers wrong and the last questions found ambiguous."""
    path = tmp_path / name
    run(db, "review", "write", "skills", "--for", "validity", "--out", str(path), "-n", "20")
    with closing(connect(db)) as con:
        gold = {question_name(item): item.gold for item in load_items(con, "skills")}
    with path.open(encoding="utf-8-sig", newline="") as file:
        header, *rows = csv.reader(file)
    for at, row in enumerate(rows):
        right = gold[row[1]]
        answer = {"yes": "no", "no": "unclear"}[right] if at < wrong else right
        row[3:7] = ["yes", "no" if at >= len(rows) - vague else "yes", answer, "=HYPERLINK(1)"]
        row[7] = str(at) if at else ""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    return path


def read_in(db: Path, path: Path, reader: str, *more: str) -> dict[tuple[str | None, str], Row]:
    words = ["review", "read", str(path), "skills", "--for", "validity", "--reader", reader]
    document = json.loads(run(db, *words, "--reader-kind", "model", "--json", *more))
    return {(row["reader"], row["question"]): row for row in document["validity"]}


def test_rates_are_those_of_the_reader_with_wilson_intervals(db: Path, tmp_path: Path) -> None:
    rates = read_in(db, sheet(db, tmp_path, name="a.csv", wrong=3, vague=2), "M")
    shown = {question: row["n_invalid"] for (_, question), row in rates.items()}
    assert shown == {"grammar": 0, "one-interpretation": 2, "answer-derivable": 3, "any": 5}
    assert {row["mean_seconds"] for row in rates.values()} == {10}
    row = rates["M", "any"]
    assert (row["n"], row["n_items"], row["reader_kind"]) == (20, 100, "model")
    assert row["invalid_share"] == pytest.approx(5 / 20)
    assert (row["low"], row["high"]) == pytest.approx(tuple(wilson(5, 20)), abs=1e-12)


def test_of_two_readers_a_question_is_invalid_that_one_finds_so(db: Path, tmp_path: Path) -> None:
    read_in(db, sheet(db, tmp_path, name="a.csv", wrong=3), "M")
    rates = read_in(db, sheet(db, tmp_path, name="b.csv", wrong=1, vague=4), "N")
    together = {q: row["n_invalid"] for (reader, q), row in rates.items() if reader is None}
    assert together == {"grammar": 0, "one-interpretation": 4, "answer-derivable": 3, "any": 7}
    assert rates[None, "any"]["n_readers"] == 2
    assert rates[None, "any"]["mean_seconds"] is None


def test_a_reader_is_not_replaced_unasked(db: Path, tmp_path: Path) -> None:
    path = sheet(db, tmp_path, name="a.csv", wrong=3)
    read_in(db, path, "M")
    with pytest.raises(InputError, match="20 questions of skills as read by M are stored already"):
        read_in(db, path, "M")
    assert len(read_in(db, sheet(db, tmp_path, name="b.csv"), "M", "--replace")) == 4


def test_a_sheet_is_never_overwritten(db: Path, tmp_path: Path) -> None:
    path = sheet(db, tmp_path, name="a.csv")
    before = path.read_bytes()
    with pytest.raises(InputError, match="already exists"):
        run(db, "review", "write", "skills", "--for", "validity", "--out", str(path))
    assert path.read_bytes() == before
    assert "correct English" in path.with_suffix(".html").read_text(encoding="utf-8")


def test_a_set_that_was_read_is_kept_when_its_name_is_taken(db: Path, tmp_path: Path) -> None:
    rates = read_in(db, sheet(db, tmp_path, name="a.csv", wrong=3), "M")
    _generate(db, seed=2)
    with closing(connect(db)) as con:
        names = [dataset.name for dataset in list_datasets(con)]
        [(kept, n)] = con.execute(
            "SELECT dataset, n_invalid FROM validity WHERE question = 'any'"
        ).fetchall()
    assert len(names) == 2
    assert kept.startswith("skills@")
    assert n == rates["M", "any"]["n_invalid"]


def test_a_reading_makes_another_snapshot(db: Path, tmp_path: Path) -> None:
    from engine.store import open_snapshot

    def content() -> str:
        opened = open_snapshot(publish(db))
        opened.release()
        return opened.stamp.content

    before = content()
    read_in(db, sheet(db, tmp_path, name="a.csv"), "M")
    assert content() != before
