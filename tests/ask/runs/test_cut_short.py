"""What follows the runs of a command: fresh items, an extractor. A command cut short has none."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from shutil import copytree

import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.cli.data.generate import generate
from engine.cli.run.evaluate import evaluate
from engine.pipeline.evaluate.evaluation import Evaluation
from engine.pipeline.evaluate.run_configuration import configure
from engine.store import connect_read_only
from tests.loopback import Loopback, loopback

N = 18
A_CENT_AN_ANSWER = """
[[price]]
model = "m"
sent_usd = 0.001
received_usd = 3333.3
on = 2026-11-22
source = "the price list of the tests"
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database whose fresh items are made already."""
    folder = tmp_path_factory.mktemp("cut-short")
    generate("justlogic", n=N, name="small", seed=1, db=folder / "e.duckdb")
    evaluate("small", model="constant-true", split="all", fresh=True, db=folder / "e.duckdb")
    return folder


@pytest.fixture
def db(made: Path, tmp_path: Path) -> Path:
    return Path(copytree(made, tmp_path / "e")) / "e.duckdb"


def _stopped_after(db: Path, server: Loopback, n: int, given: str) -> str:
    """What the command says when Ctrl-C comes after `n` more answers; the server waits for it."""
    before = server.answered.total()

    def answer(_: str) -> str:
        server.is_held = server.answered.total() - before + 1 == n
        return given

    server.answer = answer
    words = ("evaluate", "small", "--model", "m", "--base-url", server.url, "--split", "all")
    also = ("--fresh", "--extractor-model", "x", "--concurrency", "2")
    with subprocess.Popen(
        [sys.executable, "-c", "from engine.start import main; main()", *words, *also],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "SORITES_DB": str(db), "OPENAI_API_KEY": "sk-planted-0123456789"},
    ) as process:
        deadline = time.monotonic() + 60
        while not server.is_held and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        time.sleep(0.5)
        server.is_held = False
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    return " ".join(out.split())


def test_after_ctrl_c_nothing_more_is_asked_of_anybody(db: Path) -> None:
    with loopback() as server:
        shown = _stopped_after(db, server, 6, "Hard to say.")
        there = server.requests.total()
        assert 6 <= there <= 8
        assert "0.0% right" in shown
        assert f"stopped with {N - there} to ask; continue with: sorites evaluate small" in shown
        _stopped_after(db, server, N - there + 4, "Answer: true")
        assert N + 4 <= server.requests.total() <= N + 6
    assert {body["model"] for body in server.bodies} == {"m"}
    with connect_read_only(db) as con:
        recorded = con.execute("SELECT count(*) FROM fresh_runs").fetchall()
    assert recorded == [(1,)], "those of the constant, and no half of the model's"


@pytest.mark.parametrize(("n_answered", "n_left"), [(4, 4), (8, 0)])
def test_a_halted_run_tells_what_it_stands_at_though_fresh_items_were_to_follow(
    db: Path, monkeypatch: pytest.MonkeyPatch, n_answered: int, n_left: int
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted-0123456789")
    with loopback(faults=[*[""] * n_answered, *["401"] * 60]) as server:
        where = ("--base-url", server.url, "--split", "all", "--fresh", "--db", str(db))
        alone = ("--concurrency", "1")
        done = CliRunner().invoke(app, ["evaluate", "small", "--model", "m", *where, *alone])
        assert server.requests.total() == N - n_left
    assert done.exit_code == 1
    text = " ".join(done.stdout.split())
    assert "% right" in text
    assert "the endpoint refuses the key (HTTP 401" in text
    assert ("halted with 4 to ask; continue with: sorites" in text) == (n_left > 0)


@pytest.mark.full(
    quick="ask/runs/test_budget.py::test_what_is_in_flight_counts_and_so_does_what_was_spent_before"
)
def test_fresh_items_are_of_the_same_budget_at_a_second_start(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted-0123456789")
    prices = db.with_name("prices.toml")
    prices.write_text(A_CENT_AN_ANSWER)
    with loopback(faults=["400"] * 8) as server:
        where = ("--base-url", server.url, "--split", "all", "--fresh", "--db", str(db))
        most = ("--prices", str(prices), "--max-cost", "0.305", "--json")
        for answered in (2 * N - 8, 30):
            done = CliRunner().invoke(app, ["evaluate", "small", "--model", "m", *where, *most])
            assert done.exit_code == 1
            assert server.answered.total() == answered
            plan = json.loads(done.stdout)["plan"]
            assert plan["cost_usd"] == pytest.approx(answered / 100, abs=0.001)
    assert "of the $0.305 of --max-cost are spent" in plan["halted"]


def test_answers_that_wait_in_the_journal_put_off_the_fresh_items(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.ask.runs.run._PATIENCE_S", 0.3)
    heard: list[str] = []
    wanted = configure({"dataset": "small", "model": "constant-false", "fresh": True})
    evaluation = Evaluation(wanted, db, heard.append)
    holder = (
        "import duckdb, sys; con = duckdb.connect(sys.argv[1], read_only=True);"
        " print(flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", holder, str(db)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        [run] = evaluation.run().runs
        process.communicate(b"\n")
    assert run.postponed
    assert "repeat the command later" in heard[-1]
