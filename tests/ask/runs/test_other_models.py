"""What `sorites results` says of runs that another model answered, or nobody."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from engine.analysis.scores.runs import runs
from engine.analysis.sources.query import rows_of
from engine.cli import app
from engine.store import connect_read_only
from engine.store.responses.journal import journals
from tests.loopback import Loopback, loopback

CHOICE = {"message": {"content": "Answer: true"}, "finish_reason": "stop"}


def call(*words: str) -> Result:
    return CliRunner().invoke(app, list(words), env={"OPENAI_API_KEY": "sk-planted-0123456789"})


def ask(db: Path, server: Loopback, model: str, *flags: str) -> Result:
    where = ("--base-url", server.url, "--no-check", "--db", str(db))
    return call("evaluate", "hand", "--model", model, *where, *flags)


def test_another_model_than_asked_for_is_named_once_and_in_every_place(db: Path) -> None:
    with loopback() as server:
        server.play = lambda _: (200, {"model": "gpt-4o-mini-2024-07-18", "choices": [CHOICE]})
        done = ask(db, server, "gpt-4o")
        [run] = json.loads(ask(db, server, "gpt-4o", "--json").stdout)["runs"]
        server.play = lambda _: (200, {"model": "m-2024-07-18", "choices": [CHOICE]})
        same = ask(db, server, "org/m")
    other = "gpt-4o-mini-2024-07-18"
    assert done.stderr.count(f"another model answers: {other}, although gpt-4o was asked for") == 1
    assert run["other_models"] == {other: 24}
    assert "another model" not in same.stderr
    results = ("results", "hand", "--db", str(db))
    assert f"not gpt-4o answered, but {other}" in " ".join(call(*results).stdout.split())
    named = {row["model"]: row for row in json.loads(call(*results, "--json").stdout)["rows"]}
    assert [named[model]["answered_by"] for model in ("gpt-4o", "org/m")] == [other, None]
    shown = {row["model"]: row["answered_by"] for row in runs(rows_of(connect_read_only(db)))}
    assert shown == {"gpt-4o": other, "org/m": None}


@pytest.mark.parametrize("flags", [(), ("--csv",)])
def test_a_run_without_any_reply_is_shown_as_failed(db: Path, flags: tuple[str, ...]) -> None:
    results = ("results", "hand", "--db", str(db))
    with loopback(faults=["404"] * 99) as server:
        assert ask(db, server, "bad").exit_code == 1
        alone = call(*results, *flags)
        assert "× HTTP 404: no such model" in str(alone.exception)
    with loopback() as server:
        ask(db, server, "m")
    shown = call(*results, *flags)
    assert "of bad on hand failed, so it has no score: no request got a reply: " in shown.stderr
    [failed] = json.loads(call(*results, "--json").stdout)["failed"]
    assert (failed["model"], failed["n"]) == ("bad", 0)


def test_a_refused_command_shows_no_progress_and_leaves_no_run(db: Path) -> None:
    with loopback() as server:
        done = ask(db, server, "m", "--max-cost", "1")
    assert "--max-cost needs the model's price" in str(done.exception)
    assert "0/24" not in done.stderr
    assert list(journals(db)) == []
