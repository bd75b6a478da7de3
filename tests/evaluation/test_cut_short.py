"""What follows the runs of a command: fresh items, an extractor. A command cut short has none."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from shutil import copytree

import pytest

from engine.cli.evaluate import evaluate
from engine.cli.generate import generate
from engine.store import connect_read_only
from tests.loopback import Loopback, loopback

N = 18


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


def _stopped_after(db: Path, server: Loopback, n: int, said: str) -> str:
    """What the command says when Ctrl-C comes after `n` more answers; the server waits for it."""
    told = server.answered.total()

    def answer(_: str) -> str:
        server.is_held = server.answered.total() - told + 1 == n
        return said

    server.answer = answer
    words = ("evaluate", "small", "--model", "m", "--base-url", server.url, "--split", "all")
    also = ("--fresh", "--extractor-model", "x", "--concurrency", "2")
    with subprocess.Popen(
        [sys.executable, "-c", "from engine.cli.process import main; main()", *words, *also],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "ELENCHUS_DB": str(db), "OPENAI_API_KEY": "sk-planted-0123456789"},
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
        told = _stopped_after(db, server, 6, "Hard to say.")
        there = server.requests.total()
        assert 6 <= there <= 8
        assert "0.0% right" in told
        assert f"stopped with {N - there} to ask; continue with: elenchus evaluate small" in told
        _stopped_after(db, server, N - there + 4, "Answer: true")
        assert N + 4 <= server.requests.total() <= N + 6
    assert {body["model"] for body in server.bodies} == {"m"}
    with connect_read_only(db) as con:
        recorded = con.execute("SELECT count(*) FROM fresh_runs").fetchall()
    assert recorded == [(1,)], "those of the constant, and no half of the model's"
