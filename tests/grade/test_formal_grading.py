"""Replies that are formulas, structures or sets of options, judged by what they mean."""

from __future__ import annotations

import dataclasses
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.core.items import UNREAD, AnswerKind, Item, Option, Outcome, Symbol
from engine.grade import grade
from engine.logic import parse
from tests.items_by_hand import triple
from tests.logic.alpha import alpha_equivalent

_FIXTURES = Path(__file__).parents[1] / "fixtures" / "grading"
Case = dict[str, Any]  # Any: texts and flags, as in the file

KEY = (
    Symbol("M(x)", "x is an otter"),
    Symbol("R(x, y)", "x followed y"),
    Symbol("a", "Agnes"),
    Symbol("F(x)", "x will sing"),
)
DOMAIN = '{"constants":{"a":0},"domain":[0,1,2],"predicates":{"M":[0,1],"R":[[1,0]]}}'


def cases(name: str) -> list[Case]:
    text = (_FIXTURES / f"{name}.toml").read_text(encoding="utf-8")
    loaded: list[Case] = tomllib.loads(text)["case"]
    return loaded


def item(kind: AnswerKind, gold: str, **parts: Any) -> Item:  # Any: fields of an item
    plain: dict[str, Any] = {"premises": (), "query": (), "options": (), "symbols": KEY, **parts}
    return dataclasses.replace(triple(0)[0], answer_kind=kind, gold=gold, hash="", **plain)


SENTENCE = item(AnswerKind.FORMULA, "∀x (M(x) → R(x, a))")
ARGUMENT = item(
    AnswerKind.STRUCTURE,
    DOMAIN,
    premises=("∃x (M(x) ∧ R(x, a))", "M(a)"),
    query=("∀x (M(x) → R(x, a))",),
)
SIX = item(
    AnswerKind.SET,
    "2,5",
    options=tuple(Option(key, f"Option {key} holds.", "open") for key in "123456"),
)


@pytest.mark.parametrize("case", cases("formulas"), ids=lambda case: case["name"])
def test_a_formula_is_read_in_any_dress_and_judged_by_meaning(case: Case) -> None:
    verdict = grade(SENTENCE, case["raw"])
    assert verdict.outcome == case["outcome"]
    assert verdict.mistake == case.get("mistake")
    assert (verdict.strict is not None) == case.get("strict", False)
    if "lenient" in case:
        assert verdict.lenient is not None
        assert alpha_equivalent(parse(verdict.lenient), parse(case["lenient"]))
    else:
        assert verdict.lenient is None


@pytest.mark.parametrize("case", cases("structures"), ids=lambda case: case["name"])
def test_a_structure_is_read_in_any_dress_and_judged_by_the_argument(case: Case) -> None:
    verdict = grade(ARGUMENT, case["raw"])
    assert verdict.outcome == case["outcome"]
    assert verdict.mistake == case.get("mistake")
    assert (verdict.strict is not None) == case.get("strict", False)
    if "evidence" in case:
        assert verdict.evidence == case["evidence"]
    if verdict.outcome is Outcome.RIGHT:
        assert verdict.lenient == DOMAIN


@pytest.mark.parametrize("case", cases("sets"), ids=lambda case: case["name"])
def test_a_set_is_read_from_its_conclusion_and_compared(case: Case) -> None:
    verdict = grade(SIX, case["raw"])
    assert verdict.lenient == case.get("lenient")
    assert (verdict.strict is not None) == case.get("strict", False)
    assert verdict.mistake == case.get("mistake")
    expected = {None: UNREAD, "2,5": {Outcome.RIGHT}}
    assert verdict.outcome in expected.get(case.get("lenient"), {Outcome.WRONG})


def test_a_formula_named_on_the_way_is_no_answer_once_cut_off() -> None:
    raw = "1. The main formula is M(a) → R(a, a), which says so.\n2. Next we look at"
    verdict = grade(SENTENCE, raw, finish_reason="length")
    assert (verdict.outcome, verdict.lenient) == (Outcome.CUT_OFF, None)
    assert json.loads(str(verdict.evidence)) == {"before_cut": "M(a) → R(a, a)"}


def test_what_an_option_denies_is_no_denial_of_it() -> None:
    denied = dataclasses.replace(
        SIX, options=(Option("1", "No fox ran and Bo isn't a fox.", "open"),)
    )
    for raw in (
        "The only one that must be true is statement 1: No fox ran and Bo isn't a fox.",
        'Final answer: statement 1 ("No fox ran and Bo isn\'t a fox") must be true.',
    ):
        assert grade(denied, raw).lenient == "1"


def test_a_wrong_formula_comes_with_a_structure_that_tells_it_apart() -> None:
    verdict = grade(SENTENCE, "∃x(Mx ∧ Rxa)")
    assert verdict.evidence is not None
    shown = json.loads(verdict.evidence)
    structure = shown["structure"]
    agnes = structure["constants"]["a"]
    otters, followed = structure["predicates"]["M"], structure["predicates"]["R"]
    assert shown["gold"] == all([otter, agnes] in followed for otter in otters)
    assert shown["gold"] != any([otter, agnes] in followed for otter in otters)


@pytest.mark.parametrize(
    "raw",
    [
        "∀x(" * 100_000,
        "(" * 1_000_000,
        "Answer: " + "[" * 500_000,
        "M: [" + "0, " * 300_000 + "0]",
        "\n" * 1_000_000,
        "a: 0\n" * 100_000,
        "statement 1 and " * 60_000,
        "¬" * 400_000 + "Fa",
        "Answer:\n" * 10_000,
        "change\n" * 10_000,
        "Answer: " + "M(a) ∧ " * 10_000,
        "True. " + "\\(" * 30_000,
        "Question: x\n" * 10_000 + "Answer: M(a)",
    ],
    ids=[
        *("quantifiers", "brackets", "lists", "row", "blank", "again", "words", "negations"),
        *("announcements", "changes", "conjuncts", "spaces", "questions"),
    ],
)
@pytest.mark.parametrize("question", [SENTENCE, ARGUMENT, SIX], ids=["formula", "model", "set"])
def test_a_hostile_reply_is_graded_all_the_same(question: Item, raw: str) -> None:
    assert grade(question, raw).outcome in {*UNREAD, Outcome.WRONG}
