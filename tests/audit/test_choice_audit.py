"""The audit of single choices."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.ask.baselines.choices import best, longest, overlap, shortest
from engine.audit.blind import blind_attackers
from engine.audit.choice_shortcuts import CHOICES, RULES, only_negation, only_plain
from engine.audit.duplicates import find_duplicates
from engine.core.errors import InputError
from engine.core.items import Item, Option
from engine.core.progress import Progress
from engine.pipeline.check import audit_basis
from engine.pipeline.check.auditing import audit_dataset
from engine.pipeline.generate.generation import make_spec
from engine.store import AuditRow, DatasetMeta, connect, items_table, write_items
from tests.items_by_hand import items as by_hand
from tests.samples import Sample

LOGICAL = {"option-distance", *(one.name for one in blind_attackers(options=True))}
NAMES = {"constant", "option-wording", "options-only", *LOGICAL, *(rule.name for rule in RULES)}


def chosen(item: Item, score: Callable[[Item, Option], float]) -> str:
    return best(item.options, [score(item, option) for option in item.options])


def drawn(n: int, recipe: str) -> tuple[Item, ...]:
    return Sample(make_spec("divlogiceval", {"recipe": recipe}, 1, n)).all


@pytest.fixture(scope="module")
def sound() -> tuple[Item, ...]:
    return drawn(600, "sound")


@pytest.fixture(scope="module")
def faithful() -> tuple[Item, ...]:
    return drawn(600, "faithful")


@pytest.fixture(scope="module")
def rows(sound: tuple[Item, ...]) -> list[AuditRow]:
    return CHOICES.score(sound[:300], "these", lambda done: None, training=sound[300:])


def test_every_check_is_made_over_all_items_and_for_each_type(rows: list[AuditRow]) -> None:
    assert {row.name for row in rows} == NAMES
    scopes = {"all", *(f"question_type={kind}" for kind in ("3c1e", "3e1c", "missing"))}
    assert {row.scope for row in rows} == scopes
    for row in rows:
        whole = row.scope == "all"
        assert row.limit == (None if row.name == "premise-forms" else 0.26)
        assert row.n == (300 if whole else 100)
        assert row.accuracy < 0.40 or row.name in LOGICAL  # of 100 items, chance alone reaches .38


def test_limits_follow_the_number_of_options(sound: tuple[Item, ...]) -> None:
    three = [
        dataclasses.replace(
            item,
            options=tuple(o for o in item.options if o.key in {item.gold, *"ABCD"[:3]})[:3],
            gold=item.gold if item.gold != "D" else "C",
            premises=(),
            query=(),
            hash="",
        )
        for item in sound[:60]
    ]
    limits = [row.limit for row in CHOICES.score(three, "", lambda done: None)]
    assert limits == pytest.approx([1 / 3 + 0.01] * len(limits))
    assert find_duplicates(three).renamed is None


def test_what_cannot_infer_answers_the_faithful_recipe(faithful: tuple[Item, ...]) -> None:
    found = CHOICES.score(faithful[:300], "", lambda done: None, training=faithful[300:])
    overall = {row.name: row for row in found if row.scope == "all"}
    assert overall["blind-to-links"].accuracy > 0.40
    assert not overall["blind-to-links"].passed
    assert overall["constant"].passed


def test_questions_that_give_their_answer_away_are_found() -> None:
    items = [_verdict(number) for number in range(250)]
    found = {row.name: row for row in CHOICES.score(items, "", lambda done: None)}
    for name in ("question-denial", "question-only"):
        assert found[name].accuracy > 0.7
        assert not found[name].passed
    assert found["constant"].passed


def _verdict(number: int) -> Item:
    """A question with the options True and False, of which "not" gives four in five away."""
    keys = ("True", "False")[:: 1 if number % 4 < 2 else -1]
    options = tuple(Option(key, text, "") for key, text in zip("AB", keys, strict=True))
    is_true, is_told = number % 2 == 0, number % 5 != 0
    asked = f"The lamp of room {number} is {'' if is_true is is_told else 'not '}lit."
    gold = next(option.key for option in options if option.text == str(is_true))
    item = by_hand(1)[0]
    return dataclasses.replace(
        item,
        index=number,
        group=number,
        question=asked,
        options=options,
        gold=gold,
        query=(),
        premises=(),
        hash="",
        traits=dataclasses.replace(item.traits, question_type="verdict"),
    )


def test_rules_prefer_what_they_are_named_for(sound: tuple[Item, ...]) -> None:
    texts = ("it is false that it rains", "it rains", "it never rains at all", "it snows")
    options = tuple(Option(key, text, "") for key, text in zip("ABCD", texts, strict=True))
    item = dataclasses.replace(sound[0], passage=("It rains.",), options=options, hash="")
    assert chosen(item, longest) == "A"
    assert chosen(item, shortest) in "BD"
    assert chosen(item, overlap) == "B"
    plain = dataclasses.replace(item, options=(options[0], *options[1:2], options[3]))
    assert chosen(plain, only_negation) == "A"
    denied = dataclasses.replace(item, options=(options[0], options[1], options[2]))
    assert chosen(denied, only_plain) == "B"


def test_a_set_of_choices_is_audited_whole_and_its_balance_stated(
    tmp_path: Path, sound: tuple[Item, ...], silent: Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit_basis, "SMALL", 100)
    monkeypatch.setattr(audit_basis, "TRAINING", 240)
    audit = audit_dataset("set", _stored(tmp_path, list(sound[:150])), progress=silent)
    assert audit.basis.startswith("all 150 items of the set; shortcuts trained on 240 fresh items")
    assert {row.name for row in audit.checks} == NAMES
    balance = {trait.trait: trait for trait in audit.balance}
    assert set(balance["question_type"].cells["3c1e"]) == set("ABCD")
    assert balance["question_type × split"].largest_gap <= 1
    assert audit.duplicates.exact.repeated == audit.duplicates.reordered.repeated == 0
    assert not audit.wrong_labels


def test_a_small_set_of_choices_is_judged_by_a_fresh_sample(
    tmp_path: Path, sound: tuple[Item, ...], silent: Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit_basis, "SAMPLE", 120)
    monkeypatch.setattr(audit_basis, "TRAINING", 240)
    audit = audit_dataset("set", _stored(tmp_path, list(sound[:30])), progress=silent)
    assert audit.n == 30
    assert "a fresh sample of 120 items" in audit.basis


def test_without_formulas_the_checks_that_need_them_are_left_out(sound: tuple[Item, ...]) -> None:
    bare = [dataclasses.replace(item, query=(), premises=()) for item in sound[:40]]
    rows = CHOICES.score(bare, "", lambda done: None)
    assert {row.name for row in rows} == {"constant", *(rule.name for rule in RULES)}


def test_choices_and_statements_together_are_refused(
    tmp_path: Path, sound: tuple[Item, ...], silent: Progress
) -> None:
    first = sound[0]
    statements = [
        dataclasses.replace(
            item,
            index=9 + item.index,
            family=first.family,
            version=first.version,
            params=first.params,
            seed=first.seed,
        )
        for item in by_hand(1)
    ]
    mixed = [*sound[:2], *statements]
    with pytest.raises(InputError, match="set cannot be audited"):
        audit_dataset("set", _stored(tmp_path, mixed), progress=silent)


def _stored(folder: Path, items: list[Item]) -> Path:
    db = folder / "choices.duckdb"
    first = items[0]
    meta = DatasetMeta("set", first.family, first.version, first.params, first.seed)
    with connect(db) as con:
        write_items(con, meta, items_table(items))
    return db
