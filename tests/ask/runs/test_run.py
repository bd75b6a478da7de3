import fcntl
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import duckdb
import orjson
import pytest

from engine.ask.endpoints.address import Address
from engine.ask.endpoints.pacing import Limits
from engine.ask.endpoints.profile import Profile
from engine.ask.endpoints.request_fields import Settings
from engine.ask.endpoints.retrying import Patience
from engine.ask.prompts.message import question
from engine.ask.runs import Delivery, Plan, Request, load_material, make_plan, run_plan
from engine.ask.runs.tally import Failure
from engine.core.errors import InputError, StoreError
from engine.core.machine import machine
from engine.pipeline.evaluate.endpoint_check import served_by
from engine.store import Journal, connect_read_only
from engine.store.responses.journal import journal_root
from tests.loopback import Loopback, loopback

KEY = "sk-planted-0123456789"
PATIENCE = Patience(attempts=2, first_wait_s=0.01)


@contextmanager
def _process(program: str, *arguments: str) -> Iterator[None]:
    """A process of Python that runs until the block ends; it has printed a line before."""
    with subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        yield


def _plan(db: Path, server: Loopback | None, **changes: object) -> Plan:
    request = Request("hand", **{"model": "m", **changes})
    where = Address(server.url, KEY) if server else None
    return make_plan(request, load_material(db, request), where)


def _rows(db: Path, query: str) -> list[tuple[object, ...]]:
    con = connect_read_only(db)
    try:
        return con.execute(query).fetchall()
    finally:
        con.close()


def test_a_run_asks_each_item_once_grades_it_and_stores_it(db: Path) -> None:
    with loopback() as server:
        plan = _plan(db, server)
        summary = run_plan(db, plan, Delivery(Limits(4)))
    assert server.requests == {question(item, "none"): 1 for item in plan.items}
    assert (summary.n, summary.n_right, summary.n_wrong) == (24, 8, 16)
    assert summary.accuracy == pytest.approx(1 / 3)
    assert summary.errors == {}
    assert _rows(db, "SELECT model, kind, prompt, n, n_right FROM accuracy") == [
        ("m", "endpoint", "zero-shot", 24, 8)
    ]
    assert _rows(db, "SELECT count(*), count(finished_at) FROM runs") == [(1, 1)]
    stored = _rows(
        db, "SELECT DISTINCT raw, finish_reason, prompt_tokens, completion_tokens FROM responses"
    )
    assert stored == [("Answer: true", "stop", 7, 3)]
    sent = [orjson.loads(str(row[0])) for row in _rows(db, "SELECT messages FROM messages")]
    assert len(sent) == 24
    assert sorted(map(orjson.dumps, sent)) == sorted(
        orjson.dumps(body["messages"]) for body in server.bodies
    )


def test_the_same_command_asks_nothing_twice(db: Path) -> None:
    with loopback() as server:
        run_plan(db, _plan(db, server))
        again = run_plan(db, _plan(db, server))
    assert server.requests.total() == 24
    assert (again.asked, again.n) == (0, 24)


def test_samples_are_separate_answers(db: Path) -> None:
    with loopback() as server:
        summary = run_plan(db, _plan(db, server, samples=3, limit=2))
    assert set(server.requests.values()) == {3}
    assert summary.n == 6
    assert _rows(db, "SELECT sample, count(*) FROM responses GROUP BY 1 ORDER BY 1") == [
        (0, 2),
        (1, 2),
        (2, 2),
    ]


def test_every_sample_has_a_seed_of_its_own(db: Path) -> None:
    with loopback() as server:
        run_plan(db, _plan(db, server, samples=4, limit=2, settings=Settings(seed=7)))
    seeds = [body["seed"] for body in server.bodies]
    assert 7 in seeds
    assert sorted(seeds.count(seed) for seed in set(seeds)) == [2, 2, 2, 2]
    kept = [(seed,) for seed in sorted(seeds)]
    assert _rows(db, "SELECT seed FROM item_responses ORDER BY 1") == kept
    assert (
        _rows(db, "SELECT count(DISTINCT seed) FROM item_responses GROUP BY sample") == [(1,)] * 4
    )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"split": "all"}, "asking all"),
        ({}, ": the test split; to ask all, use --split all"),
        ({"limit": 3}, ": a sample of the test split, stratified by "),
    ],
)
def test_a_run_says_how_many_questions_it_asks_and_why(
    db: Path, changes: dict[str, object], words: str
) -> None:
    assert words in load_material(db, Request("hand", **{"model": "m", **changes})).words()


def test_failed_requests_are_in_no_denominator_and_are_asked_again_on_request(db: Path) -> None:
    with loopback(faults=["400", "500", "500", "html"]) as server:
        first = run_plan(db, _plan(db, server), Delivery(Limits(1), patience=PATIENCE))
        assert first.errors == {"page": 1, "rejected": 1, "server": 1}
        assert (first.n, first.unasked) == (21, 0)
        assert first.n_right + first.n_wrong == 21
        assert Failure(1, "rejected", "HTTP 400: bad request") in first.failures
        counts = "SELECT n, n_error FROM accuracy"
        assert _rows(db, counts) == [(21, 3)]
        second = run_plan(db, _plan(db, server), Delivery(Limits(1), patience=PATIENCE))
    assert (second.asked, second.errors, second.n) == (3, {}, 24)
    assert _rows(db, counts) == [(24, 0)]


@pytest.mark.parametrize("fault", ["402", "404", "quota", "long", "400"])
def test_a_hopeless_run_ends_after_a_handful(db: Path, fault: str) -> None:
    with loopback(faults=[fault] * 24) as server:
        summary = run_plan(db, _plan(db, server), Delivery(patience=PATIENCE))
    assert summary.halted is not None
    assert server.requests.total() <= 16
    assert summary.accuracy is None
    assert _rows(db, "FROM accuracy") == []


def test_a_run_with_examples_shows_whole_triples_of_the_train_split(db: Path) -> None:
    with loopback() as server:
        run_plan(db, _plan(db, server, prompt="few-shot", limit=3))
    for body in server.bodies:
        messages = body["messages"]
        assert isinstance(messages, list)
        assert [m["role"] for m in messages] == ["system", *["user", "assistant"] * 3, "user"]


def test_no_context_shows_no_passage(db: Path) -> None:
    with loopback() as server:
        plan = _plan(db, server, probe="no-context", limit=3)
        run_plan(db, plan)
    assert plan.items[0].passage[0] not in orjson.dumps(server.bodies).decode()
    assert _rows(db, "SELECT probe FROM accuracy") == [("no-context",)]


def test_a_built_in_respondent_takes_the_same_way(db: Path) -> None:
    for model, right in (("solver", 24), ("constant-true", 8), ("majority", 8)):
        summary = run_plan(db, _plan(db, None, model=model))
        assert (summary.n, summary.n_right) == (24, right)
    assert _rows(db, "SELECT name, kind FROM models ORDER BY name") == [
        ("constant-true", "baseline"),
        ("majority", "baseline"),
        ("solver", "oracle"),
    ]


def test_built_in_respondents_are_blind_under_no_context(db: Path) -> None:
    summary = run_plan(db, _plan(db, None, model="solver", probe="no-context"))
    assert summary.n_right == 8


def test_a_database_held_by_a_reader_stops_and_loses_nothing(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.ask.runs.run._PATIENCE_S", 0.3)
    with loopback() as server:
        plan = _plan(db, server)
        holder = (
            "import duckdb, sys; con = duckdb.connect(sys.argv[1], read_only=True);"
            " print('held', flush=True); sys.stdin.read()"
        )
        with _process(holder, str(db)):
            held = run_plan(db, plan)
        assert "held open by" in (held.postponed or "")
        assert held.n == 24
        later = run_plan(db, plan)
    assert (later.asked, later.postponed) == (0, None)
    assert server.requests.total() == 24
    assert _rows(db, "SELECT count(*) FROM responses") == [(24,)]


def test_the_same_run_does_not_go_on_twice_at_once(db: Path) -> None:
    with loopback() as server:
        plan = _plan(db, server)
        run_plan(db, plan)
        lock = journal_root(db) / plan.run.run_hash / "lock"
        with lock.open("a+b") as other:
            fcntl.flock(other, fcntl.LOCK_EX)
            with pytest.raises(InputError, match="is already making the run"):
                run_plan(db, plan)


def test_a_torn_line_of_the_journal_is_asked_again_and_nothing_else(db: Path) -> None:
    with loopback() as server:
        plan = _plan(db, server)
        run_plan(db, plan)
        (journal,) = (journal_root(db) / plan.run.run_hash).glob("*.jsonl")
        whole = journal.read_bytes()
        journal.write_bytes(whole[:-100])
        again = run_plan(db, plan, Delivery(is_fresh=True))
    assert again.asked == 1
    assert server.requests.total() == 25
    assert again.n == 24


def test_a_failing_journal_ends_the_run_in_one_sentence(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreError("cannot write the journal: No space left on device")

    monkeypatch.setattr(Journal, "append", full)
    with loopback() as server, pytest.raises(StoreError, match="No space left"):
        run_plan(db, _plan(db, server), Delivery(Limits(4)))
    assert server.requests.total() <= 8


def test_the_key_is_nowhere_but_in_the_header(db: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    # beside a header's echo, a model that says its key, letter by letter and in other spellings
    spelt = (
        f"{KEY} {b64encode(KEY.encode()).decode()} {KEY.replace('-', '%2D')} {KEY[:9]}…{KEY[-3:]}"
    )
    with loopback(lambda _: spelt, faults=["401", "echo-key", "429", "cut"]) as server:
        run_plan(db, _plan(db, server), Delivery(Limits(1), patience=PATIENCE))
        run_plan(db, _plan(db, server, limit=2, settings=Settings(stream=True)))
    assert all(h["authorization"] == f"Bearer {KEY}" for h in server.headers)
    files = [path for path in db.parent.rglob("*") if path.is_file()]
    assert len(files) >= 4
    parts = (KEY[:9], KEY[-9:], KEY[3:-2], b64encode(KEY.encode()).decode()[:12])
    for part in parts:
        assert not [path for path in files if part.encode() in path.read_bytes()]
        assert part not in caplog.text
    con = duckdb.connect(str(db), read_only=True)
    texts = con.execute("SELECT responses::VARCHAR FROM responses").fetchall()
    con.close()
    assert KEY not in repr(texts)
    assert "[key]" in repr(texts)


def test_progress_names_what_was_there_and_what_is_new(db: Path) -> None:
    with loopback() as server:
        collected: list[int] = []
        run_plan(db, _plan(db, server, limit=2), advance=lambda n, _: collected.append(n))
        assert collected == [0, 1, 1]
        collected.clear()
        run_plan(db, _plan(db, server, limit=2), advance=lambda n, _: collected.append(n))
        assert collected == [2]


def test_an_item_that_stands_twice_in_a_set_is_asked_once(bigger: Callable[[int], Path]) -> None:
    path = bigger(5)
    con = duckdb.connect(str(path))
    con.execute(
        "INSERT INTO items SELECT item_id + 1000, * EXCLUDE (item_id) FROM items WHERE idx = 14"
    )
    con.close()
    with loopback() as server:
        summary = run_plan(path, _plan(path, server))
    assert summary.n == server.requests.total() == 3


def test_the_machine_is_stored_where_it_serves_the_weights(db: Path) -> None:
    profile = Profile("http://127.0.0.1:1/v1", "m", "2026-01-01", server="llama.cpp")
    with loopback() as server:
        known, unknown = _plan(db, server, weights="{}"), _plan(db, server)
    far = replace(known, where=Address("http://far.example/v1", "k"))
    assert served_by(known, profile) == f"llama.cpp, on {machine()}"
    assert served_by(unknown, profile) == served_by(far, profile) == "llama.cpp"


def test_weights_are_stored_with_a_run_and_others_are_refused(db: Path) -> None:
    with loopback() as server:
        run_plan(db, _plan(db, server))
        run_plan(db, _plan(db, server, weights='{"sha256": "1"}'))
        with pytest.raises(InputError, match="was begun with other weights of m"):
            run_plan(db, _plan(db, server, weights='{"sha256": "2"}'))
    assert _rows(db, "SELECT weights FROM runs WHERE prompt <> 'none'") == [('{"sha256": "1"}',)]
