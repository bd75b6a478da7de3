"""Questions handed over in batches: each answered once, whatever happens on the way."""

from pathlib import Path

import orjson
import pytest

from engine.ask.endpoints.address import Address
from engine.ask.endpoints.retrying import Patience
from engine.ask.runs import Delivery, Plan, Request, Summary, load_material, make_plan, run_plan
from engine.ask.runs.batching import n_out
from engine.core.errors import InputError
from engine.store import connect_read_only
from engine.store.responses.journal import journal_root
from tests.batch_endpoint import BatchEndpoint, batch_endpoint

KEY = "sk-planted-0123456789"


def _plan(db: Path, endpoint: BatchEndpoint, **changed: object) -> Plan:
    request = Request("hand", "m", **changed)
    return make_plan(request, load_material(db, request), Address(endpoint.url, KEY))


def _run(db: Path, plan: Plan, text: list[str] | None = None, **delivery: object) -> Summary:
    heard = text if text is not None else []
    patience = Patience(1, first_wait_s=0.01)
    how = {"is_batched": True, "look_every_s": 0.01, **delivery}
    return run_plan(db, plan, Delivery(patience=patience, tell=heard.append, **how))


def _folder(db: Path, plan: Plan) -> Path:
    return journal_root(db) / plan.run.run_hash


def test_a_batch_is_waited_for_and_graded(db: Path) -> None:
    collected: list[str] = []
    with batch_endpoint(looks=3) as endpoint:
        plan = _plan(db, endpoint, samples=2)
        summary = _run(db, plan, collected)
        again = _run(db, plan)
    assert (summary.n, summary.asked, summary.errors) == (48, 48, {})
    assert (summary.prompt_tokens, summary.halted) == (48 * 7, None)
    assert (again.n, again.asked) == (48, 0)
    assert len(endpoint.batches) == 1
    assert collected[0].startswith("48 questions are in flight in a batch, 0 of them done")
    con = connect_read_only(db)
    rows = con.execute("SELECT count(*), count(message_id), count(lenient) FROM responses")
    assert rows.fetchall() == [(48, 48, 48)]
    con.close()
    asked = orjson.loads(endpoint.files["file-0"].splitlines()[0])["body"]
    assert asked["model"] == "m"
    assert max(endpoint.asked.values()) == 2


def test_a_batch_of_which_nothing_was_heard_is_found_and_not_paid_twice(db: Path) -> None:
    with batch_endpoint(is_deaf=True) as endpoint:
        plan = _plan(db, endpoint)
        lost = _run(db, plan)
        assert lost.halted is not None
        assert lost.unasked == 24
        assert n_out(_folder(db, plan)) == 24
        found = _run(db, plan)
    assert (found.n, found.halted) == (24, None)
    assert len(endpoint.batches) == 1
    assert set(endpoint.asked.values()) == {1}


def test_what_expires_is_asked_anew_and_strange_lines_are_passed_over(db: Path) -> None:
    refused = {"status_code": 400, "body": {"error": {"message": "too long"}}}
    strange = [
        "not json",
        "[1]",
        orjson.dumps({"custom_id": "nobody.0.0", "response": refused}).decode(),
    ]
    with batch_endpoint(expired=10, extra_lines=strange) as endpoint:
        plan = _plan(db, endpoint)
        first = _run(db, plan)
        endpoint.expired = 0
        second = _run(db, plan)
    assert (first.n, first.unasked) == (14, 10)
    assert first.halted is not None
    assert "10 questions of a batch have no reply" in first.halted
    assert (second.n, second.asked, second.halted) == (24, 10, None)
    assert set(endpoint.asked.values()) == {1}


def test_a_batch_that_is_not_even_begun_says_why(db: Path) -> None:
    with batch_endpoint(refusal="model m is not for batches") as endpoint:
        summary = _run(db, _plan(db, endpoint))
    assert summary.halted is not None
    assert "model m is not for batches" in summary.halted
    assert summary.n == 0


def test_an_endpoint_without_batches_is_refused_without_its_key(db: Path) -> None:
    with batch_endpoint(has_batches=False) as endpoint:
        plan = _plan(db, endpoint)
        with pytest.raises(InputError, match="leave out --batch") as refused:
            _run(db, plan)
    assert KEY not in str(refused.value)
    assert n_out(_folder(db, plan)) == 0
    files = [path for path in db.parent.rglob("*") if path.is_file()]
    assert not [path for path in files if KEY.encode() in path.read_bytes()]


def test_what_is_out_is_not_asked_one_by_one(db: Path) -> None:
    with batch_endpoint(is_deaf=True) as endpoint:
        plan = _plan(db, endpoint)
        _run(db, plan)
        with pytest.raises(InputError, match="collect them with --batch"):
            _run(db, plan, is_batched=False)
