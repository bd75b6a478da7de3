"""Each run keeps where it was asked, and whether in batches: its price follows from both."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from engine.ask.endpoints.address import Address
from engine.ask.endpoints.pacing import Limits
from engine.ask.endpoints.retrying import Patience
from engine.ask.runs import Delivery, Request, load_material, make_plan, price_of, run_plan
from engine.ask.runs.plan import Plan
from engine.ask.runs.spending import Price
from engine.core.errors import InputError
from engine.store import connect_read_only
from tests.batch_endpoint import batch_endpoint
from tests.loopback import loopback

KEY = "sk-planted-0123456789"
OPENAI = "https://api.openai.com/v1"


def plan(db: Path, url: str, *beside: str) -> Plan:
    request = Request("hand", "m")
    others = tuple(Address(other, KEY) for other in beside)
    return make_plan(request, load_material(db, request), Address(url, KEY), others)


def ask(db: Path, planned: Plan, *, is_batched: bool, price: Price | None = None) -> float | None:
    delivery = Delivery(
        beside=(Limits(1),) * len(planned.beside),
        patience=Patience(1, first_wait_s=0.01),
        is_batched=is_batched,
        look_every_s=0.01,
    )
    return run_plan(db, planned, delivery, price=price).cost_usd


def kept(db: Path) -> Sequence[tuple[list[str] | None, bool | None]]:
    with closing(connect_read_only(db)) as con:
        return con.execute("SELECT endpoints, is_batched FROM runs ORDER BY run_id").fetchall()


def test_a_model_asked_at_two_endpoints_has_each_with_its_own_run(db: Path) -> None:
    with loopback() as single, batch_endpoint() as batches:
        ask(db, plan(db, single.url), is_batched=False)
        ask(db, plan(db, batches.url), is_batched=True)
        assert kept(db) == [([single.url], False), ([batches.url], True)]


def test_all_endpoints_of_a_run_are_kept(db: Path) -> None:
    with loopback() as first, loopback() as second:
        ask(db, plan(db, first.url, second.url), is_batched=False)
        ask(db, plan(db, first.url), is_batched=False)
        assert kept(db) == [(sorted([first.url, second.url]), False)]


def test_how_is_recorded_by_what_was_asked_and_not_by_a_command_that_asked_nothing(
    db: Path,
) -> None:
    with batch_endpoint() as endpoint:
        ask(db, plan(db, endpoint.url), is_batched=True)
        ask(db, plan(db, endpoint.url), is_batched=False)
        assert kept(db) == [([endpoint.url], True)]


def test_looking_again_at_a_run_prices_it_in_no_other_manner_than_it_was_asked(db: Path) -> None:
    single = Price(1.0, 2.0, date(2026, 11, 1), "its page", 0.5)
    half = single.batched()
    assert half
    with loopback() as server, batch_endpoint() as batches:
        paid = ask(db, plan(db, server.url), is_batched=False, price=single)
        assert paid
        assert ask(db, plan(db, server.url), is_batched=False, price=single) == paid
        assert ask(db, plan(db, server.url), is_batched=True, price=half) is None
        assert ask(db, plan(db, batches.url), is_batched=True, price=half)
        assert ask(db, plan(db, batches.url), is_batched=False, price=single) is None


def test_the_command_of_a_run_in_batches_says_so(db: Path) -> None:
    with loopback() as single, batch_endpoint() as batches:
        ask(db, plan(db, single.url), is_batched=False)
        ask(db, plan(db, batches.url), is_batched=True)
        ask(db, plan(db, batches.url), is_batched=False)
    with closing(connect_read_only(db)) as con:
        rows = con.execute("SELECT command FROM runs ORDER BY run_id").fetchall()
    assert [command.endswith(" --batch") for (command,) in rows] == [False, True]


def test_a_run_asked_in_batches_and_one_by_one_is_neither(db: Path) -> None:
    with batch_endpoint(expired=10) as endpoint:
        ask(db, plan(db, endpoint.url), is_batched=True)
        ask(db, plan(db, endpoint.url), is_batched=False)
        assert kept(db) == [([endpoint.url], None)]


def test_what_was_refused_changes_nothing_of_how_a_run_was_asked(db: Path) -> None:
    with batch_endpoint(expired=10) as endpoint:
        ask(db, plan(db, endpoint.url), is_batched=True)
        endpoint.is_deaf = True
        ask(db, plan(db, endpoint.url), is_batched=True)
        with pytest.raises(InputError, match="collect them with --batch"):
            ask(db, plan(db, endpoint.url), is_batched=False)
        assert kept(db) == [([endpoint.url], True)]


def test_the_price_of_a_run_is_that_of_all_its_endpoints_and_of_its_batches() -> None:
    def usd(endpoints: Sequence[str], is_batched: bool | None = False) -> float | None:
        price = price_of("gpt-4o", endpoints, is_batched)
        return price and price.cost_usd(1_000_000, 100_000)

    assert usd([OPENAI]) == pytest.approx(3.5)
    assert usd([OPENAI], is_batched=True) == pytest.approx(1.75)
    assert usd([OPENAI], is_batched=None) == pytest.approx(3.5)
    assert usd([OPENAI, "http://127.0.0.1:8000/v1"]) is None
