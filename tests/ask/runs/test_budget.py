"""`--max-cost`: over all runs of a command, what was spent before, and what is in flight."""

from collections.abc import Sequence
from datetime import date
from itertools import cycle
from pathlib import Path

import pytest

from engine.analysis.scores import runs as board
from engine.analysis.scores.runs import runs
from engine.analysis.sources.query import rows_of
from engine.ask.endpoints.address import Address
from engine.ask.endpoints.pacing import Limits
from engine.ask.endpoints.request_fields import Settings
from engine.ask.runs import (
    Budget,
    Delivery,
    Plan,
    Price,
    Request,
    Summary,
    load_material,
    make_plan,
    run_plan,
)
from engine.store import connect_read_only
from tests.loopback import Loopback, loopback

KEY = "sk-planted-0123456789"
PER_ANSWER = 0.013
"""What the server tells, 7 tokens sent and 3 received, at the prices below."""

PRICE = Price(1000.0, 2000.0, date(2026, 11, 22), "the tests")


def _plan(db: Path, server: Loopback, **changed: object) -> Plan:
    request = Request("hand", "m", **changed)
    return make_plan(request, load_material(db, request), Address(server.url, KEY))


def _run(db: Path, plan: Plan, budget: Budget, at_a_time: int = 16) -> Summary:
    return run_plan(db, plan, Delivery(Limits(at_a_time)), price=PRICE, budget=budget)


def test_what_is_in_flight_counts_and_so_does_what_was_spent_before(db: Path) -> None:
    # a first question is taken for $0.4, by its letters
    with loopback(latency_s=0.02) as server:
        plan = _plan(db, server, split="all")
        first = _run(db, plan, Budget(0.42))
        assert 0.42 - 3 * PER_ANSWER < (first.cost_usd or 0) <= 0.42
        assert "of the $0.42 of --max-cost are spent" in (first.halted or "")
        assert first.n + first.unasked == 36
        again = _run(db, plan, Budget(0.42))
        assert (again.asked, again.n) == (0, first.n)
        whole = _run(db, plan, Budget(1.0))
    assert (whole.n, whole.halted, server.requests.total()) == (36, None, 36)


def test_the_most_that_a_reply_may_cost_is_set_aside(db: Path) -> None:
    with loopback(latency_s=0.02) as server:
        # ten replies of at most 100 tokens, $0.2 each, at a time
        plan = _plan(db, server, settings=Settings(max_tokens=100))
        halted = _run(db, plan, Budget(0.5))
    assert halted.halted is not None
    assert 0.5 - 0.25 < (halted.cost_usd or 0) <= 0.5


def test_one_budget_is_for_all_runs(db: Path) -> None:
    budget = Budget(0.5)
    with loopback() as server:
        first = _run(db, _plan(db, server, limit=20), budget)
        second = _run(db, _plan(db, server, settings=Settings(temperature=0)), budget)
        assert (first.n, first.halted) == (20, None)
        assert second.halted is not None
        assert budget.spent_usd == pytest.approx(PER_ANSWER * server.requests.total())
    assert budget.spent_usd <= 0.5


def test_what_the_endpoint_charges_is_spent_whatever_the_price(db: Path) -> None:
    message = {"message": {"content": "Answer: true"}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 7, "completion_tokens": 3, "cost": 0.25}
    with loopback() as server:
        server.play = lambda _: (200, {"choices": [message], "usage": usage})
        halted = _run(db, _plan(db, server), Budget(2.0), at_a_time=1)
        assert server.requests.total() == halted.n
    assert halted.cost_usd == 0.25 * halted.n <= 2.0 < 0.25 * (halted.n + 3)
    assert halted.cost_source == "as the endpoint charged"
    [shown] = (one for one in runs(rows_of(connect_read_only(db))) if one["model"] == "m")
    assert shown["cost_usd"] == halted.cost_usd


_TOKENS = {"prompt_tokens": 7, "completion_tokens": 3}


@pytest.mark.parametrize(
    ("usages", "price", "usd"),
    [
        ([{**_TOKENS, "cost": 0.25}, _TOKENS], PRICE, 2 * 0.25 + 2 * PER_ANSWER),
        ([{**_TOKENS, "cost": 0.25}, _TOKENS], None, None),
        ([{**_TOKENS, "cost": 0.25}, {}], PRICE, None),
        ([{"cost": 0.25}], None, 4 * 0.25),
        ([{"prompt_tokens": 0, "completion_tokens": 0}], PRICE, None),
        ([{"prompt_tokens": 0, "completion_tokens": 0}], None, None),
        ([{"prompt_tokens": 7}], PRICE, None),
    ],
)
def test_reports_and_boards_agree_on_what_a_run_cost(
    usages: Sequence[dict[str, float]],
    price: Price | None,
    usd: float | None,
    db: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(board, "price_in", lambda *_: price)
    message = {"message": {"content": "Answer: true"}, "finish_reason": "stop"}
    usage = cycle(usages)
    with loopback() as server:
        server.play = lambda _: (200, {"choices": [message], "usage": next(usage)})
        plan = _plan(db, server, limit=4)
        told = run_plan(db, plan, Delivery(Limits(1)), price=price)
    [shown] = (one for one in runs(rows_of(connect_read_only(db))) if one["model"] == "m")
    assert told.cost_usd == shown["cost_usd"] == (usd and pytest.approx(usd))


def test_nothing_is_asked_where_the_endpoint_tells_no_tokens(db: Path) -> None:
    with loopback(faults=["parts"] * 99) as server:
        halted = _run(db, _plan(db, server), Budget(10.0), at_a_time=1)
    assert "does not report token counts" in (halted.halted or "")
    assert server.requests.total() == 1
