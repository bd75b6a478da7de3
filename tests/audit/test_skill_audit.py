"""The audit of questions whether a conclusion follows."""

import dataclasses
from functools import cache
from pathlib import Path

import pytest

from engine.ask.baselines.signs import SIGN_RULES
from engine.audit.canonical import Canoniser
from engine.audit.shapes import shape_of
from engine.audit.verdicts import BALANCED
from engine.core.errors import InputError
from engine.core.items import Item, Label
from engine.core.kinds import QuestionKind
from engine.core.progress import Progress
from engine.decide.entailment import label_options
from engine.families.logicasker.auditing.balance import balances
from engine.families.logicasker.auditing.counts import (
    conclusion_counts,
    passage_counts,
    polarity_counts,
    shared_runs,
)
from engine.families.logicasker.auditing.labels import label_agreements
from engine.families.logicasker.auditing.parity import parity_counts
from engine.families.logicasker.auditing.suite import ATTACKERS, FORMS, PARITY, POLARITY, suite
from engine.pipeline.check import audit_basis
from engine.pipeline.check.auditing import audit_dataset
from engine.pipeline.generate.generation import make_items, make_spec
from engine.store import AuditRow, DatasetMeta, connect, items_table, write_items
from tests.items_by_hand import triple
from tests.samples import Sample


@cache
def drawn(n: int, recipe: str = "sound", question: str = "two-way") -> tuple[Item, ...]:
    settings = {"recipe": recipe, "question": question}
    return Sample(make_spec("logicasker", settings, 3, n)).all


def score(items: tuple[Item, ...]) -> list[AuditRow]:
    return suite(items).score(items, "", lambda done: None)


@cache
def scored(n: int, recipe: str = "sound", question: str = "two-way") -> tuple[AuditRow, ...]:
    return tuple(score(drawn(n, recipe, question)))


def asked(premises: tuple[str, ...], query: str, kind: str = "correct", label: str = "yes") -> Item:
    item = dataclasses.replace(
        triple(0)[0],
        premises=premises,
        query=(query,),
        role=kind,
        published_label=label,
        options=label_options(QuestionKind.TWO_WAY, "yes"),
    )
    return dataclasses.replace(item, traits=dataclasses.replace(item.traits, rule="a rule"))


@pytest.mark.parametrize(
    ("premises", "query", "says"),
    [
        (("∀x (P1(x) → P2(x))", "∃x P1(x)"), "∃x P2(x)", ()),
        (("∀x (P1(x) → P2(x))", "∃x P1(x)"), "∀x P2(x)", ("quantifier-flip",)),
        (("∀x P1(x)",), "∃x ¬P1(x)", ("quantifier-flip",)),
        (("∀x P1(x)",), "¬∀x ¬P1(x)", ("negated-clause",)),
        (("p1 → p2", "p1"), "¬p2", ()),
        (("p1 → p2", "p1"), "p2 ∨ p3", ()),
        (("p1 → p2", "p1"), "¬p3", ("new-predicate",)),
        (("p1", "p2"), "¬(p1 ∧ p2)", ("negated-clause",)),
        (("P1(a1)",), "∃x ¬(P1(x) ∧ P1(x))", ("negated-clause",)),
    ],
)
def test_each_rule_knows_its_sign(
    premises: tuple[str, ...], query: str, says: tuple[str, ...]
) -> None:
    item = asked(premises, query)
    found = {name for name, rule in SIGN_RULES.items() if rule(item) is not Label.TRUE}
    assert found == {*says, *(("any-sign",) if says else ())}
    if "new-predicate" in says:
        assert SIGN_RULES["any-sign"](item) is Label.UNCERTAIN


def test_the_shape_of_a_quantified_formula() -> None:
    shape, names = shape_of("¬∃x (P7(x) ∧ ¬R2(x, a1))")
    assert (shape.text, names) == ("¬∃x (a0(x) ∧ ¬a1(x, a2))", ("P7", "R2", "a1"))
    assert shape.root == "Not Exists And"
    assert [(o.atom, o.position, o.is_negated, o.polarity) for o in shape.occurrences] == [
        (0, "conjunct ¬∃", False, -1),
        (1, "conjunct ¬∃", True, 1),
        (2, "individual", True, 0),
    ]
    assert (shape.n_atoms, shape.n_nested) == (3, 1)


def test_arguments_that_differ_in_names_have_one_form() -> None:
    forms = Canoniser()
    one = forms.form(("∀x (P1(x) → P2(x))", "P1(a1)"), "P2(a1)")
    assert one == forms.form(("P8(a2)", "∀x (P8(x) → P3(x))"), "P3(a2)")
    assert one != forms.form(("P8(a2)", "∀x (P8(x) → P3(x))"), "P3(a1)")
    assert one != forms.form(("P8(a2)", "∃x (P8(x) → P3(x))"), "P3(a2)")


def test_counts_of_one_side_do_not_see_the_other() -> None:
    one, other = (asked(("p1 → p2", "p1"), query) for query in ("p2", "¬p2"))
    assert passage_counts(one) == passage_counts(other)
    assert conclusion_counts(one) != conclusion_counts(other)


@pytest.mark.parametrize(
    ("premises", "query", "n", "n_asked"),
    [
        (("p1 → p2", "p1"), "p2", 0, 0),
        (("p1 → p2", "p2"), "p1", 2, 1),
        (("p1 ↔ p2", "p1"), "¬p2", 0, 0),
        (("p1", "p2 ∧ p3"), "p1 ∧ p2", 1, 0),
        (("∀x (P1(x) → ¬P2(x))", "P1(a1)"), "∃x P2(x)", 1, 1),
        (("p1",), "p1 ∨ p2", 0, 0),
    ],
)
def test_symbols_with_one_sign_in_premises_and_denied_conclusion_are_counted(
    premises: tuple[str, ...], query: str, n: int, n_asked: int
) -> None:
    found = polarity_counts(asked(premises, query))
    assert found["symbols of one polarity"] == n
    assert found["those in the conclusion"] == n_asked


def test_runs_of_words_that_sentences_share_are_counted() -> None:
    item = dataclasses.replace(
        asked(("p1 → p2", "p1"), "p2"),
        passage=("If the lift is full, then Ada sings.", "The lift is full."),
        question="The lift is not full.",
    )
    assert shared_runs(item) == {
        "premises": 2,
        "runs of 2 of the conclusion": 4,
        "runs of 2 of a premise": 2,
        "runs of 2 of premises": 3,
        "runs of 3 of the conclusion": 2,
        "runs of 3 of a premise": 1,
        "runs of 3 of premises": 2,
    }


def test_constants_are_worth_chance_on_the_sound_recipe() -> None:
    rows = {(row.name, row.scope): row for row in scored(580)}
    assert {name for name, _ in rows} == {
        "always-yes",
        "always-no",
        *SIGN_RULES,
        *(one.name for one in ATTACKERS),
    }
    assert {scope for _, scope in rows} == {"all", "logic=predicate", "logic=propositional"}
    for answer in ("yes", "no"):
        row = rows[f"always-{answer}", "all"]
        assert (row.accuracy, row.limit, row.passed) == (0.5, 0.55, True)
        assert row.low is not None
        assert row.low < 0.5
    assert rows[FORMS, "all"].limit is None
    assert rows[FORMS, "all"].passed


def test_what_sees_the_form_of_a_rule_has_a_limit_in_chains_alone() -> None:
    limits = {row.name: row.limit for row in scored(580) if row.scope == "all"}
    seeing = {FORMS, POLARITY, PARITY, "passage-forms", "surface-counts", "function-words"}
    seeing |= {"shared-words", "shared-runs", "all-words"}
    assert {name for name, limit in limits.items() if limit is None} == seeing
    settings = {"min_length": "2", "max_length": "3"}
    rows = score(tuple(make_items(make_spec("logicasker", settings, 3, 240))))
    unlimited = {(row.name, row.scope) for row in rows if row.limit is None}
    both = {POLARITY, FORMS, "passage-forms"}  # they see signs and directions together
    assert {name for name, _ in unlimited} == {*both, PARITY}
    three = {row.name: row.passed for row in rows if row.scope == "depth=3"}
    assert {name for name, scope in unlimited if scope == "depth=3"} == {PARITY}
    assert all(three[name] for name in both)


def test_all_signs_with_the_direction_of_the_end_find_what_is_open_up_to_four_steps() -> None:
    settings = {"min_length": "2", "max_length": "6"}
    items = Sample(make_spec("logicasker", settings, 3, 400)).all
    for item in items:
        is_found = item.role == "unrelated" and (item.traits.depth or 0) < 5
        assert parity_counts(item) == {"paths": 1, "odd": is_found}
    attacker = next(one for one in ATTACKERS if one.name == PARITY)
    for depth in (4, 5):
        part = [item for item in items if item.traits.depth == depth]
        assert attacker.is_limited(part) is (depth == 5)
    assert parity_counts(drawn(4)[0]) == {"paths": 0}  # one step has no path


def test_the_faithful_recipe_shows_the_published_faults() -> None:
    rows = {(row.name, row.scope): row for row in scored(624, "faithful")}
    assert rows["always-no", "all"].accuracy == pytest.approx(145 / 208)
    assert not rows["always-no", "all"].passed
    assert rows["always-no", BALANCED].accuracy == 0.5
    assert rows["any-sign", "all"].accuracy > 0.75
    assert rows["any-sign", BALANCED].accuracy > 0.75
    assert not rows["statement-words", "all"].passed


@pytest.mark.full(
    quick="audit/test_skill_audit.py::test_constants_are_worth_chance_on_the_sound_recipe"
)
def test_of_three_answers_the_limit_is_five_points_above_a_third() -> None:
    rows = {row.name: row for row in scored(435, "sound", "three-way") if row.scope == "all"}
    assert rows["always-neither"].accuracy == pytest.approx(1 / 3)
    assert rows["always-neither"].limit == pytest.approx(1 / 3 + 0.05)
    assert {name for name in rows if name.startswith("always-")} == {
        "always-follows",
        "always-contradicts",
        "always-neither",
    }


def test_every_skill_group_has_as_many_of_each_answer() -> None:
    balance = {one.trait: one for one in balances(drawn(580))}
    assert balance["skill group"].is_exact
    assert balance["skill group × length"].is_exact
    assert balance["kind"].cells["correct"] == {"no": 0, "yes": 290}


def test_labels_are_judged_by_both_readings_of_a_free_variable() -> None:
    items = [asked(("P1(y)",), "∀x P1(x)"), asked(("P1(y)",), "∃x P1(x)")]
    items.append(asked(("p1",), "p2", "contradiction", "no"))
    found = {(one.kind, one.reading): one for one in label_agreements(items)}
    assert (found["all", "individual"].n, found["all", "individual"].differ) == (3, 2)
    individual, closed = found["correct", "individual"], found["correct", "closed"]
    assert (individual.n, individual.agree, individual.answers_wrong) == (2, 1, 1)
    assert individual.by_rule == {"a rule": 1}
    assert (closed.agree, closed.answers_wrong) == (2, 0)
    other = found["contradiction", "closed"]  # it is merely open, and so the answer is right
    assert (other.agree, other.answers_wrong) == (0, 0)


def test_a_data_set_is_audited_as_a_whole(
    tmp_path: Path, silent: Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit_basis, "SAMPLE", 290)
    monkeypatch.setattr(audit_basis, "TRAINING", 290)
    items = drawn(580)
    audit = audit_dataset("set", _stored(tmp_path, items), progress=silent)
    assert "a fresh sample of 290 items" in audit.basis
    without = {check.name for check in audit.checks if check.scope == "all" and not check.limit}
    assert POLARITY in {check.name for check in audit.above_without_limit} <= without
    assert audit.agreements == ()
    assert {"kind", "skill group"} < {trait.trait for trait in audit.balance}
    assert audit.duplicates.renamed is not None
    assert audit.duplicates.renamed.distinct < audit.duplicates.exact.distinct


def test_a_set_chosen_of_its_recipe_as_a_second_round_is_audited_by_its_own_items(
    tmp_path: Path, silent: Progress
) -> None:
    items = [item for item in drawn(240) if item.index // 2 % 3 == 0]
    audit = audit_dataset("set", _stored(tmp_path, items), progress=silent)
    assert audit.basis == "all 80 items of the set, a selection from its recipe"
    assert {check.n for check in audit.checks if check.scope == "all"} == {80}


def test_forms_of_question_are_not_mixed(tmp_path: Path, silent: Progress) -> None:
    both = [*drawn(580)[:2], *drawn(3, "sound", "three-way")]
    shown = {"params": both[0].params}
    items = [dataclasses.replace(item, index=at, **shown) for at, item in enumerate(both)]
    with pytest.raises(InputError, match="set cannot be audited"):
        audit_dataset("set", _stored(tmp_path, items), progress=silent)


def _stored(folder: Path, items: tuple[Item, ...] | list[Item]) -> Path:
    db = folder / "audit.duckdb"
    first = items[0]
    meta = DatasetMeta("set", first.family, first.version, first.params, first.seed)
    with connect(db) as con:
        write_items(con, meta, items_table(items))
    return db
