"""The audit of statements of which one follows finds each shortcut where it is planted."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine.audit.audit import Audit
from engine.core.items import Item, Option
from engine.core.progress import Progress
from engine.families.logicskills.auditing.repeated import LEARNERS, REPEATS
from engine.families.logicskills.auditing.suite import OPTIONS, RULES, TYPE, suite
from engine.families.logicskills.language import (
    TYPES,
    Palette,
    draw_tree,
    draw_words,
    formula_of,
    key_of,
    sentence,
    words_of,
)
from engine.logic import show
from engine.pipeline.check.auditing import audit_dataset
from engine.pipeline.generate.generation import make_spec
from engine.store import AuditRow, DatasetMeta, connect, items_table, write_items
from tests.samples import Sample

SPEC = make_spec("logicskills", {"task": "validity"}, 5, 2)
PAIR = Sample(SPEC)
NAMES = {"constant", *(one.name for one in (*RULES, *REPEATS, *LEARNERS))}
OTHER_TYPE, TOLD_TYPE = "quantified_some_some", "quantified_universal_affirmative"


def _planted(n_groups: int, right: Sequence[str], wrong: Sequence[str]) -> list[Item]:
    """Pairs with options of those types, whose sentences have nothing to do with the passage."""
    rng, items = Random(9), []
    for group in range(n_groups):
        at = rng.randrange(6)
        names = [rng.choice(right if place == at else wrong) for place in range(6)]
        trees = [draw_tree(name, 1, Palette(), rng) for name in names]
        formulas, entries = [formula_of(tree) for tree in trees], draw_words(rng, is_small=False)
        for item in PAIR:
            words = words_of(key_of(formulas, entries, item.role))
            texts = [sentence(tree, words) for tree in trees]
            options = tuple(Option(str(k + 1), text, "open") for k, text in enumerate(texts))
            query = tuple(map(show, formulas))
            items.append(replace(item, group=group, options=options, query=query, gold=str(at + 1)))
    return items


def _rows(items: Sequence[Item], scope: str = "all") -> dict[str, AuditRow]:
    rows = suite(items).score(items, "planted", lambda _: None)
    return {row.name: row for row in rows if row.scope == scope}


def test_sentences_of_one_type_give_nothing_away() -> None:
    rows = _rows(_planted(250, [OTHER_TYPE], [OTHER_TYPE]))
    assert set(rows) == {
        "constant",
        *(one.name for one in (*RULES, *REPEATS, *LEARNERS)),
        TYPE,
        OPTIONS,
    }
    assert all(row.passed for row in rows.values()), rows
    assert {row.n for row in rows.values()} == {500}


def test_a_type_that_is_mostly_right_is_found_in_formulas_and_in_words() -> None:
    items = _planted(250, [TOLD_TYPE, TOLD_TYPE, OTHER_TYPE], [OTHER_TYPE])
    for scope, n in (("all", 500), ("language=en", 250), ("language=carroll", 250)):
        rows = _rows(items, scope)
        for name in (TYPE, OPTIONS):
            assert rows[name].accuracy > 0.5
            assert not rows[name].passed
            assert rows[name].n == n


def test_what_repeats_pairs_of_words_is_found_by_rules_and_by_models() -> None:
    items = [
        replace(
            item,
            passage=(item.passage[0], next(o.text for o in item.options if o.key == item.gold)),
        )
        for item in _planted(120, [OTHER_TYPE], [OTHER_TYPE])
    ]
    rows = _rows(items)
    for name in ("most-word-pairs", "most-word-triples", *(one.name for one in LEARNERS)):
        assert rows[name].accuracy > 0.5
        assert not rows[name].passed


def test_the_verdict_is_by_the_lower_bound() -> None:
    items = _planted(40, TYPES, TYPES)
    for row in _rows(items).values():
        assert row.low is not None
        assert row.passed is ((row.bound or 0) <= 0.20)
        assert row.limit == 0.20


def test_counterparts_count_as_one_question() -> None:
    items = _planted(60, [OTHER_TYPE], [OTHER_TYPE])
    twice, once = _rows(items)["constant"], _rows(items[::2])["constant"]
    assert (twice.accuracy, twice.n, once.n) == (once.accuracy, 120, 60)
    assert twice.effective_n == pytest.approx(60, abs=2)


def test_without_formulas_only_words_are_looked_at() -> None:
    items = [replace(item, query=()) for item in _planted(200, [OTHER_TYPE], [OTHER_TYPE])]
    assert set(_rows(items)) == {
        "constant",
        *(one.name for one in (*RULES, *REPEATS, *LEARNERS)),
        OPTIONS,
    }


def _audit(folder: Path, silent: Progress, task: str, n: int) -> Audit:
    spec = make_spec("logicskills", {"task": task}, 5, n)
    meta = DatasetMeta("x", spec.family, spec.version, spec.params, spec.seed, recipe=spec.recipe)
    with closing(connect(folder / "x.duckdb")) as con:
        write_items(con, meta, items_table(Sample(spec).all))
    return audit_dataset("x", folder / "x.duckdb", progress=silent)


def test_a_generated_set_is_audited_on_its_own_items(tmp_path: Path, silent: Progress) -> None:
    found = _audit(tmp_path, silent, "validity", 6)
    assert "all 6 items of the set" in found.basis
    assert {check.n for check in found.checks} == {3, 6}
    assert found.left_out is not None
    assert found.duplicates.exact.repeated == 0


def test_formulas_to_write_have_repetitions_and_no_shortcuts(
    tmp_path: Path, silent: Progress
) -> None:
    found = _audit(tmp_path, silent, "symbolization", 20)
    assert found.checks == ()
    assert found.left_out == "the shortcuts: the questions offer no answers to choose from"
    assert found.duplicates.exact.distinct + found.duplicates.exact.repeated == found.n
    with closing(connect(tmp_path / "x.duckdb")) as con:
        kept = con.sql("SELECT respect, n FROM repetitions").fetchall()
    assert dict(kept)["exact"] == found.n
