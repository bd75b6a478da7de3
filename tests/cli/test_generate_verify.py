"""`generate` and `verify` from the command line, and a database that somebody has corrupted."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import duckdb
import orjson
import pytest
from typer.testing import CliRunner

from engine.cli import app, main
from engine.core.errors import VerificationError
from engine.core.suite_files import suite_names
from engine.core.workers import serial
from engine.pipeline.demo import shown_sets
from engine.pipeline.generate.generation import make_items, make_spec
from engine.pipeline.generate.suites import SuiteEntry, generate_entry, load_suite
from engine.pipeline.publish.submissions import measured_here
from engine.store import connect, connect_read_only, find_dataset, load_items
from tests.examples import few

Run = Callable[..., int]

N = 6
"""Items of the set that tests corrupt."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.setenv("SORITES_DB", str(tmp_path / "sorites.duckdb"))

    def call(*arguments: str) -> int:
        monkeypatch.setattr("sys.argv", ["sorites", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        return int(ended.value.code or 0)

    return call


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with one small verified data set, made through the command line."""
    path = tmp_path_factory.mktemp("generated") / "sorites.duckdb"
    command = ["generate", "justlogic", "-n", f"{N}", "--workers", "1", "--db", str(path)]
    assert CliRunner().invoke(app, command).exit_code == 0
    return path


def test_generating_rounds_up_to_whole_triples_and_says_so(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("generate", "justlogic", "-n", "10", "--workers", "1") == 0
    printed = capsys.readouterr().out
    assert "10 is rounded up to 12 items, in whole groups of 3" in printed
    assert "justlogic-sound: 12 items" in printed


def test_candidates_rejected_on_the_way_are_stated_with_their_reasons(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ("generate", "logicasker", "-n", "60", "--seed", "5", "--workers", "1")
    # what contradicts ¬¬p denies the premise p, so this form of the laws has no contradiction
    command += ("--set", "question=three-way", "--set", "skills=propositional.equivalence.comp")
    assert run(*command) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert run(*command, "--json") == 0
    rejected = json.loads(capsys.readouterr().out)["rejected"]
    reasons = ", ".join(f"{reason} {n}" for reason, n in rejected.items())
    assert rejected["no exchange"] > 0
    assert f"rejected candidates: {sum(rejected.values())} ({reasons})" in printed


def test_stored_items_are_those_that_the_seed_makes_in_any_process(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, workers in (("one", "1"), ("two", "2")):
        arguments = ("-n", "780", "--name", name, "--workers", workers, "--json")
        assert run("generate", "justlogic", *arguments) == 0
    documents = capsys.readouterr().out
    hashes = {line.split('"')[3] for line in documents.splitlines() if "content_hash" in line}
    assert len(hashes) == 1
    con = connect_read_only(tmp_path / "sorites.duckdb")
    stored = list(load_items(con, "two"))
    con.close()
    assert stored == list(make_items(make_spec("justlogic", {}, 1, 780)))


@pytest.mark.parametrize(
    "other", [("--seed", "2"), ("-n", "6"), ("--recipe", "faithful", "--name", "justlogic-sound")]
)
def test_a_taken_name_is_refused_before_the_work(
    run: Run, capsys: pytest.CaptureFixture[str], other: tuple[str, ...]
) -> None:
    command = ("generate", "justlogic", "-n", "3", "--workers", "1")
    assert run(*command) == 0
    capsys.readouterr()
    assert run(*command, *other) == 2
    printed = capsys.readouterr().err
    assert "generating" not in printed
    assert printed.count("\n") == 1
    assert "the name justlogic-sound is taken" in printed
    assert "--name" in printed
    assert run(*command, *other, "--replace") == 0
    assert "generating" in capsys.readouterr().err


def test_what_is_there_already_is_not_made_again(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ("generate", "justlogic", "-n", "3", "--workers", "1")
    assert run(*command, "--json") == 0
    first = capsys.readouterr().out
    assert run(*command, "--json") == 0
    again = capsys.readouterr()
    assert again.out == first
    assert "generating" not in again.err
    assert run(*command) == 0
    assert "it already existed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("generate", "sudoku"), "there is no family named 'sudoku'"),
        (("generate", "justlogic", "--set", "depth"), "--set depth: write it as KEY=VALUE"),
        (("generate", "justlogic", "--set", "max_depth=x"), "max_depth"),
        (("generate", "justlogic", "--recipe", "tasty"), "recipe"),
        (("generate", "justlogic", "--name", " "), "a data set needs a name"),
        (("generate", "justlogic", "--name", "", "--replace"), "a data set needs a name"),
        (("verify", "nothing"), "there is no database"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(
    run: Run, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], sentence: str
) -> None:
    assert run(*arguments) == 2
    error = capsys.readouterr().err.strip()
    assert sentence in error
    assert error.count("\n") == 0


def test_verify_prints_counts_by_verdict(
    generated: Path, capsys: pytest.CaptureFixture[str], run: Run
) -> None:
    assert run("verify", "justlogic-sound", "--workers", "1", "--db", str(generated)) == 0
    printed = capsys.readouterr().out
    assert "6 of 6 items verified (2 false, 2 true, 2 uncertain)" in printed


CORRUPTIONS = {
    "label": "UPDATE items SET gold = 'false' WHERE idx = 3",
    "premise": (
        "UPDATE items SET premises = list_concat(['¬(' || premises[1] || ')'], premises[2:])"
        " WHERE idx = 3"
    ),
    "sentence": ("UPDATE items SET passage = list_concat([passage[2]], passage[2:]) WHERE idx = 3"),
    "question": "UPDATE items SET question = passage[1] WHERE idx = 3",
    "query": "UPDATE items SET query = ['¬(' || query[1] || ')'] WHERE idx = 3",
    "certificate": (
        "UPDATE items SET certificate = (SELECT certificate FROM items WHERE idx = 0) WHERE idx = 3"
    ),
    "certificate of no shape": "UPDATE items SET certificate = '{}' WHERE idx = 3",
    "certificate of numbers": (
        """UPDATE items SET certificate = '{"steps": [{"formula": 1, "form": "modus_ponens","""
        """ "sources": [0]}], "holds": null, "fails": null}' WHERE idx = 3"""
    ),
    "no premise": (
        "UPDATE items SET premises = list_concat([NULL::VARCHAR], premises[2:]) WHERE idx = 3"
    ),
    "no query": "UPDATE items SET query = [] WHERE idx = 3",
    "hash": "UPDATE items SET hash = repeat('0', 64) WHERE idx = 3",
    "split": "UPDATE items SET split = 'elsewhere' WHERE idx = 3",
    "role": "UPDATE items SET role = 'false' WHERE idx = 3",
    "group": "UPDATE items SET group_no = 7 WHERE idx = 3",
    "root form": "UPDATE items SET root_form = 'resolution' WHERE idx = 3",
    "query shape": "UPDATE items SET query_shape = 'riddle' WHERE idx = 3",
    "domain": "UPDATE items SET domain = 'alchemy' WHERE idx = 3",
    "world": "UPDATE items SET shown_accurate = NOT shown_accurate WHERE idx = 3",
    "kind of answer": "UPDATE items SET answer_kind = 'labels' WHERE idx = 3",
    "depth": "UPDATE items SET depth = depth + 1 WHERE idx = 3",
    "symbol": (
        "UPDATE items SET symbols = list_transform(symbols, lambda s: struct_pack(atom := s.atom,"
        " text := 'the moon hums', negation := 'the moon does not hum', paraphrase :="
        " s.paraphrase, domain := s.domain, world := s.world)) WHERE idx = 3"
    ),
}


@pytest.mark.parametrize("what", CORRUPTIONS)
def test_every_corruption_of_a_copy_is_found_and_named(
    what: str, generated: Path, tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.duckdb"
    shutil.copy(generated, copy)
    con = duckdb.connect(copy)
    con.execute(CORRUPTIONS[what])
    con.close()
    assert run("verify", "justlogic-sound", "--workers", "1", "--db", str(copy), "--json") == 1
    document = json.loads(capsys.readouterr().out)
    assert document["items"] == N
    assert document["verified"] == N - 1
    assert [row["item"] for row in document["disagreements"]] == ["justlogic-sound:3"]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("DELETE FROM items WHERE idx = 3", "5 items are stored of 6"),
        ("DELETE FROM items", "0 items are stored of 6"),
        ("INSERT INTO items SELECT * REPLACE (99 AS item_id) FROM items WHERE idx = 3", "7 items"),
        ("UPDATE datasets SET content_hash = repeat('0', 64)", "the hash of its content"),
        ("UPDATE datasets SET n = 5", "6 items are stored of 5"),
        ("UPDATE datasets SET recipe = 'faithful'", "the recipe is not faithful"),
        ("UPDATE datasets SET source = 'imported'", "0 of 6 labels are published"),
        ("UPDATE datasets SET version = 99", "made by version 99 of its family"),
    ],
)
def test_a_corrupted_data_set_is_found_whatever_its_items(
    change: str,
    problem: str,
    generated: Path,
    tmp_path: Path,
    run: Run,
    capsys: pytest.CaptureFixture[str],
) -> None:
    copy = tmp_path / "copy.duckdb"
    shutil.copy(generated, copy)
    with duckdb.connect(copy) as con:
        con.execute(change)
    assert run("verify", "justlogic-sound", "--workers", "1", "--db", str(copy), "--json") == 1
    document = json.loads(capsys.readouterr().out)
    assert document["disagreements"][0]["item"] == "justlogic-sound"
    assert problem in document["disagreements"][0]["problem"]


def test_items_of_another_generator_are_known_not_to_be_made_again(
    generated: Path, tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.duckdb"
    shutil.copy(generated, copy)
    with duckdb.connect(copy) as con:
        con.execute("UPDATE datasets SET version = 1")
    assert run("verify", "justlogic-sound", "--workers", "1", "--db", str(copy)) == 0
    assert "not regenerated from their seeds" in capsys.readouterr().out


def test_what_verification_found_is_recorded(generated: Path, tmp_path: Path, run: Run) -> None:
    copy = tmp_path / "copy.duckdb"
    shutil.copy(generated, copy)
    assert run("verify", "justlogic-sound", "--workers", "1", "--db", str(copy)) == 0
    con = connect(copy)
    rows = con.execute(
        "SELECT count(*), bool_and(agreed), min(steps), max(steps) FROM verifications"
    ).fetchall()
    con.close()
    assert rows == [(N, True, 1, 1)]


FROZEN = [entry for suite in suite_names() for entry in load_suite(suite)]


def in_the_demo() -> set[str]:
    """The contents that the demo makes and compares, as it does in each run of CI."""
    shown = {entry.content_hash for entry in shown_sets()}
    for file in measured_here():
        with file.open("rb") as lines:
            shown.add(orjson.loads(lines.readline())["content_hash"])
    return shown


DEMO = in_the_demo()


# On push, those that the demo does not make; `families/test_generated.py` has the first of each.
@pytest.mark.parametrize(
    "entry", few(FROZEN, lambda entry: entry.content_hash not in DEMO), ids=lambda entry: entry.name
)
def test_a_set_of_a_suite_comes_out_with_the_content_it_froze(
    entry: SuiteEntry, tmp_path: Path
) -> None:
    generate_entry(entry, tmp_path / "suite.duckdb", serial())


def test_a_suite_that_comes_out_otherwise_is_an_error(tmp_path: Path) -> None:
    frozen = SuiteEntry("small", make_spec("justlogic", {}, 1, 3), "0" * 64)
    with pytest.raises(VerificationError, match="small has content"):
        generate_entry(frozen, tmp_path / "suite.duckdb", serial())


def test_a_set_of_one_seed_and_one_of_another_share_nothing(run: Run, tmp_path: Path) -> None:
    for seed in ("1", "2"):
        arguments = ("-n", "126", "--seed", seed, "--name", f"seed-{seed}", "--workers", "1")
        assert run("generate", "justlogic", *arguments) == 0
    con = connect(tmp_path / "sorites.duckdb")
    assert find_dataset(con, "seed-1").content_hash != find_dataset(con, "seed-2").content_hash
    shared = con.execute(
        "SELECT count(*) FROM items a JOIN items b USING (hash) WHERE a.dataset_id < b.dataset_id"
    ).fetchone()
    con.close()
    assert shared == (0,)


def test_ctrl_c_stops_quietly_and_stores_nothing(tmp_path: Path) -> None:
    db = tmp_path / "sorites.duckdb"
    command = ["sorites", "generate", "justlogic", "-n", "60000", "--db", str(db)]
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"import sys; sys.argv = {command}; from engine.cli import main; main()",
        ],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not list(tmp_path.glob("*.partial")):
        time.sleep(0.05)
    time.sleep(0.5)
    os.killpg(process.pid, signal.SIGINT)
    _, shown = process.communicate(timeout=60)
    assert process.returncode == 130, shown
    assert shown.endswith("sorites: stopped; nothing was half done\n")
    assert "Traceback" not in shown
    assert list(tmp_path.iterdir()) in ([], [db])
    if db.exists():  # the first items were just ready
        with connect(db) as con:
            assert con.execute("SELECT count(*) FROM items").fetchone() == (0,)
