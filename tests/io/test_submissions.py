"""Files of raw replies: what is refused, and that every verdict is ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest
from duckdb import DuckDBPyConnection

from engine.ask.endpoints.address import Address
from engine.ask.endpoints.request_fields import Settings
from engine.ask.runs import Request, load_material, make_plan, run_plan
from engine.core.errors import InputError
from engine.core.items import Item, Origin
from engine.core.sampling import draw, sampled, stratified
from engine.io.submissions import (
    Header,
    Reply,
    Submission,
    judge,
    read_submission,
    submission_lines,
    submission_of,
)
from engine.io.submissions.sent import settings_kept
from engine.pipeline.generate.generation import make_spec
from engine.pipeline.generate.suites import SuiteEntry
from engine.store import DatasetMeta, connect, connect_read_only, items_table, write_items
from tests.choices_by_hand import choices
from tests.loopback import loopback
from tests.site.material import made_items

SPEC = make_spec("justlogic", {"recipe": "sound", "max_depth": "3"}, seed=1, n=54)
FROZEN: dict[str, str] = {}


@pytest.fixture(scope="module")
def items() -> tuple[Item, ...]:
    return made_items()


@pytest.fixture
def db(
    tmp_path: Path, items: tuple[Item, ...], monkeypatch: pytest.MonkeyPatch
) -> Iterator[DuckDBPyConnection]:
    """A database with a frozen set in it, the only one there is."""
    with closing(connect(tmp_path / "el.duckdb")) as con:
        first = items[0]
        meta = DatasetMeta("frozen", "justlogic", first.version, first.params, 1, recipe="sound")
        made = write_items(con, meta, items_table(items))
        FROZEN.clear()
        FROZEN[made.content_hash] = "frozen"
        entry = SuiteEntry("frozen", SPEC, made.content_hash)
        monkeypatch.setattr("engine.pipeline.publish.submissions.suite_names", lambda: ("one",))
        monkeypatch.setattr("engine.pipeline.publish.submissions.load_suite", lambda name: (entry,))
        yield con


def read(path: Path) -> Submission:
    return read_submission(path, FROZEN)


def header(con: DuckDBPyConnection, **others: Any) -> Header:  # Any: any field
    [(content,)] = con.execute("SELECT content_hash FROM datasets WHERE name = 'frozen'").fetchall()
    shown = {
        "format": "sorites-submission-1",
        "content_hash": content,
        "model": "their-model",
        "prompt": "zero-shot",
        "settings": {"temperature": 0},
        "asked_from": "2026-11-01",
        "asked_to": "2026-11-02",
        "contact": "them@example.org",
    }
    return Header.model_validate({**shown, **others})


def written(path: Path, head: Header, replies: list[Reply]) -> Path:
    path.write_bytes(b"".join(submission_lines(head, replies)))
    return path


def test_replies_are_judged_here_and_stand_among_regraded_figures(
    db: DuckDBPyConnection, items: tuple[Item, ...], tmp_path: Path
) -> None:
    replies = [Reply(item=item.hash, raw="**Answer:** true") for item in items[:-2]]
    replies += [
        Reply(item=items[-2].hash, raw="Hard to say."),
        Reply(item=items[-1].hash, raw=None),
    ]
    shown = read(written(tmp_path / "sent.jsonl", header(db), replies))
    found = judge(db, shown)
    true = sum(item.gold == "true" for item in items[:-2])
    assert (found.n_asked, found.n_replies, found.n_right, found.n_no_answer) == (54, 54, true, 1)
    assert found.is_whole
    row = db.execute("SELECT origin, kind, n, n_right, n_error FROM accuracy").fetchall()
    assert row == [("regraded", "published", 53, true, 1)]
    assert judge(db, shown) == found  # a second time changes nothing
    assert db.execute("SELECT count(*) FROM responses").fetchall() == [(54,)]


def test_what_lacks_replies_is_not_whole_and_nothing_of_it_is_recorded(
    db: DuckDBPyConnection, items: tuple[Item, ...], tmp_path: Path
) -> None:
    test_items = [item for item in items if item.split == "test"]
    replies = [Reply(item=item.hash, raw="true") for item in test_items[1:]]
    sent = written(tmp_path / "sent.jsonl", header(db, split="test"), replies)
    found = judge(db, read(sent))
    assert found.n_asked == len(test_items)
    assert not found.is_whole
    assert db.execute("SELECT count(*) FROM responses").fetchall() == [(0,)]
    assert db.execute("SELECT count(*) FROM runs").fetchall() == [(0,)]


def test_a_sample_is_drawn_again_so_that_none_of_it_can_be_left_out(
    db: DuckDBPyConnection, items: tuple[Item, ...], tmp_path: Path
) -> None:
    drawn = stratified([item for item in items if item.split == "test"], 9)
    replies = [Reply(item=item.hash, raw="true") for item in drawn]
    head = header(db, split="test", limit=9)
    found = judge(db, read(written(tmp_path / "a.jsonl", head, replies)))
    assert (found.n_asked, found.is_whole) == (9, True)
    assert not judge(db, read(written(tmp_path / "b.jsonl", head, replies[1:]))).is_whole
    others = [Reply(item=item.hash, raw="true") for item in items[:9]]
    with pytest.raises(InputError, match="not among what the first line says"):
        judge(db, read(written(tmp_path / "c.jsonl", head, others)))


def test_a_small_sample_drawn_before_they_were_spread_is_judged_if_it_is_whole(
    db: DuckDBPyConnection, items: tuple[Item, ...], tmp_path: Path
) -> None:
    known, head = [sampled(item) for item in items], header(db, limit=4)
    former = sorted(draw(known, 4, spread=False))
    assert not set(former) <= draw(known, 4)
    replies = [Reply(item=name, raw="true") for name in former]
    found = judge(db, read(written(tmp_path / "a.jsonl", head, replies)))
    assert (found.n_asked, found.is_whole) == (4, True)
    strange = next(i.hash for i in items if i.hash not in draw(known, 4) | set(former))
    replies[0] = Reply(item=strange, raw="true")
    with pytest.raises(InputError, match="not among what the first line says"):
        judge(db, read(written(tmp_path / "b.jsonl", head, replies)))


def test_of_a_run_of_ours_weights_server_probe_and_settings_are_kept(
    db: DuckDBPyConnection, items: tuple[Item, ...], tmp_path: Path
) -> None:
    replies = [Reply(item=item.hash, raw="true", scores={"true": -0.5}) for item in items]
    ours = {"weights": {"sha256": "ab"}, "server": "a server 1.0", "settings": {"system": "Think."}}
    sent = read(written(tmp_path / "a.jsonl", header(db, probe="no-logic", **ours), replies))
    assert judge(db, sent, Origin.MEASURED).is_whole
    rows = db.execute("SELECT origin, probe, weights, server, settings FROM runs").fetchone()
    text = '{"sha256":"ab"}', "a server 1.0", '{"system":"Think."}'
    assert rows == ("measured", "no-logic", *text)
    assert db.execute("SELECT DISTINCT scores FROM responses").fetchall() == [('{"true":-0.5}',)]


def test_an_unfinished_run_is_not_written(
    db: DuckDBPyConnection, items: tuple[Item, ...], tmp_path: Path
) -> None:
    replies = [Reply(item=item.hash, raw="true") for item in items]
    found = judge(db, read(written(tmp_path / "a.jsonl", header(db), replies)), Origin.MEASURED)
    db.execute("UPDATE runs SET n_planned = 55")
    with pytest.raises(InputError, match="54 of 55 questions; repeat its command"):
        submission_of(db, found.run_hash, "me@example.org")


def test_empty_lines_at_the_end_are_no_replies(
    db: DuckDBPyConnection, items: tuple[Item, ...], tmp_path: Path
) -> None:
    path = written(tmp_path / "sent.jsonl", header(db), [Reply(item=items[0].hash, raw="true")])
    path.write_bytes(path.read_bytes() + b"\r\n \n")
    assert len(read(path).replies) == 1


@pytest.mark.parametrize(
    "settings",
    [
        {"accuracy": "99.9% right"},
        {"extra": {"note": "99.9% right"}},
        {"system": "I am 99.9% right."},
        {"temperature": "99.9% right"},
        {"reasoning_effort": "99.9% right"},
        {"prompt": "99.9% right"},
        {"seed": ["99.9% right"], "stop": {"99.9% right": 1}},
    ],
)
def test_of_a_text_among_the_settings_a_digest_alone_is_kept(
    db: DuckDBPyConnection, items: tuple[Item, ...], tmp_path: Path, settings: dict[str, Any]
) -> None:
    replies = [Reply(item=item.hash, raw="true") for item in items]
    found = judge(db, read(written(tmp_path / "a", header(db, settings=settings), replies)))
    assert found.is_whole
    [(kept,)] = db.execute("SELECT settings FROM runs").fetchall()
    assert kept.count("SHA-256 ") == len(settings)
    assert "right" not in kept


def test_a_run_asked_here_with_whatever_settings_can_be_sent_in(
    db: DuckDBPyConnection, tmp_path: Path
) -> None:
    db.close()  # the run is made by others
    path = tmp_path / "el.duckdb"
    settings = Settings(
        temperature=0.5,
        top_p=0.9,
        max_tokens=100,
        seed=1,
        reasoning_effort="high",
        stop=("\n\n",),
        system="Be brief, and 100% sure.",
        extra={"guided_regex": "(true|false) [a-z]+", "plugins": [{"max_results": 3}]},
    )
    request = Request("frozen", "their-model", split="test", settings=settings)
    with loopback() as server:
        plan = make_plan(request, load_material(path, request), Address(server.url, "sk-planted"))
        assert run_plan(path, plan).n == plan.run.n_planned
    with closing(connect_read_only(path)) as con:
        head, replies = submission_of(con, plan.run.run_hash[:12], "them@example.org")
    sent = read(written(tmp_path / "sent.jsonl", head, list(replies)))
    with closing(connect(path)) as con:
        assert judge(con, sent).is_whole
        asked, kept = (
            orjson.loads(settings)
            for (settings,) in con.execute("SELECT settings FROM runs ORDER BY run_id").fetchall()
        )
    texts = {"system", "stop", "extra"}
    assert {name for name in asked if kept[name] != asked[name]} == texts
    assert all(kept[name].startswith("SHA-256 ") for name in texts)


def test_two_texts_have_two_digests() -> None:
    first, second = (settings_kept({"system": text}) for text in ("Be brief.", "Be long."))
    assert first != second


def test_verdicts_and_scores_are_refused(
    db: DuckDBPyConnection, items: tuple[Item, ...], tmp_path: Path
) -> None:
    path = written(tmp_path / "sent.jsonl", header(db), [])
    first = path.read_bytes()
    for line, problem in (
        ({"raw": "true", "outcome": "right"}, "outcome: there is no such field; scores"),
        ({"raw": "true", "score": 1.0}, "score: there is no such field"),
        ({"raw": 1}, "raw"),
        ({"raw": "true", "rotation": -1}, "rotation"),
    ):
        path.write_bytes(first + orjson.dumps({"item": items[0].hash, **line}) + b"\n")
        with pytest.raises(InputError, match=f"line 2: {problem}"):
            read(path)


def test_strange_and_repeated_items_and_other_data_sets_are_refused(
    db: DuckDBPyConnection, items: tuple[Item, ...], tmp_path: Path
) -> None:
    twice = [Reply(item=items[0].hash, raw="true")] * 2
    with pytest.raises(InputError, match=r"line 3: the item .* is there twice"):
        read(written(tmp_path / "a.jsonl", header(db), twice))
    with pytest.raises(InputError, match=r"no suite has frozen .*one of: frozen"):
        read(written(tmp_path / "b.jsonl", header(db, content_hash="0" * 64), []))
    strange = written(tmp_path / "c.jsonl", header(db), [Reply(item="f" * 64, raw="true")])
    with pytest.raises(InputError, match="not among what the first line says"):
        judge(db, read(strange))
    (tmp_path / "d.jsonl").write_text("not json\n")
    with pytest.raises(InputError, match="line 1: not JSON"):
        read(tmp_path / "d.jsonl")


def test_no_run_that_was_not_measured_here_is_written(
    db: DuckDBPyConnection, items: tuple[Item, ...], tmp_path: Path
) -> None:
    replies = [Reply(item=item.hash, raw="true") for item in items]
    judged = judge(db, read(written(tmp_path / "a.jsonl", header(db), replies)))
    with pytest.raises(InputError, match="0 runs"):
        submission_of(db, judged.run_hash, "me@example.org")
    db.execute("UPDATE runs SET origin = 'measured'")
    head, again = submission_of(db, judged.run_hash[:12], "me@example.org")
    assert (head.model, str(head.asked_from), head.contact) == (
        "their-model",
        "2026-11-01",
        "me@example.org",
    )
    assert [reply.item for reply in again] == [item.hash for item in items]


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        ("model", "solver", "built-in"),
        ("model", "Bag-Of-Words", "built-in"),
        ("model", "\uff53olver", "built-in"),  # wide letters, which look alike
        ("model", "prover-99", "built-in"),
        ("model", "baseline:any", "built-in"),
        ("model", "prover-7 ", "blank"),
        ("model", " ", "blank"),
        ("model", "", "blank"),
        ("model", "a\0b", "unprintable"),
        ("model", "solver\u200b", "unprintable"),
        ("prompt", " ", "blank"),
        ("contact", "a\nb", "unprintable"),
        ("asked_from", "2026-11-03", "after asked_to"),
        ("asked_to", "2999-01-01", "still to come"),
    ],
)
def test_headers_that_cannot_be_true_are_refused_in_a_sentence(
    db: DuckDBPyConnection, tmp_path: Path, field: str, value: str, complaint: str
) -> None:
    shown = header(db).model_dump(mode="json") | {field: value}
    path = tmp_path / "sent.jsonl"
    path.write_bytes(orjson.dumps(shown) + b"\n")
    with pytest.raises(InputError, match=f"line 1: .*{complaint}"):
        read(path)


def test_names_of_models_that_are_like_a_built_in_one_are_free(db: DuckDBPyConnection) -> None:
    for name in ("deepseek-prover-v2", "Llama 3.1 8B", "推理者", "solver-large"):
        assert header(db, model=name).model == name


def test_orders_of_options_that_are_not_there_are_refused(
    db: DuckDBPyConnection, items: tuple[Item, ...], tmp_path: Path
) -> None:
    replies = [Reply(item=item.hash, raw="true") for item in items]
    sent = written(tmp_path / "a.jsonl", header(db, rotated=True), replies)
    with pytest.raises(InputError, match="nothing to rotate"):
        judge(db, read(sent))


def test_each_question_is_asked_in_as_many_orders_as_it_has_options(
    db: DuckDBPyConnection, tmp_path: Path
) -> None:
    shown = choices(2)
    meta = DatasetMeta("choices", "by-hand-choice", version=1, params="{}", seed=0)
    made = write_items(db, meta, items_table(shown))
    head = header(db, rotated=True, content_hash=made.content_hash)
    orders = [Reply(item=item.hash, raw="A", rotation=n) for item in shown for n in range(4)]
    whole = Submission(tmp_path / "a.jsonl", head, tuple(orders), "choices", "0" * 64)
    found = judge(db, whole)
    assert (found.n_asked, found.n_right, found.is_whole) == (16, 4, True)
    orders[3] = orders[3].model_copy(update={"rotation": 4})
    with pytest.raises(InputError, match=r"line 5: .*rotation 4"):
        judge(db, replace(whole, replies=tuple(orders)))
