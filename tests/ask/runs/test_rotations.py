"""Rotations, languages and probes of single choices, from the question to the database."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from engine.analysis.items.item_record import item_record
from engine.ask.endpoints.address import Address
from engine.ask.endpoints.pacing import Limits
from engine.ask.endpoints.retrying import Patience
from engine.ask.prompts import QuestionKind, withheld
from engine.ask.prompts.message import question
from engine.ask.respondents import baselines_for
from engine.ask.runs import Delivery, Plan, Request, Summary, load_material, make_plan, run_plan
from engine.core.errors import InputError
from engine.core.items import Item
from engine.core.rotations import rotated
from engine.core.sampling import stratified
from engine.pipeline.evaluate.preview import preview
from engine.store import DatasetMeta, connect, connect_read_only, items_table, write_items
from tests.choices_by_hand import choices
from tests.items_by_hand import items
from tests.loopback import Loopback, loopback
from tests.store.views import view

ITEMS = choices(36, train=12)
ENGLISH = [item for item in ITEMS if item.role == "english" and item.split == "test"]
PATIENCE = Patience(attempts=1, first_wait_s=0.01)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "test.duckdb"
    with connect(path) as con:
        write_items(con, DatasetMeta("pairs", "by-hand-choice", 1, "{}", 0), items_table(ITEMS))
        write_items(con, DatasetMeta("hand", "by-hand", 1, "{}", 0), items_table(items(4)))
    return path


def plan(db: Path, server: Loopback | None, **changes: object) -> Plan:
    request = Request(**{"dataset": "pairs", "model": "m", "rotations": True, **changes})
    where = Address(server.url, "sk-planted-0123456789") if server else None
    return make_plan(request, load_material(db, request), where)


def run(db: Path, server: Loopback | None, **changes: object) -> Summary:
    return run_plan(db, plan(db, server, **changes), Delivery(Limits(4), patience=PATIENCE))


def choosing(pick: Callable[[Item], str]) -> Callable[[str], str]:
    """A model that knows the items by their text and chooses the option with the picked key."""
    shown = {
        question(rotated(item, rotation), "none"): (item, rotation)
        for item in ENGLISH
        for rotation in range(4)
    }

    def answer(asked: str) -> str:
        item, rotation = shown[asked]
        text = next(option.text for option in item.options if option.key == pick(item))
        own = rotated(item, rotation)
        return "Answer: " + next(option.key for option in own.options if option.text == text)

    return answer


def scores(db: Path) -> dict[str, float]:
    with connect_read_only(db) as con:
        [row] = view(con, "circular", "pairs")
    return row


def test_every_item_is_asked_once_in_every_order_of_its_options(db: Path) -> None:
    with loopback(lambda _: "Answer: B") as server:
        summary = run(db, server)
        again = run(db, server)
    assert set(server.requests.values()) == {1}
    assert set(server.requests) == {
        question(rotated(item, rotation), "none") for item in ENGLISH for rotation in range(4)
    }
    assert (summary.n, summary.n_planned, again.asked) == (96, 96, 0)
    row = scores(db)
    assert (row["n"], row["accuracy"], row["circular"]) == (24, 0.25, 0)
    assert row["partial_circular"] == pytest.approx(0)


def test_choosing_by_content_is_agreement_whatever_the_letters(db: Path) -> None:
    with loopback(choosing(lambda item: item.gold)) as server:
        assert run(db, server).accuracy == 1
    row = scores(db)
    assert [row[name] for name in ("accuracy", "circular", "partial_circular")] == [1, 1, 1]
    with connect_read_only(db) as con:
        stored = con.execute(
            "SELECT DISTINCT r.lenient = i.gold AND r.strict = i.gold FROM responses r"
            " JOIN items i USING (item_id)"
        ).fetchall()
        replies = con.execute("SELECT count(DISTINCT raw) FROM responses").fetchall()
    assert stored == [(True,)]
    assert replies == [(4,)]


def test_a_run_that_broke_off_asks_only_the_rotations_it_lacks(db: Path) -> None:
    with loopback(lambda _: "Answer: C", faults=["400"] * 5) as server:
        first = run(db, server)
        assert first.errors == {"rejected": 5}
        assert scores(db)["n"] < 25
        second = run(db, server)
    assert (second.asked, second.errors) == (5, {})
    assert server.requests.total() == 101
    assert (scores(db)["n"], scores(db)["n_unanswered"]) == (24, 0)


def test_a_rotated_run_is_another_run_than_a_plain_one(db: Path) -> None:
    with loopback() as server:
        turned, plain = plan(db, server), plan(db, server, rotations=False)
    assert turned.run.run_hash != plain.run.run_hash
    assert turned.run.command is not None
    assert turned.run.command.endswith("--rotations")
    assert (len(turned.questions), len(plain.questions)) == (96, 24)


def test_labels_have_no_order_to_rotate(db: Path) -> None:
    with pytest.raises(InputError, match="no ordered options to rotate"):
        plan(db, None, dataset="hand", model="random")


def test_english_is_asked_unless_another_language_is_wanted(db: Path) -> None:
    assert plan(db, None, model="random").run.language == "en"
    twins = plan(db, None, model="random", language="symbolic")
    assert {item.traits.language for item in twins.items} == {"symbolic"}
    assert twins.run.command is not None
    assert "--language symbolic" in twins.run.command
    whole = plan(db, None, model="random", language="all")
    assert (len(whole.items), whole.run.language) == (48, None)
    assert plan(db, None, dataset="hand", model="random", rotations=False).run.language is None
    with pytest.raises(InputError, match="it has en, symbolic"):
        plan(db, None, model="random", language="carroll")
    limited = plan(db, None, model="random", limit=5)
    assert [item.traits.language for item in limited.items] == ["en"] * 5


@pytest.mark.parametrize("changes", [{}, {"rotations": False}, {"limit": 10}])
def test_the_interval_stated_is_that_of_the_boards(db: Path, changes: dict[str, object]) -> None:
    shown = run(db, None, model="random", **changes)
    with connect_read_only(db) as con:
        found = con.execute("SELECT value, low, high FROM accuracy").fetchall()
        boards = con.execute(
            "SELECT value, low, high FROM leaderboard WHERE metric = 'accuracy'"
        ).fetchall()
    assert shown.accuracy is not None
    assert 0 < shown.accuracy < 1
    assert found == boards == [pytest.approx((shown.accuracy, shown.low, shown.high), abs=1e-12)]


@pytest.mark.parametrize("name", baselines_for(QuestionKind.CHOICE))
def test_every_built_in_respondent_for_choices_runs_the_whole_way(db: Path, name: str) -> None:
    summary = run(db, None, model=name)
    assert (summary.n, summary.n_no_answer, summary.errors) == (96, 0, {})
    row = scores(db)
    assert row["kind"] == ("oracle" if name == "solver" else "baseline")
    assert row["circular"] <= row["partial_circular"] + 1e-12 <= row["accuracy"] + 1e-9
    if name == "solver":
        assert row["accuracy"] == 1
    elif name == "majority":
        assert (row["accuracy"], row["circular"]) == (0.25, 0)
    elif name != "random":
        assert row["accuracy"] == row["circular"] == pytest.approx(row["partial_circular"])


def test_random_guesses_each_rotation_anew(db: Path) -> None:
    run(db, None, model="random")
    with connect_read_only(db) as con:
        patterns = con.execute(
            "SELECT count(DISTINCT lenient) FROM responses GROUP BY item_id"
        ).fetchall()
    assert len(set(patterns)) > 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"model": "negation-cue"}, "does not answer questions of this kind"),
        ({"dataset": "hand", "model": "longest-option", "rotations": False}, "does not answer"),
        ({"model": "random", "probe": "withheld-option", "rotations": False}, "cannot write one"),
        ({"model": "random", "probe": "withheld-option"}, "leave out --rotations"),
        ({"model": "random", "probe": "no-context"}, "no probe 'no-context' for questions of this"),
        ({"model": "random", "probe": "nonsense"}, "choose one of none, no-logic, no-content"),
        ({"dataset": "hand", "probe": "options-only", "rotations": False}, "no probe"),
        ({"prompt": "zero-shot+forms"}, "names forms of argument"),
        (
            {"prompt": "few-shot", "probe": "withheld-option", "rotations": False},
            "takes no examples",
        ),
    ],
)
def test_what_does_not_go_together_is_refused(
    db: Path, changes: dict[str, object], message: str
) -> None:
    with loopback() as server, pytest.raises(InputError, match=message):
        plan(db, server, **changes)


@pytest.mark.parametrize(
    ("probe", "kept"),
    [
        ("none", (True, True)),
        ("no-logic", (True, True)),
        ("no-content", (False, True)),
        ("options-only", (False, False)),
    ],
)
def test_a_probe_shows_what_it_leaves(db: Path, probe: str, kept: tuple[bool, bool]) -> None:
    with loopback(lambda _: "Answer: A") as server:
        run(db, server, probe=probe, limit=1)
    (item,) = stratified(ENGLISH, 1)
    for body in server.bodies:
        messages = body["messages"]
        assert isinstance(messages, list)
        shown = messages[-1]["content"]
        assert (item.passage[0] in shown, item.question in shown) == kept
        assert all(option.text in shown for option in item.options)
        assert ("without" in messages[0]["content"] or "not use" in messages[0]["content"]) == (
            probe == "no-logic"
        )


def test_three_shots_are_one_of_each_type_under_other_letters(db: Path) -> None:
    with loopback(lambda _: "Answer: A") as server:
        run(db, server, prompt="few-shot", limit=3)
    sent = [body["messages"] for body in server.bodies]
    assert {len(messages) for messages in sent if isinstance(messages, list)} == {8}
    examples = plan(db, None, prompt="few-shot", limit=3, model="x").examples.for_item(ENGLISH[0])
    assert {item.traits.question_type for item in examples} == {"3c1e", "3e1c", "missing"}
    assert len({item.gold for item in examples}) == 3
    assert {item.traits.language for item in examples} == {"en"}
    assert {item.split for item in examples} == {"train"}


def test_the_contamination_probe_counts_options_given_word_for_word(db: Path) -> None:
    shown = {question(item, "withheld-option"): withheld(item).text for item in ENGLISH}
    known = set(list(shown)[:6])

    def answer(asked: str) -> str:
        assert f". {shown[asked]}" not in asked
        assert "[withheld]" in asked
        return shown[asked] if asked in known else "The moon is made of cheese."

    with loopback(answer) as server:
        run(db, server, rotations=False, probe="withheld-option")
    with connect_read_only(db) as con:
        [row] = view(con, "contamination", "pairs")
        board = view(con, "leaderboard")
        assert con.execute("FROM accuracy").fetchall() == []
        assert item_record(con, ENGLISH[0].hash).answers == ()
    assert (row["n"], row["n_matched"], row["n_verbatim"], row["value"]) == (24, 6, 6, 0.25)
    assert 0 < row["low"] < 0.25 < row["high"] < 1
    assert [entry for entry in board if entry["origin"] == "measured"] == []


def test_a_withheld_option_is_a_wrong_one_and_always_the_same() -> None:
    for item in ITEMS:
        assert withheld(item).key != item.gold
        assert withheld(item) == withheld(item)
    assert {withheld(item).key for item in ITEMS} == set("ABCD")


def test_a_preview_is_what_is_sent(db: Path) -> None:
    with loopback(lambda _: "Answer: A") as server:
        run(db, server, limit=1, prompt="few-shot")
    bodies = [orjson.dumps(body["messages"]) for body in server.bodies]
    (item,) = stratified(ENGLISH, 1)
    for rotation in range(4):
        shown = preview(db, item.hash, "few-shot", "none", rotation)
        assert orjson.dumps(list(shown.messages)) in bodies
    with pytest.raises(InputError, match="no rotation 4"):
        preview(db, ENGLISH[0].hash, "zero-shot", "none", 4)
