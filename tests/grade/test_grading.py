import dataclasses
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.items import Item, Option, Outcome
from engine.core.rotations import rotated
from engine.grade import UNANSWERED_RULES, grade
from tests.items_by_hand import triple

ITEM = triple(0)[0]
FIXTURES = Path(__file__).parents[1] / "fixtures" / "grading"
CASES = tomllib.loads((FIXTURES / "labels.toml").read_text("utf-8"))["case"]
CHOICES = tomllib.loads((FIXTURES / "choices.toml").read_text("utf-8"))


def choice(texts: Sequence[str] = tuple(CHOICES["options"]), gold: str = "B") -> Item:
    options = tuple(
        Option(key, text, "gold" if key == gold else "distractor")
        for key, text in zip("ABCDEFGHIJ", texts, strict=False)
    )
    return dataclasses.replace(ITEM, options=options, gold=gold)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_reply_is_read_as_a_careful_reader_reads_it(case: dict[str, str]) -> None:
    verdict = grade(ITEM, case["raw"])
    assert (verdict.strict, verdict.lenient) == (case.get("strict"), case.get("lenient"))
    if "rule" in case:
        assert verdict.rule == case["rule"]


@pytest.mark.parametrize("case", CHOICES["case"], ids=[c["name"] for c in CHOICES["case"]])
def test_a_choice_is_read_by_letter_or_whole_text(case: dict[str, Any]) -> None:
    item = choice(case.get("options", CHOICES["options"]))
    verdict = grade(item, case["raw"])
    assert (verdict.strict, verdict.lenient) == (case.get("strict"), case.get("lenient"))


@pytest.mark.parametrize("rotation", range(4))
def test_what_is_stored_of_a_choice_is_the_item_s_own_key(rotation: int) -> None:
    item = choice()
    shown = rotated(item, rotation)
    by_letter = grade(item, f"Answer: {shown.gold}", rotation)
    by_text = grade(item, f"Answer: {item.options[1].text}", rotation)
    assert by_letter.strict == by_letter.lenient == by_text.lenient == "B"
    assert by_letter.outcome is by_text.outcome is Outcome.RIGHT
    other = grade(item, "Answer: A", rotation)
    assert other.lenient == item.options[rotation].key


def test_case_names_are_unique() -> None:
    assert len({case["name"] for case in CASES}) == len(CASES) >= 60
    assert len({case["name"] for case in CHOICES["case"]}) == len(CHOICES["case"]) >= 120


def test_the_outcome_compares_with_the_gold_answer() -> None:
    assert ITEM.gold == "true"
    right, wrong, unread = (grade(ITEM, raw) for raw in ("**True**", "Answer: false", "Hm."))
    assert (right.outcome, right.strict_outcome) == (Outcome.RIGHT, Outcome.NO_ANSWER)
    assert (wrong.outcome, wrong.strict_outcome) == (Outcome.WRONG, Outcome.WRONG)
    assert (unread.outcome, unread.strict_outcome) == (Outcome.NO_ANSWER, Outcome.NO_ANSWER)


@pytest.mark.parametrize(
    "unit",
    [
        "answer ",
        "answer: ",
        "true ",
        "not ",
        "**",
        "\n",
        "answer:\n",
        " ",
        "「",
        "'",
        '"',
        "a-",
        ". ",
        "truetrue",
        "é",
        "answer" + " " * 9,
        "no ",
        "it. ",
        "1. ",
        "???",
        "B ",
        "(a",
        "option ",
        "the lamp ",
        "conclusion that ",
    ],
)
def test_a_megabyte_is_read_in_linear_time(unit: str) -> None:
    raw = unit * (1_000_000 // len(unit)) + "\nAnswer: true"
    verdict = grade(ITEM, raw)  # a quadratic reader would take hours here, not a second
    assert verdict.lenient in ("true", None)
    for before, after in (("True.\n", ""), ("Answer: true\n", ""), ("", "\nTrue."), ("", "")):
        grade(ITEM, before + unit * (300_000 // len(unit)) + after)
        grade(choice(), before + unit * (1_000 // len(unit)) + after)
    assert grade(choice(), unit * (300_000 // len(unit)) + "\nAnswer: B").lenient in ("B", None)


@given(st.text())
def test_any_text_gets_a_verdict_and_no_rule_without_an_answer_names_one(raw: str) -> None:
    for item in (ITEM, choice()):
        verdict = grade(item, raw)
        assert (verdict.lenient is None) == (verdict.rule in UNANSWERED_RULES)
        assert verdict.strict in (None, verdict.lenient)


@given(st.text(alphabet="ab \n.,!?*"), st.sampled_from(["true", "false", "uncertain"]))
def test_a_last_line_in_the_asked_format_is_always_read(before: str, label: str) -> None:
    verdict = grade(ITEM, f"{before}\nAnswer: {label}")
    assert verdict.strict == verdict.lenient == label


@given(st.text(alphabet="ab \n.,!?*"), st.sampled_from("ABCD"))
def test_a_last_line_with_a_letter_in_the_asked_format_is_always_read(
    before: str, letter: str
) -> None:
    verdict = grade(choice(), f"{before}\nAnswer: {letter}")
    assert verdict.strict == verdict.lenient == letter


def test_threads_read_alike() -> None:
    raws = [case["raw"] for case in CASES] * 20
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda raw: grade(ITEM, raw), raws))
    assert together == [grade(ITEM, raw) for raw in raws]
