import asyncio
import time

import pytest

from engine.ask.endpoints.failures import ADVICE, halted
from engine.ask.endpoints.fuse import Fuse
from engine.ask.endpoints.pacing import FIRST, Limits, Pace, reset_s, spent_for_s
from engine.ask.endpoints.replies import Reply, failure


def test_the_pace_doubles_a_round_trip_until_the_first_trouble() -> None:
    pace = Pace(Limits(concurrency=1000))
    assert pace.limit == FIRST
    for _ in range(FIRST):
        pace.went_well(0.1)
    assert pace.limit == 2 * FIRST
    pace.had_trouble(0.1)
    assert pace.limit == FIRST
    for _ in range(FIRST):
        pace.went_well(0.1)
    assert FIRST < pace.limit < FIRST + 1.01


def test_what_failed_together_slows_down_once() -> None:
    pace = Pace(Limits(concurrency=64))
    for _ in range(10):
        pace.had_trouble(60.0)
    assert pace.limit == FIRST / 2


def test_replies_that_come_ever_later_raise_nothing() -> None:
    pace = Pace(Limits(concurrency=1000))
    pace.went_well(0.1)
    before = pace.limit
    for _ in range(20):
        pace.went_well(1.0)
    assert pace.limit == before


def test_the_limit_keeps_between_one_and_what_is_allowed() -> None:
    pace = Pace(Limits(concurrency=4))
    assert pace.limit == 4
    for _ in range(9):
        pace.went_well(0.1)
    assert pace.limit == 4
    for _ in range(9):
        pace.had_trouble(0.0)
    assert pace.limit == 1


def _in_flight_at_most(pace: Pace, requests: int) -> int:
    most = 0

    async def one() -> None:
        nonlocal most
        await pace.enter(1)
        most = max(most, pace.in_flight)
        await asyncio.sleep(0.002)
        pace.leave()

    async def every() -> None:
        await asyncio.gather(*(one() for _ in range(requests)))

    asyncio.run(every())
    assert pace.in_flight == 0
    return most


def test_no_more_are_in_flight_than_the_limit_and_all_get_their_turn() -> None:
    assert _in_flight_at_most(Pace(Limits(concurrency=3)), 40) == 3


def test_who_no_longer_waits_takes_no_turn() -> None:
    async def waits() -> int:
        pace = Pace(Limits(concurrency=1))
        await pace.enter(0)
        gone = asyncio.create_task(pace.enter(0))
        stays = asyncio.create_task(pace.enter(0))
        await asyncio.sleep(0.01)
        gone.cancel()
        pace.leave()
        await asyncio.wait_for(stays, 60)
        return pace.in_flight

    assert asyncio.run(waits()) == 1


@pytest.mark.parametrize(
    "limits", [Limits(requests_a_minute=5), Limits(tokens_a_minute=50)], ids=["requests", "tokens"]
)
def test_a_budget_of_a_minute_is_not_overdrawn(limits: Limits) -> None:
    async def admitted() -> int:
        pace, done = Pace(limits), 0

        async def one() -> None:
            nonlocal done
            await pace.enter(10)
            done += 1
            pace.leave()

        tasks = [asyncio.create_task(one()) for _ in range(9)]
        await asyncio.sleep(0.1)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return done

    assert asyncio.run(admitted()) == 5


def test_the_longest_hold_is_the_one_whose_reason_is_shown() -> None:
    pace = Pace(Limits())
    pace.hold(60, "as the endpoint asks")
    pace.hold(5, "the rate limit refused 5 rounds of requests")
    assert pace.silence() == "waits 60 s (as the endpoint asks)"
    pace.hold(90, "its rate limit is used up")
    assert pace.silence() == "waits 90 s (its rate limit is used up)"


def test_an_endpoint_that_says_its_budget_is_spent_is_left_alone_until_then() -> None:
    async def waited() -> float:
        pace = Pace(Limits())
        spent = {"x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "150ms"}
        pace.hold(spent_for_s(spent), "it is used up")
        left = {"x-ratelimit-remaining-requests": "7", "x-ratelimit-reset-requests": "9s"}
        pace.hold(spent_for_s(left), "it is used up")
        started = time.monotonic()
        await pace.enter(1)
        return time.monotonic() - started

    assert asyncio.run(waited()) >= 0.15


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("1s", 1.0), ("1m30s", 90.0), ("6m0s", 360.0), ("20ms", 0.02), ("2", 2.0), ("", None),
     ("-1", None), ("nan", None), ("1s later", None)],
)  # fmt: skip
def test_the_reset_of_a_limit_is_read_as_endpoints_write_it(
    text: str, seconds: float | None
) -> None:
    assert reset_s(text) == seconds


def test_a_refused_key_blows_the_fuse_soon_and_is_stated() -> None:
    fuse = Fuse()
    for _ in range(3):
        assert fuse.reason is None
        fuse.heed(failure("auth", "HTTP 401: no such key"))
    assert fuse.reason == halted("auth", "HTTP 401: no such key")
    assert fuse.reason.startswith("the endpoint refuses the key (HTTP 401: no such key); put ")


def test_a_filter_that_is_quicker_than_the_model_blows_no_fuse() -> None:
    fuse = Fuse()
    slow = fuse.begin()
    for _ in range(50):
        fuse.heed(failure("forbidden", "HTTP 403: flagged"), fuse.begin())
    assert fuse.reason is None
    fuse.heed(Reply(raw="Answer: true"), slow)
    for _ in range(50):
        fuse.heed(failure("forbidden", "HTTP 403: flagged"), fuse.begin())
    assert fuse.reason is None


def test_an_endpoint_that_forbids_everything_from_the_start_is_given_up() -> None:
    fuse = Fuse()
    slow = fuse.begin()
    for _ in range(12):
        fuse.heed(failure("forbidden", "HTTP 403: not in your country"), fuse.begin())
    assert fuse.reason is None
    fuse.heed(failure("forbidden", "HTTP 403: not in your country"), slow)
    assert fuse.reason == halted("forbidden", "HTTP 403: not in your country")


@pytest.mark.parametrize(
    "kind", ["payment", "certificate", "not-found", "page", "rejected", "too-long"]
)
def test_a_hopeless_endpoint_is_given_up_after_a_handful_with_what_to_do(kind: str) -> None:
    fuse = Fuse()
    for _ in range(10):
        fuse.heed(failure(kind, "HTTP 4xx: its own sentence"), fuse.begin())
    what, to_do = ADVICE[kind].split("; ")
    assert fuse.reason == f"{what} (HTTP 4xx: its own sentence); {to_do}"


@pytest.mark.parametrize("error", ["HTTP 400: the context size is 2048", "the prompt was flagged"])
def test_what_concerns_one_question_never_gives_up_an_endpoint_that_answers(error: str) -> None:
    fuse = Fuse()
    fuse.heed(Reply(raw="Answer: true"), fuse.begin())
    for _ in range(100):
        kind = "too-long" if "context" in error else "rejected"
        fuse.heed(failure(kind, error), fuse.begin())
    assert fuse.reason is None


@pytest.mark.parametrize("kind", ["not-found", "rejected", "malformed"])
def test_an_endpoint_that_refuses_fifty_in_a_row_is_given_up_whatever_it_answered_before(
    kind: str,
) -> None:
    fuse = Fuse()
    fuse.heed(Reply(raw="Answer: true"), fuse.begin())
    slow = fuse.begin()
    for n in range(100):
        fuse.heed(failure(kind, "HTTP 4xx: its own sentence"), fuse.begin())
        if n == 40:
            fuse.heed(Reply(raw="Answer: true"), fuse.begin())
    assert fuse.reason is None
    fuse.heed(failure(kind, "HTTP 4xx: its own sentence"), slow)
    assert fuse.reason == (
        f"after answers, 60 requests in a row failed: {halted(kind, 'HTTP 4xx: its own sentence')}"
    )


def test_a_rate_limit_is_waited_for_in_rounds_and_a_burst_is_one_round() -> None:
    fuse = Fuse(limited_s=0)
    for n in range(9):
        burst = [fuse.begin() for _ in range(64)]
        for attempt in burst:
            fuse.heed(failure("rate-limit", "HTTP 429: slow down"), attempt)
        assert (fuse.limited, fuse.reason) == (n + 1, None)
    fuse.heed(failure("rate-limit", "HTTP 429: slow down"), fuse.begin())
    assert "rate limit has let no request through" in (fuse.reason or "")
    assert "(HTTP 429: slow down); repeat the command when" in (fuse.reason or "")


def test_a_rate_limit_that_lets_a_request_through_or_is_young_gives_up_nothing() -> None:
    young, open_at_times = Fuse(), Fuse(limited_s=0)
    for n in range(100):
        for fuse in (young, open_at_times):
            fuse.heed(failure("rate-limit", "HTTP 429"), fuse.begin())
        if n % 9 == 8:
            open_at_times.heed(Reply(raw="Answer: true"), open_at_times.begin())
    assert (young.reason, open_at_times.reason) == (None, None)


@pytest.mark.parametrize("kind", ["auth", "payment", "not-found", "forbidden", "moved"])
def test_answers_of_an_earlier_start_or_another_host_hide_no_hopeless_endpoint(kind: str) -> None:
    fuse = Fuse(has_answered=True)
    for _ in range(10):
        fuse.heed(failure(kind, "HTTP 4xx: its own sentence"), fuse.begin())
    assert fuse.reason is not None


@pytest.mark.parametrize("kind", ["forbidden", "refused", "rejected", "too-long"])
def test_refusals_of_questions_halt_no_run_that_was_answered_before(kind: str) -> None:
    fuse = Fuse(has_answered=True)
    for _ in range(100):
        fuse.heed(failure(kind, "the input was flagged"), fuse.begin())
    assert fuse.reason is None


def test_a_filter_needs_more_refusals_than_a_wrong_setting() -> None:
    fuse = Fuse()
    for _ in range(19):
        fuse.heed(failure("rejected", "HTTP 400: content management policy"), fuse.begin())
    assert fuse.reason is None
    fuse.heed(failure("rejected", "HTTP 400: content management policy"), fuse.begin())
    assert fuse.reason is not None


def test_only_a_few_requests_go_out_before_the_first_reply_but_not_for_long() -> None:
    async def started() -> tuple[int, int]:
        pace = Pace(Limits(concurrency=16))
        tasks = [asyncio.create_task(pace.enter(0)) for _ in range(16)]
        await asyncio.sleep(0.05)
        at_first = pace.in_flight
        await asyncio.gather(*tasks)  # nothing replies, yet all are sent in the end
        return at_first, pace.in_flight

    assert asyncio.run(started()) == (4, 16)


def test_a_key_that_expires_is_seen_but_not_by_three_refusals() -> None:
    fuse = Fuse()
    fuse.heed(Reply(raw="Answer: true"))
    for _ in range(9):
        fuse.heed(failure("auth", "HTTP 401: expired"))
    assert fuse.reason is None
    fuse.heed(failure("auth", "HTTP 401: expired"))
    assert fuse.reason is not None


@pytest.mark.parametrize("has_answered", [True, False])
def test_refused_questions_bring_no_expired_key_or_lost_model_closer(has_answered: bool) -> None:
    fuse = Fuse(has_answered=has_answered)
    if not has_answered:
        fuse.heed(Reply(raw="Answer: true"))
    for _ in range(40):
        fuse.heed(failure("rejected", "HTTP 400: no such setting"), fuse.begin())
    for kind in ("auth", "payment", "not-found"):
        fuse.heed(failure(kind, "HTTP 4xx: once"), fuse.begin())
        assert fuse.reason is None


def test_one_reply_between_failures_keeps_the_fuse_whole() -> None:
    fuse = Fuse(failures=3, at_first_s=0, later_s=0)
    for kind in ("connection", "server", "rejected", "timeout", "server"):
        fuse.heed(failure(kind, "x"))
    assert fuse.reason is None
    fuse.heed(failure("connection", "Connection refused"))
    assert "3 requests in a row (connection: Connection refused)" in (fuse.reason or "")


def test_an_endpoint_that_has_answered_is_waited_for_longer() -> None:
    fuse = Fuse(failures=2, at_first_s=0, later_s=60)
    fuse.heed(Reply(raw="Answer: true"))
    for _ in range(20):
        fuse.heed(failure("connection", "x"))
    assert fuse.reason is None
