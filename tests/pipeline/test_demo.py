"""The demo: all steps on a small suite, with replies that come with it and a user's model."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from engine.core.errors import InputError
from engine.core.workers import serial
from engine.io.submissions import submission_lines, submission_of
from engine.pipeline.demo import demo, own_model
from engine.pipeline.evaluate.evaluation import evaluate
from engine.pipeline.generate.datasets import generate_dataset
from engine.pipeline.generate.generation import make_spec
from engine.pipeline.generate.suites import SuiteEntry
from engine.store import connect, connect_read_only
from tests.loopback import loopback

SPEC = make_spec("justlogic", {"max_depth": "1"}, 7, 12)


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SuiteEntry:
    """A suite of one small set."""
    made = generate_dataset(SPEC, "small", tmp_path / "first.duckdb")
    entry = SuiteEntry("small", SPEC, made.content_hash)
    for where in ("demo", "publish.submissions"):
        monkeypatch.setattr(f"engine.pipeline.{where}.load_suite", lambda _: (entry,))
    monkeypatch.setattr("engine.pipeline.publish.submissions.suite_names", lambda: ("small",))
    return entry


def test_the_demo_shows_models_replies_and_the_users_own_model(
    small: SuiteEntry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with loopback() as server:
        first = tmp_path / "first.duckdb"
        own = own_model(server.url, "theirs", 3)
        evaluate(own.model_copy(update={"dataset": "small"}), first)
        with closing(connect(first)) as con:
            [(run,)] = con.execute("SELECT run_hash FROM runs").fetchall()
        with closing(connect_read_only(first)) as con:
            header, replies = submission_of(con, run, "us")
        file = tmp_path / "replies.jsonl"
        file.write_bytes(b"".join(submission_lines(header, replies)))
        monkeypatch.setattr("engine.pipeline.demo.measured_here", lambda: (file,))
        for _ in demo(tmp_path / "e.duckdb", serial(), own=own_model(server.url, "mine", 2)):
            pass
    with closing(connect_read_only(tmp_path / "e.duckdb")) as con:
        asked = con.execute(
            "SELECT model, n, origin FROM accuracy WHERE kind = 'endpoint' ORDER BY model"
        ).fetchall()
    assert asked == [("mine", 2, "measured"), ("theirs", 3, "measured")]


def test_an_endpoint_that_lists_no_model_needs_a_name() -> None:
    with loopback() as server, pytest.raises(InputError, match="name the one to ask with --model"):
        own_model(server.url, None, 30)
    assert own_model("http://127.0.0.1:1/v1", "named", 30).model == "named"
