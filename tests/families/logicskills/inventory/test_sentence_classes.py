"""Whether a sentence can be true and can be false, as two procedures find it."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.errors import VerificationError
from engine.families.logicskills.inventory import classes
from engine.families.logicskills.inventory.classes import SentenceClass, class_of, settled
from engine.families.logicskills.language import TYPES, Palette, draw_tree, formula_of
from engine.logic import negate, parse, show

VALID, CONTRADICTORY = SentenceClass.VALID, SentenceClass.CONTRADICTORY
OTHER_WAY = {VALID: CONTRADICTORY, CONTRADICTORY: VALID}
CONTINGENT = SentenceClass.CONTINGENT


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("F(a)", CONTINGENT),
        ("F(a) ∨ ¬F(a)", VALID),
        ("¬∃x (N(x) ∧ ¬L(x) ∧ L(x))", VALID),
        ("∃x (M(x) ∧ F(x)) ↔ ¬∃x (M(x) ∧ F(x))", CONTRADICTORY),
        # true wherever everything is of one of three kinds, but not by logic
        ("M(a) ∨ N(a) ∨ O(a)", CONTINGENT),
        ("M(a) ∧ N(a)", CONTINGENT),
        ("∃x (M(x) ∧ ∀y (M(y) ∧ R(y, x) → R(x, y)))", CONTINGENT),
        # a search through structures for what makes it false would take seconds
        (
            "∀x (P(x, a) → F(x)) ∨ ∃x (M(x) ∧ G(x)) ∨ ¬∃x (M(x) ∧ ∀y (M(y) → P(x, y)) ∧ G(x))",
            VALID,
        ),
    ],
)
def test_a_sentence_is_of_the_class_that_logic_gives_it(text: str, expected: str) -> None:
    formula = parse(text)
    assert class_of(formula) is expected
    assert class_of(negate(formula)) is OTHER_WAY.get(SentenceClass(expected), expected)


def test_samples_and_solvers_agree_on_sentences_of_every_type() -> None:
    rng = Random(11)
    for name in TYPES:
        formula = formula_of(draw_tree(name, 2, Palette(), rng))
        assert class_of(formula) is settled(show(formula)), show(formula)


def test_formulas_that_differ_by_letters_are_settled_once() -> None:
    settled.cache_clear()
    for text in ("F(a) ∨ ¬F(a)", "G(c) ∨ ¬G(c)", "N(b) ∨ ¬N(b)"):
        assert class_of(parse(text)) is VALID
    assert settled.cache_info().misses == 1


def test_what_z3_does_not_settle_has_no_class(monkeypatch: pytest.MonkeyPatch) -> None:
    settled.cache_clear()
    monkeypatch.setattr(classes, "follows_for_z3", lambda premises, conclusion: None)
    assert class_of(parse("F(a) ∨ ¬F(a)")) is SentenceClass.UNKNOWN
    settled.cache_clear()


def test_procedures_that_disagree_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    settled.cache_clear()
    monkeypatch.setattr(classes, "can_be_true", lambda formulas: True)
    with pytest.raises(VerificationError, match="not by instances"):
        class_of(parse("F(a) ∨ ¬F(a)"))
    settled.cache_clear()
