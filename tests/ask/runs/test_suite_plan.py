"""Several data sets in one command: one plan, one budget, one pace, one progress, one exit code."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner, Result

import engine.pipeline.generate.suites
from engine.cli import app
from engine.store import DatasetMeta, connect, items_table, write_items
from tests.items_by_hand import items
from tests.loopback import Loopback, loopback

PRICES = """
[[price]]
model = "m"
sent_usd = 1000.0
received_usd = 2000.0
on = 2026-11-22
source = "the price list of the tests"
"""
Evaluate = Callable[..., Result]


@pytest.fixture
def evaluate(db: Path, monkeypatch: pytest.MonkeyPatch) -> Evaluate:
    """The command on the suite `both`: the data sets `hand`, 24 to ask, and `more`, 12."""
    with connect(db) as con:
        meta = DatasetMeta("more", "by-hand", 1, "{}", 0)
        write_items(con, meta, items_table(items(8, train=4)))
    both = [SimpleNamespace(name=name) for name in ("hand", "more")]
    monkeypatch.setattr(engine.pipeline.generate.suites, "load_suite", lambda _: both)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted-0123456789")
    db.with_name("prices.toml").write_text(PRICES)

    def run(server: Loopback, *options: str) -> Result:
        where = ("--base-url", server.url, "--db", str(db), "--again")
        command = ["evaluate", "suite", "both", "--model", "m", *where, *options]
        return CliRunner().invoke(app, command)

    return run


def test_a_suite_is_one_plan_with_one_pace_that_the_same_command_continues(
    evaluate: Evaluate, monkeypatch: pytest.MonkeyPatch
) -> None:
    with loopback(faults=["400", "403"]) as server:
        document = json.loads(evaluate(server, "--dry-run", "--json").stdout)
        assert (document["plan"]["n_planned"], document["plan"]["to_ask"]) == (36, 36)
        assert [plan["to_ask"] for plan in document["plans"]] == [24, 12]
        sent = [plan["tokens_sent"] for plan in document["plans"]]
        assert document["plan"]["tokens_sent"] == sum(sent)
        monkeypatch.setattr("engine.ask.endpoints.pacing._MINUTE_S", 1.0)
        started = time.monotonic()
        first = evaluate(server, "--json", "--requests-per-minute", "30")
        assert time.monotonic() - started >= 1.0  # 24 and 12 are more than 30, though neither is
        again = evaluate(server)
        changed = evaluate(server, "--temperature", "0.5", "--dry-run")
    assert first.exit_code == 1
    plan = json.loads(first.stdout)["plan"]
    assert (plan["hash"], plan["n"], plan["runs"]) == (document["plan"]["hash"], 34, 2)
    assert plan["errors"] == {"forbidden": 1, "rejected": 1}
    lines = [json.loads(line) for line in first.stderr.splitlines() if line.startswith("{")]
    assert {line["n_planned"] for line in lines} == {36}
    assert (lines[-1]["n"], lines[-1]["part"], lines[-1]["seconds_left"]) == (34, 2, 0.0)
    assert lines[-1]["errors"] == plan["errors"]
    assert again.exit_code == 0
    assert "of 2 runs: 36 of 36 questions answered" in " ".join(again.stdout.split())
    assert server.requests.total() == 38
    text = " ".join(changed.stdout.split())
    assert "2 of the 2 runs of this plan are new" in text
    assert text.count("temperature: – → 0.5") == 1
    assert plan["hash"][:12] not in text


def test_the_whole_suite_keeps_one_budget_and_says_once_how_to_go_on(
    evaluate: Evaluate, db: Path
) -> None:
    prices = ("--prices", str(db.with_name("prices.toml")), "--samples", "4")
    with loopback() as server:
        halted = evaluate(server, *prices, "--max-cost", "1.75")
        assert halted.exit_code == 1
        text = " ".join(halted.stdout.split())
        assert text.count("continue with: sorites evaluate suite both --model m") == 1
        assert "--max-cost 1.75 " in text
        assert 4 * 24 < server.requests.total() <= 1.75 / 0.013
        again = evaluate(server, *prices, "--max-cost", "1.75")
        assert again.exit_code == 1
        assert server.requests.total() <= 1.75 / 0.013


def test_what_a_filter_forbids_in_the_second_data_set_halts_nothing(evaluate: Evaluate) -> None:
    with loopback(faults=[*[""] * 24, *["403"] * 12]) as server:
        done = evaluate(server, "--json")
    assert done.exit_code == 1
    plan = json.loads(done.stdout)["plan"]
    assert (plan["n"], plan["errors"], plan["halted"]) == (24, {"forbidden": 12}, None)


def test_the_extractors_cost_is_not_left_out_in_silence(evaluate: Evaluate) -> None:
    with loopback() as server:
        done = evaluate(server, "--max-cost", "1", "--extractor-model", "m")
    assert "does not cover --extractor-model" in str(done.exception)
    assert server.requests.total() == 0
