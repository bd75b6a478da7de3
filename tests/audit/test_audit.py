from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import pytest

from engine.audit.blind import blind_attackers
from engine.audit.label_shortcuts import STATEMENTS
from engine.core.errors import InputError
from engine.core.items import AnswerKind, Item
from engine.core.progress import Progress
from engine.pipeline.check import audit_basis
from engine.pipeline.check.auditing import audit_dataset
from engine.pipeline.generate.generation import make_spec
from engine.store import AuditRow, DatasetMeta, connect, items_table, write_items
from tests.items_by_hand import items as by_hand
from tests.samples import Sample

RULES = {
    "constant",
    "negation-cue",
    "bare-statement",
    "substring",
    "atom-polarity",
    "connectivity",
}
TRAINED = {"statement-words", "all-words", "wording", *(one.name for one in blind_attackers())}

SEEING_SIGNS_OF_THE_STATEMENT = {
    "atom-polarity",
    "blind-to-links",
    "blind-to-names",
    "connectivity",
}
"""They have no limit where an item has depth 1."""
DEEP = {f"depth={depth}" for depth in range(5, 8)}
"""Where who sees the statement's premises whole, and of others no directions, has a limit."""


def test_each_check_has_size_bound_and_verdict_over_all_items_and_at_each_depth(
    sound: tuple[Item, ...],
) -> None:
    few, training = sound[:189], sound[189:]
    rows = STATEMENTS.score(few, "", lambda done: None, training=training)
    assert {row.name for row in rows} == RULES | TRAINED
    by_depth = (f"depth={depth}" for depth in range(1, 8))
    assert {row.scope for row in rows} == {"all", "depth>1", *by_depth}
    for row in rows:
        assert row.n == {"all": 189, "depth>1": 162}.get(row.scope, 27)
        assert row.n / 3 <= (row.effective_n or 0) <= row.n
        assert row.low is not None
        assert row.high is not None
        assert row.low <= row.accuracy <= row.high
        if (
            row.name == "premise-forms"
            or (row.name == "blind-to-inner-directions" and row.scope not in DEEP)
            or (row.name in SEEING_SIGNS_OF_THE_STATEMENT and row.scope in ("all", "depth=1"))
        ):
            assert row.limit is row.p is row.bound is None
            continue
        assert row.limit == pytest.approx(1 / 3 + 0.01)
        assert row.bound is not None
        assert row.bound < row.accuracy
        assert row.passed is (row.bound <= row.limit)
        if row.name in ("constant", "negation-cue"):  # of each triple, one item
            assert row.accuracy == pytest.approx(1 / 3)
        if row.name in RULES - {"connectivity"} and row.scope not in ("all", "depth=1"):
            assert row.passed  # at depth 1, counting signs tells


def test_the_faithful_recipe_shows_the_published_faults(faithful: tuple[Item, ...]) -> None:
    few, training = faithful[:210], faithful[210:]
    rows = STATEMENTS.score(few, "", lambda done: None, training=training)
    found = _overall(rows)
    assert 0.55 < found["bare-statement"].accuracy < 0.75
    assert 0.72 < found["substring"].accuracy < 0.92
    assert found["atom-polarity"].accuracy > 0.98
    assert found["blind-to-links"].accuracy > 0.8
    assert found["statement-words"].accuracy > 0.42
    failed = {row.name for row in rows if row.scope == "depth>1" and not row.passed}
    assert failed >= {"bare-statement", "substring", "atom-polarity", "blind-to-signs"}


def test_an_audit_gives_the_same_figures_again(faithful: tuple[Item, ...]) -> None:
    few = faithful[:105]
    first, second = (STATEMENTS.score(few, "", lambda done: None) for _ in range(2))
    assert first == second


def test_trained_attackers_are_left_out_where_there_is_nothing_to_learn_from() -> None:
    rows = STATEMENTS.score(by_hand(4), "", lambda done: None)
    assert {row.name for row in rows} == RULES


def test_a_small_set_is_judged_by_a_fresh_sample_of_its_recipe(
    tmp_path: Path, silent: Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit_basis, "SAMPLE", 126)
    monkeypatch.setattr(audit_basis, "TRAINING", 168)
    spec = make_spec("justlogic", {}, seed=3, n=42)
    db = _stored(tmp_path, list(Sample(spec)))
    audit = audit_dataset("set", db, progress=silent)
    assert audit.n == 42
    assert "a fresh sample of 126 items" in audit.basis
    assert "the set has only 42; shortcuts trained on 168 fresh items" in audit.basis
    assert {row.n for row in audit.checks if row.scope == "all"} == {126}
    with connect(db) as con:
        stored = con.execute("SELECT count(*), min(basis), max(basis) FROM audits").fetchone()
    assert stored == (len(audit.checks), audit.basis, audit.basis)


def test_balance_of_a_sound_set_is_exact(
    tmp_path: Path, sound: tuple[Item, ...], silent: Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit_basis, "SMALL", 100)
    monkeypatch.setattr(audit_basis, "TRAINING", 168)
    db = _stored(tmp_path, sound)
    audit = audit_dataset("set", db, progress=silent)
    assert "all 630 items of the set; shortcuts trained on 168 fresh items" in audit.basis
    balance = {trait.trait: trait for trait in audit.balance}
    assert balance["depth × query_shape"].is_exact
    assert len(balance["depth × query_shape"].cells) == 14
    assert balance["depth"].cells["3"] == {"true": 30, "false": 30, "uncertain": 30}
    assert audit.duplicates.exact.repeated == 0
    assert not audit.wrong_labels


def test_wrong_published_labels_and_imbalance_are_named(tmp_path: Path, silent: Progress) -> None:
    items = [
        dataclasses.replace(item, published_label=item.gold, source_id=f"row {item.index}")
        for item in by_hand(4)
        if item.index != 2
    ]
    items[4] = dataclasses.replace(items[4], published_label="true")
    audit = audit_dataset("set", _stored(tmp_path, items, source="imported"), progress=silent)
    (wrong,) = audit.wrong_labels
    assert (wrong.source_id, wrong.published, wrong.gold) == ("row 5", "true", "uncertain")
    assert wrong.item == "set:5"
    assert "which has no recipe" in audit.basis
    assert audit.left_out is not None
    assert not audit.passed
    depth = next(trait for trait in audit.balance if trait.trait == "depth")
    assert (depth.largest_gap, depth.largest_cell) == (1, "1")


def test_items_of_several_kinds_are_refused(tmp_path: Path, silent: Progress) -> None:
    items = list(by_hand(2))
    items[3] = dataclasses.replace(items[3], answer_kind=AnswerKind.FORMULA, hash="")
    db = _stored(tmp_path, items, source="imported")
    with pytest.raises(InputError, match="set cannot be audited"):
        audit_dataset("set", db, progress=silent)


def _overall(rows: list[AuditRow]) -> dict[str, AuditRow]:
    return {row.name: row for row in rows if row.scope == "all"}


def _stored(
    folder: Path,
    items: Sequence[Item],
    source: Literal["generated", "imported"] = "generated",
) -> Path:
    """A database with the items as data set `set`, described as they describe themselves."""
    db = folder / "audit.duckdb"
    first = items[0]
    meta = DatasetMeta("set", first.family, first.version, first.params, first.seed, source=source)
    with connect(db) as con:
        write_items(con, meta, items_table(items))
    return db
