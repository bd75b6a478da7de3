"""The page of runs: what is asked at this moment, and what was asked."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

from streamlit.testing.v1 import AppTest

from engine.show.texts.escaping import shortened
from engine.store import Run, connect, connect_read_only, open_journal, publish
from tests.dashboard.material import DATASET, HOSTILE_MODEL
from tests.loopback import Loopback, loopback

Opener = Callable[..., AppTest]
_MAIN = "from engine.cli import main; main()"


def page_text(app: AppTest) -> str:
    kinds = ("markdown", "text", "caption", "info", "code", "expander")
    return "\n".join(
        str(getattr(element, "value", None) or getattr(element, "label", ""))
        for kind in kinds
        for element in app.get(kind)
    )


def wait_for(server: Loopback, answers: int) -> None:
    deadline = time.monotonic() + 60
    while server.requests.total() < answers:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_run_is_watched_while_another_process_asks(db: Path, open_page: Opener) -> None:
    with loopback(faults=["", "", "400"], latency_s=0.05) as server, asking(db, server) as process:
        wait_for(server, 8)
        server.is_held = True
        app = open_page(db, "runs")
        assert not app.exception
        assert f"watched, zero\\-shot on {DATASET}" in page_text(app)
        assert " a second, 0:0" in page_text(app)
        assert "Errors: rejected 1" in page_text(app)
        before = app.get("progress")[0].proto.text
        server.is_held = False
        wait_for(server, 14)
        server.is_held = True
        app.run()
        assert app.get("progress")[0].proto.text != before
        process.kill()
        process.wait()
        app.run()
    assert "No run is in progress" in page_text(app)
    assert "Stopped before the end (1)" in page_text(app)
    assert f"sorites evaluate {DATASET} --model watched" in page_text(app)


@contextmanager
def asking(db: Path, server: Loopback) -> Iterator[subprocess.Popen[bytes]]:
    """`sorites evaluate` as a process of its own, ended with the block."""
    command = ("evaluate", DATASET, "--model", "watched", "--base-url", server.url)
    with subprocess.Popen(
        [sys.executable, "-c", _MAIN, *command, "--concurrency", "1"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "SORITES_DB": str(db)},
    ) as process:
        try:
            yield process
        finally:
            process.kill()
            server.is_held = False


def test_who_keeps_the_database_is_named_and_every_page_opens_meanwhile(
    db: Path, open_page: Opener
) -> None:
    keeps = "import duckdb, sys; con = duckdb.connect(sys.argv[1]); print(flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", keeps, str(db)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout
        holder.stdout.readline()
        for page in ("leaderboard", "item", "sql", "breakdown"):
            assert not open_page(db, page).exception
        app = open_page(db, "runs").run()  # what comes in is gone at the second look
        assert f"Process {holder.pid} has the database open" in str(app.warning[0].value)
        holder.communicate(b"\n")
    assert not app.run().warning


def test_a_finished_run_is_neither_going_on_nor_stopped(db: Path, open_page: Opener) -> None:
    run = Run("5" * 64, DATASET, "0" * 64, "m", "endpoint", "zero-shot", n_planned=10)
    open_journal(db, run)
    assert "Stopped before the end (1)" in page_text(open_page(db, "runs"))
    open_journal(db, replace(run, finished_at="2026-11-22T12:00:00+00:00"))
    assert "Stopped" not in page_text(open_page(db, "runs"))


def test_a_run_without_any_reply_is_named_with_the_sentence_of_the_endpoint(
    db: Path, open_page: Opener
) -> None:
    with closing(connect(db)) as con:
        con.execute(
            "UPDATE responses SET outcome = 'error', raw = NULL, error_kind = 'not-found',"
            " error = 'HTTP 404: no such model' WHERE run_id ="
            " (SELECT run_id FROM accuracy WHERE model = $m)",
            {"m": HOSTILE_MODEL},
        )
    publish(db)
    app = open_page(db, "runs")
    assert not app.exception
    [warning] = [one.value for one in app.warning if "no request got a reply" in one.value]
    assert "126 × HTTP 404" in warning
    assert not open_page(db, "leaderboard", data=DATASET).exception


def test_a_run_stands_with_its_settings_errors_and_provenance(
    made: Path, open_page: Opener
) -> None:
    app = open_page(made, "runs", data=DATASET, run=run_words(made))
    assert not app.exception
    runs, errors = (frame.value for frame in app.dataframe)
    row = runs.set_index("name").loc[shortened(f"{HOSTILE_MODEL}, zero-shot", 29)]
    assert (row["n"], row["n_error"]) == (117, 9)
    assert dict(zip(errors["error_kind"], errors["n"], strict=True)) == {"timeout": row["n_error"]}
    assert "Prompt: zero-shot" in page_text(app)
    assert "Provenance: Measured here" in page_text(app)


def run_words(db: Path) -> str:
    with connect_read_only(db) as con:
        [(run_hash,)] = con.execute(
            "SELECT run_hash FROM accuracy WHERE kind = 'endpoint'"
        ).fetchall()
    return f"{HOSTILE_MODEL}, zero-shot on {DATASET}, {run_hash[:12]}"
