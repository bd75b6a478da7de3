from datetime import date
from pathlib import Path

import pytest

from engine.ask.endpoints.address import Address
from engine.ask.endpoints.pacing import Limits, Pace
from engine.ask.runs import (
    Price,
    Request,
    Series,
    Tally,
    cost_of,
    load_material,
    make_plan,
    run_plan,
)
from engine.ask.runs import spool as spooled
from engine.ask.runs.material import Material
from engine.ask.runs.plan import Questions
from engine.ask.runs.spending import source_of_cost
from engine.ask.runs.spool import Items
from engine.ask.runs.tally import Failure
from engine.core.items import Grade, Outcome, Response
from engine.pipeline.evaluate.run_state import RunState
from engine.show.terminal import progress as shown_progress
from engine.show.terminal.progress import progress
from engine.store import connect_read_only
from tests.items_by_hand import items
from tests.loopback import loopback

RIGHT = Grade("true", "true", Outcome.RIGHT, Outcome.RIGHT, "answer-line")
CHARGED = "as the endpoint charged"
ERROR = Grade(None, None, Outcome.ERROR, Outcome.ERROR, "error")


def test_items_come_back_from_the_file_as_they_went_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spooled, "_AT_HAND", 5)
    given = list(items(6, train=1))
    kept = Items([*given, *given[:4]])
    assert list(kept) == given
    assert (kept[-1], kept[2:7]) == (given[-1], given[2:7])
    assert [kept.place(item.hash) for item in given] == list(range(len(given)))
    assert kept.place("absent") is None
    with pytest.raises(IndexError):
        kept[len(given)]


def test_only_questions_without_an_answer_are_left(db: Path) -> None:
    material = load_material(db, Request("hand", "m", limit=4))
    questions = Questions(material.items, samples=3, is_rotated=False)
    assert len(questions) == len(list(questions)) == 12
    first = material.items[0].hash
    left = list(questions.without(lambda name, sample, _: name == first and sample < 2))
    assert [(q.item.hash == first, q.sample) for q in left].count((True, 2)) == 1
    assert len(left) == 10


def test_an_error_gives_way_to_an_answer_and_no_answer_to_an_error() -> None:
    given = items(2, train=0)
    tally = Tally(Items(given))
    failed = Response(given[0].hash, error_kind="timeout", error="x")
    tally.add(failed, ERROR)
    assert (tally.n, tally.interval, tally.failures) == (0, None, (Failure(1, "timeout", "x"),))
    answered = Response(given[0].hash, raw="Answer: true", prompt_tokens=7, completion_tokens=3)
    tally.add(answered, RIGHT)
    tally.add(failed, ERROR)
    tally.add(answered, RIGHT)
    assert (tally.n, tally.errors, tally.prompt_tokens) == (1, {}, 7)
    assert tally.outcomes[Outcome.RIGHT] == 1
    assert tally.has_answer(given[0].hash, 0, 0)
    assert not tally.has_answer(given[0].hash, 1, 0)


def test_answers_of_others_items_count_for_nothing() -> None:
    tally = Tally(Items(items(1, train=0)))
    tally.add(Response("0" * 64, raw="Answer: true"), RIGHT)
    assert (tally.n, tally.interval) == (0, None)


def test_the_interval_of_a_run_is_that_of_the_board(db: Path) -> None:
    with loopback(lambda asked: f"Answer: {'true' if len(asked) % 3 else 'false'}") as server:
        where = Address(server.url, "sk-planted-0123456789")
        request = Request("hand", "m", split="all", samples=2)
        summary = run_plan(db, make_plan(request, load_material(db, request), where))
    con = connect_read_only(db)
    board = con.execute("SELECT value, n, low, high FROM accuracy")
    [(value, n, low, high)] = board.fetchall()
    con.close()
    assert 0 < value < 1
    assert (summary.accuracy, summary.n) == (pytest.approx(value), n)
    assert (summary.low, summary.high) == pytest.approx((low, high), abs=1e-9)


def test_the_line_on_the_terminal_ends_with_what_the_whole_run_stands_at(
    db: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = make_plan(Request("hand", "majority", split="all"), _material(db), None)
    tally = Tally(plan.items)
    state = RunState(Series((plan,)), None, {}, {})
    with progress(state.title(), len(plan.items)) as shown:
        step = state.begin(plan, shown)
        step(0, tally)
        for item in plan.items:
            tally.add(Response(item.hash, raw="Answer: true"), RIGHT)
            step(1, tally)
    shown = capsys.readouterr().err
    assert f"{len(plan.items)}/{len(plan.items)}" in shown
    assert "100% right" in shown


def test_where_there_is_no_terminal_a_silent_run_writes_why_from_time_to_time(
    db: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shown_progress, "_EVERY_LINE_S", 0.0)
    plan = make_plan(Request("hand", "majority", split="all"), _material(db), None)
    pace = Pace(Limits())
    pace.hold(60, "as the endpoint asks")
    state = RunState(Series((plan,)), None, {}, {0: pace})
    with progress(state.title(), len(plan.items)) as shown:
        state.begin(plan, shown)(0, Tally(plan.items))
    n = len(plan.items)
    line = f"majority on hand: 0 of {n}, waits 60 s (as the endpoint asks), 0/16 slots"
    assert line in capsys.readouterr().err.splitlines()


def test_a_run_costs_what_the_endpoint_charged_and_where_it_does_not_say_the_price() -> None:
    first, second, third, last = given = items(4, train=0)[:4]
    tally, price = Tally(Items(given)), Price(1e6, 0.0, date(2026, 11, 28), "here")
    assert cost_of(tally, None) is None
    tally.add(Response(first.hash, raw="x", prompt_tokens=7, cost_usd=0.25), RIGHT)
    for known in (None, price):
        assert (cost_of(tally, known), source_of_cost(tally, known)) == (0.25, CHARGED)
    tally.add(Response(second.hash, raw="x", prompt_tokens=7, is_reused=True), RIGHT)
    tally.add(Response(third.hash, raw="x", prompt_tokens=2, completion_tokens=0), RIGHT)
    assert (cost_of(tally, None), cost_of(tally, price)) == (None, 2.25)
    words = f"{CHARGED} for 1 answers, the others at the price of {price.on} (here)"
    assert source_of_cost(tally, price) == words
    tally.add(Response(last.hash, raw="x"), RIGHT)
    assert cost_of(tally, price) is None


def _material(db: Path) -> Material:
    return load_material(db, Request("hand", "majority", split="all"))


def test_samples_of_an_item_narrow_no_interval() -> None:
    given = items(4, train=0)
    once, often = Tally(Items(given)), Tally(Items(given))
    for item in given:
        once.add(Response(item.hash, raw="x"), RIGHT)
        for sample in range(5):
            often.add(Response(item.hash, sample, raw="x"), RIGHT)
    assert once.interval == often.interval
