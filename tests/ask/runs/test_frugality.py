"""What a run tells before it starts, what it pays for, and when it asks no more."""

from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from engine.ask.endpoints.address import Address
from engine.ask.endpoints.fuse import Fuse
from engine.ask.endpoints.pacing import Limits
from engine.ask.endpoints.request_fields import Settings
from engine.ask.endpoints.retrying import Patience
from engine.ask.runs import (
    Budget,
    Delivery,
    Plan,
    Request,
    Summary,
    changes,
    estimate,
    find_price,
    load_material,
    make_plan,
    run_plan,
)
from engine.core.errors import InputError
from engine.store import ResponseCache, cache_key, connect_read_only
from tests.loopback import Loopback, loopback

KEY = "sk-planted-0123456789"
PRICES = """
[[price]]
model = "m"
sent_usd = 1000.0
received_usd = 2000.0
on = 2026-11-22
source = "the price list of the tests"
"""


def _plan(db: Path, server: Loopback, **changed: object) -> Plan:
    request = Request("hand", **{"model": "m", **changed})
    return make_plan(request, load_material(db, request), Address(server.url, KEY))


def _run(db: Path, plan: Plan, limit_usd: float | None = None, **delivery: object) -> Summary:
    price = find_price("m", "", _prices(db)) if limit_usd else None
    asked = Delivery(Limits(1), patience=Patience(2, first_wait_s=0.01), **delivery)
    return run_plan(db, plan, asked, price=price, budget=Budget(limit_usd))


def _prices(db: Path) -> Path:
    path = db.with_name("prices.toml")
    path.write_text(PRICES)
    return path


def test_the_same_question_with_the_same_settings_is_paid_for_once(db: Path) -> None:
    with loopback() as server:
        _run(db, _plan(db, server))
        wider = _run(db, _plan(db, server, split="all"))
        assert (wider.asked, wider.reused, wider.n) == (12, 24, 36)
        assert wider.prompt_tokens == 12 * 7  # what earlier runs paid is not this one's
        assert server.requests.total() == 36
        other = _run(db, _plan(db, server, limit=4, settings=Settings(temperature=0)))
        assert (other.asked, other.reused) == (4, 0)
        fresh = _run(db, _plan(db, server, limit=5), is_fresh=True)
        assert (fresh.asked, fresh.reused) == (5, 0)
    con = connect_read_only(db)
    assert con.execute("SELECT count(*) FROM responses WHERE is_reused").fetchall() == [(24,)]
    con.close()


def test_errors_are_not_remembered_and_samples_are_not_each_others(db: Path) -> None:
    with loopback(faults=["400"]) as server:
        _run(db, _plan(db, server, limit=1))
        again = _run(db, _plan(db, server, limit=1, samples=2))
        assert (again.asked, again.reused) == (2, 0)


def test_a_cache_that_cannot_be_used_is_done_without(db: Path) -> None:
    folder = db.parent / "cache"
    folder.mkdir()
    (folder / "responses.sqlite").write_bytes(b"no database at all, but long enough to be one" * 99)
    with loopback() as server:
        assert _run(db, _plan(db, server, limit=2)).n == 2
    key = cache_key("http://host/v1", "chat/completions", b"{}", 0)
    assert key != cache_key("http://host/v1", "chat/completions", b"{}", 1)
    with ResponseCache(db) as cache:
        cache.keep(key, {"raw": "x"})
        assert cache.find(key) is None


def test_a_cost_cannot_be_kept_to_without_a_price(db: Path) -> None:
    with loopback() as server, pytest.raises(InputError, match="needs the model's price"):
        run_plan(db, _plan(db, server), budget=Budget(1.0))


def test_prices_have_dates_and_sources_and_the_users_own_come_first(db: Path) -> None:
    assert find_price("m", "http://host/v1") is None
    price = find_price("m", "http://host/v1", _prices(db))
    assert price is not None
    assert (price.source, price.cost_usd(500_000, 0)) == ("the price list of the tests", 500.0)
    _prices(db).write_text(PRICES.replace("1000.0", '"a lot"'))
    with pytest.raises(InputError, match=r"wrong at price\.0\.sent_usd"):
        find_price("m", "", db.with_name("prices.toml"))


def test_a_price_given_here_is_of_one_endpoint_and_halved_in_batches() -> None:
    price = find_price("gpt-4o", "https://api.openai.com/v1")
    assert price is not None
    assert price.cost_usd(1_000_000, 100_000) == pytest.approx(3.5)
    batched = price.batched()
    assert batched is not None
    assert batched.cost_usd(1_000_000, 100_000) == pytest.approx(1.75)
    assert find_price("gpt-4o", "http://127.0.0.1:8000/v1") is None


def test_a_wrong_key_stops_the_run_with_the_last_error(db: Path) -> None:
    with loopback(faults=["401"] * 30) as server:
        summary = _run(db, _plan(db, server))
    assert server.requests.total() == 3
    assert "refuses the key (HTTP 401: Incorrect API key provided: Bearer [key])" in (
        summary.halted or ""
    )
    assert summary.n + sum(summary.errors.values()) + summary.unasked == 24


def test_an_endpoint_that_is_down_stops_the_run_and_leaves_questions_unasked(db: Path) -> None:
    with loopback() as server:
        plan = _plan(db, server)
    summary = _run(db, plan, fuse=Fuse(failures=5, at_first_s=0))
    assert "has not answered 5 requests in a row (connection:" in (summary.halted or "")
    assert summary.n < 5
    with loopback() as server:
        again = _plan(db, server)
        assert _run(db, again).n == 24


@pytest.mark.parametrize(
    ("fault", "settings", "said"),
    [
        ("json", Settings(), "not as this API does (the reply is not JSON"),
        ("no-choice", Settings(), "without a choice (the reply has an empty list of choices)"),
        ("error-200", Settings(), "in place of every reply (the input was flagged)"),
        ("choice-error", Settings(), "in a row (server: error 502 in the reply: the model's"),
        ("cut-after-headers", Settings(), "in a row (connection: "),
        ("cut-stream", Settings(stream=True), "in a row (connection: the stream ends before"),
        ("500", Settings(), "in a row (server: HTTP 500: oops)"),
    ],
)
def test_what_fails_from_the_start_ends_after_a_handful_however_it_fails(
    bigger: Callable[[int], Path], fault: str, settings: Settings, said: str
) -> None:
    db = bigger(90)
    with loopback(faults=[fault] * 500) as server:
        plan = _plan(db, server, settings=settings)
        # the usual waits and limits, forty times as fast
        patience, fuse = Patience(first_wait_s=0.0125, longest_wait_s=0.75), Fuse(at_first_s=0.25)
        summary = run_plan(db, plan, Delivery(Limits(16), patience=patience, fuse=fuse))
    assert server.requests.total() <= 30
    assert said in (summary.halted or "")
    assert (summary.n, summary.unasked + sum(summary.errors.values())) == (0, plan.run.n_planned)


@pytest.mark.parametrize(("fault", "said"), [("429", "rate limit has let no"), ("400", "rejects")])
def test_what_fails_for_good_after_some_answers_ends_the_run_which_can_be_continued(
    bigger: Callable[[int], Path], fault: str, said: str
) -> None:
    db = bigger(90)
    with loopback(faults=["", "", "", *[fault] * 500]) as server:
        plan = _plan(db, server)
        patience, fuse = Patience(first_wait_s=0.005, longest_wait_s=0.05), Fuse(limited_s=0.3)
        delivery = Delivery(Limits(16), patience=patience, fuse=fuse)
        summary = run_plan(db, plan, delivery)
        server.faults = iter([])
        again = run_plan(db, plan, delivery)
    assert said in (summary.halted or "")
    assert summary.n == 3
    assert sum(summary.errors.values()) < 100 < summary.unasked
    assert (again.n, again.errors, again.halted) == (plan.run.n_planned, {}, None)


def test_one_bad_question_ends_nothing_for_the_others(db: Path) -> None:
    with loopback(faults=["400"]) as server:
        summary = _run(db, _plan(db, server))
    assert (summary.n, summary.errors, summary.halted) == (23, {"rejected": 1}, None)
    assert server.requests.total() == 24


def test_what_a_filter_forbids_is_an_error_of_its_question_each_time(db: Path) -> None:
    with loopback(faults=["", *["403"] * 12]) as server:
        plan = _plan(db, server)
        first = _run(db, plan)
        server.faults = iter(["403"] * 12)
        again = _run(db, plan)
        whole = _run(db, plan)
    assert (first.n, first.errors, first.halted) == (12, {"forbidden": 12}, None)
    assert (again.asked, again.errors, again.halted) == (12, {"forbidden": 12}, None)
    assert (whole.asked, whole.errors) == (12, {})


def test_a_filter_that_refuses_the_first_questions_is_passed_at_the_next_start(
    bigger: Callable[[int], Path],
) -> None:
    db, refused = bigger(90), set[str]()

    def play(body: dict[str, object]) -> tuple[int, object]:
        prompt = str(body["messages"])
        if len(refused) < 25:
            refused.add(prompt)
        if prompt in refused:
            return 400, {"error": {"message": "the prompt was flagged"}}
        message = {"message": {"content": "Answer: true"}, "finish_reason": "stop"}
        return 200, {"choices": [message]}

    with loopback() as server:
        server.play = play
        plan = _plan(db, server)
        first, again = _run(db, plan), _run(db, plan)
    assert (first.n, first.errors) == (0, {"rejected": 20})
    assert first.halted is not None
    assert (again.n, again.halted) == (plan.run.n_planned - 25, None)
    assert again.errors == {"rejected": 25}


def test_a_host_that_does_not_know_the_model_halts_a_run_that_another_answered(db: Path) -> None:
    with loopback(faults=[*[""] * 4, *["401"] * 10]) as server:
        plan = _plan(db, server)
        assert _run(db, plan).n == 4
        server.faults = iter(["404"] * 99)
        halted = _run(db, plan)
    assert "does not know the model" in (halted.halted or "")
    assert (halted.n, halted.asked) == (4, 5)


def test_an_answer_is_reused_only_of_an_address_that_is_asked(db: Path) -> None:
    with loopback(latency_s=0.01) as first, loopback(latency_s=0.01) as second:
        _beside(db, first, second)
        of_second = second.requests.total()
        assert 0 < of_second < 24
        alone = _run(db, _plan(db, first, limit=20))
        assert alone.reused + alone.asked == 20
        assert alone.asked == first.requests.total() + of_second - 24 > 0
        material = load_material(db, Request("hand", "m", limit=22))
        places = Address(second.url, KEY), (Address(first.url, KEY),)
        plan = make_plan(Request("hand", "m", limit=22), material, *places)
        both = run_plan(db, plan, Delivery(Limits(2), (Limits(1),)))
    assert (both.asked, both.reused) == (0, 22)


def test_a_key_among_the_settings_is_refused_before_anything_is_stored(db: Path) -> None:
    with (
        loopback() as server,
        pytest.raises(InputError, match="looks like an endpoint's key"),
    ):
        _plan(db, server, settings=Settings(extra={"user": f"Bearer {KEY}"}))
    request = Request("hand", "m", settings=Settings(system="Say sk-other-0123456789."))
    material = load_material(db, request)
    places = Address("http://h/v1", KEY), (Address("http://i/v1", "sk-other-0123456789"),)
    with pytest.raises(InputError, match="looks like an endpoint's key"):
        make_plan(request, material, *places)
    assert not (db.parent / "journal").exists()


def test_a_plan_says_beforehand_what_it_would_take(db: Path) -> None:
    with loopback() as server:
        plan = _plan(db, server, settings=Settings(max_tokens=100))
        price = find_price("m", "", _prices(db))
        first = estimate(db, plan, Delivery(), price)
        assert (first.to_ask, first.tokens_received, first.is_upper_bound) == (24, 2400, True)
        assert first.tokens_sent > 24 * 20
        assert first.cost_usd == pytest.approx((first.tokens_sent * 1e3 + 2400 * 2e3) / 1e6)
        assert first.seconds is None
        assert server.requests.total() == 0
        _run(db, plan)
        wider = _plan(db, server, settings=Settings(max_tokens=100), split="all")
        second = estimate(db, wider, Delivery(Limits(4, requests_a_minute=12)), None)
    assert (second.tokens_received, second.is_upper_bound) == (36 * 3, False)
    assert second.seconds == pytest.approx(180)
    assert second.cost_usd is None


def test_a_changed_plan_says_what_changed(db: Path) -> None:
    with loopback() as server:
        plan = _plan(db, server)
        assert changes(db, plan) is None
        _run(db, plan)
        assert changes(db, plan) is None
        other = _plan(db, server, limit=3, settings=Settings(temperature=0.5), prompt="few-shot")
    change = changes(db, other)
    assert change is not None
    assert change.run_hash == plan.run.run_hash
    text = "; ".join(change.differences)
    assert "questions planned: 24 → 3" in text
    assert "temperature: – → 0.5" in text
    assert "prompt: zero-shot → few-shot" in text


def test_neither_settings_nor_key_reach_what_they_should_not(db: Path) -> None:
    with loopback() as server:
        plan = _plan(db, server, limit=1, settings=Settings(system="Be brief.", extra={"k": 1}))
        _run(db, plan)
    [asked] = [body["messages"] for body in server.bodies]
    assert isinstance(asked, list)
    assert asked[0]["content"].count("Be brief.") == 1
    assert orjson.loads(plan.run.settings)["system"] == "Be brief."
    assert "--system 'Be brief.'" in (plan.run.command or "")
    files = [path for path in db.parent.rglob("*") if path.is_file()]
    assert not [path for path in files if KEY.encode() in path.read_bytes()]


def _beside(db: Path, first: Loopback, second: Loopback, **delivery: object) -> Summary:
    request = Request("hand", "m")
    others = (Address(second.url, KEY),)
    plan = make_plan(request, load_material(db, request), Address(first.url, KEY), others)
    patience = Patience(2, first_wait_s=0.01)
    return run_plan(db, plan, Delivery(Limits(2), (Limits(1),), patience=patience, **delivery))


def test_two_endpoints_share_the_questions_within_their_own_limits(db: Path) -> None:
    with loopback(latency_s=0.02) as first, loopback(latency_s=0.02) as second:
        summary = _beside(db, first, second)
    assert (summary.n, summary.asked, summary.errors) == (24, 24, {})
    assert first.requests.total() + second.requests.total() == 24
    assert 0 < second.requests.total() < first.requests.total()
    assert f"--base-url {first.url} --base-url {second.url}" in summary.command


def test_what_a_failing_endpoint_gives_up_goes_to_the_other(db: Path) -> None:
    with loopback(latency_s=0.02) as first, loopback(faults=["401"] * 30) as second:
        summary = _beside(db, first, second)
        url = second.url
    assert second.requests.total() == 3
    assert (summary.n, summary.errors, summary.halted) == (24, {}, None)
    [shown] = summary.given_up
    assert shown.startswith(f"gave up {url}: the endpoint refuses the key (HTTP 401: ")


def test_what_fails_at_every_endpoint_is_an_error_once(db: Path) -> None:
    with loopback(faults=["500"] * 99) as first, loopback(faults=["500"] * 99) as second:
        summary = _beside(db, first, second, fuse=Fuse(at_first_s=600))
    assert (summary.errors, summary.halted, summary.given_up) == ({"server": 24}, None, ())
    assert first.requests.total() == second.requests.total() == 2 * 24


def test_who_has_nothing_left_to_ask_waits_for_what_another_may_give_up(db: Path) -> None:
    """The other endpoint takes its last questions down with it when all the rest is asked."""
    fuse = Fuse(failures=1, refusals=1, at_first_s=0.0)
    with loopback() as first, loopback(latency_s=0.4, faults=["500"] * 30) as second:
        summary = _beside(db, first, second, fuse=fuse)
    assert second.requests.total() > 0
    assert (summary.n, summary.unasked, summary.halted) == (24, 0, None)
