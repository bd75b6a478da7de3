"""Asking until the accuracy is known as precisely as wanted."""

from contextlib import closing
from pathlib import Path

import pytest

from engine.analysis.boards import boards, left_out
from engine.analysis.sources.query import rows_of
from engine.core.errors import InputError
from engine.core.statistics.sequences import confidence_sequence
from engine.pipeline.evaluate.run_configuration import configure
from engine.pipeline.evaluate.until import evaluate_as_wanted
from engine.pipeline.generate.datasets import store_items
from engine.store import connect_read_only
from tests.items_by_hand import items
from tests.loopback import loopback

A_CENT_AN_ANSWER = """
[[price]]
model = "m"
sent_usd = 0.0
received_usd = 3333.3333333
on = 2026-11-22
source = "the price list of the tests"
"""


def test_samples_grow_until_the_interval_is_narrow_and_ask_nothing_twice(tmp_path: Path) -> None:
    db, heard = tmp_path / "s.duckdb", list[str]()
    store_items(items(100, train=0), "hand", db)
    with loopback(lambda _: "no idea") as server:
        given = {"dataset": "hand", "model": "m", "base_url": server.url, "split": "all"}
        configuration = configure({**given, "until": "±4"})
        done = evaluate_as_wanted(configuration, db, tell=heard.append)
    [summary] = done.runs
    assert 60 < summary.n == server.requests.total() < 300
    assert f"asked {summary.n} of 300 questions, {300 - summary.n} saved" in heard[-1]
    assert "--until 4" in summary.command
    with closing(connect_read_only(db)) as con:
        [board] = boards(rows_of(con), "hand")
        [score] = (one for one in board.scores if one.model == "m")
        assert left_out(rows_of(con), "hand") == []
    assert (score.low, score.high) == pytest.approx((summary.low, summary.high))
    assert score.high >= confidence_sequence(0, summary.n).high
    assert score.missing_words == "a sample, asked until ±4 points"


def test_questions_and_cost_are_of_all_samples_and_so_is_the_budget(tmp_path: Path) -> None:
    db, heard, prices = tmp_path / "s.duckdb", list[str](), tmp_path / "prices.toml"
    store_items(items(100, train=20), "hand", db)
    prices.write_text(A_CENT_AN_ANSWER)
    with loopback(lambda _: "no idea") as server:
        given = {"dataset": "hand", "model": "m", "base_url": server.url, "no_check": True}
        given |= {"prices": prices, "until": 4, "concurrency": 1, "limit": 200}
        capped = configure({**given, "max_cost": 0.905})
        [halted] = evaluate_as_wanted(capped, db, tell=heard.append).runs
        assert "of the $0.905 of --max-cost are spent" in (halted.halted or "")
        assert halted.n == halted.asked == server.requests.total() == 90
        assert (halted.prompt_tokens, halted.reused) == (90 * 7, 0)
        assert halted.cost_usd == pytest.approx(0.9)
        done = evaluate_as_wanted(configure(given), db, tell=heard.append)
        n = server.requests.total()
    [summary] = done.runs
    assert (summary.n, summary.asked, summary.reused) == (n, n - 90, 0)
    assert done.whole.cost_usd == summary.cost_usd == pytest.approx(n / 100)
    assert f"asked {n} of 200 questions, {200 - n} saved" in heard[-1]


def test_what_does_not_go_with_it_is_refused() -> None:
    with pytest.raises(InputError, match="--until asks one model one data set once"):
        configure({"dataset": "hand", "model": "m", "until": 2, "samples": 3})
