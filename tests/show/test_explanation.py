from __future__ import annotations

import re
from dataclasses import replace

import pytest

from engine.core.items import ProofCertificate, Symbol
from engine.core.rotations import rotated
from engine.language.clauses import words
from engine.logic import parse
from engine.logic.proofs.rules import form_name
from engine.pipeline.generate.generation import make_items, make_spec
from engine.show.evidence.explanation import explain
from tests.items_by_hand import triple

SYMBOLS = {
    "p": Symbol("p", "it rains", "it does not rain"),
    "q": Symbol("q", "the road is wet"),
}


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        ("p", "it rains"),
        ("¬p", "it does not rain"),
        ("¬q", "it is not the case that the road is wet"),
        ("p → ¬q", "if it rains, then it is not the case that the road is wet"),
        ("¬(p ∧ q)", "it is not the case that both it rains and the road is wet"),
        ("(p ∨ q) ↔ p", "(either it rains or the road is wet) if and only if it rains"),
        ("p ⊕ q", "either it rains or the road is wet but not both"),
        ("¬¬p", "it is not the case that it does not rain"),
        ("x1 → ⊥", "if x1, then there is a contradiction"),
    ],
)
def test_formulas_are_worded_so_that_nesting_is_heard(formula: str, text: str) -> None:
    assert words(parse(formula), SYMBOLS) == text


def test_formulas_with_quantifiers_stay_formulas() -> None:
    assert words(parse("∀x (F(x) → G(x))"), {}).startswith("∀x")


def test_a_proof_is_stated_step_by_step_with_forms_and_sources() -> None:
    true, false, _ = triple(0)
    verdict, step = explain(true)
    assert verdict == "From 2 of the 4 premises follows the statement itself:"
    assert step == "(5) The north red lamp is lit. [q] By modus ponens from (1) and (4)."
    assert "that the statement is false" in explain(false)[0]


def test_an_open_question_is_stated_as_two_cases() -> None:
    _, _, uncertain = triple(0)
    _, holds, fails = explain(uncertain)
    assert holds.startswith("It is true if the north red lamp is lit;")
    assert fails.startswith("It is false if ")
    assert "the north red lamp is not lit" in fails


def test_a_case_names_every_atom() -> None:
    _, _, uncertain = triple(0)
    for case in explain(uncertain)[1:]:
        assert len(case.split(";")) == 5


def test_without_a_certificate_it_says_so() -> None:
    assert explain(replace(triple(0)[0], certificate=ProofCertificate())) == (
        "No certificate is stored.",
    )


@pytest.mark.parametrize("family", ["divlogiceval", "argqa"])
def test_options_in_another_order_keep_their_own_reasons(family: str) -> None:
    letter = re.compile(r"\b[A-D]\b")
    for item in make_items(make_spec(family, {}, seed=1, n=8)):
        own = [letter.sub("_", reason) for reason in explain(item)]
        for turn in range(len(item.options)):
            shown = rotated(item, turn)
            text = explain(shown)
            assert [letter.sub("_", one) for one in text] == own[turn:] + own[:turn]
            assert [one[0] for one in text if " is right" in one] == [shown.gold]


def test_forms_without_a_rule_keep_their_key() -> None:
    assert form_name("modus_tollens") == "modus tollens"
    assert form_name("some_other_form") == "some other form"
