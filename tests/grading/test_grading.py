import dataclasses
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.grading import UNANSWERED_RULES, grade
from engine.items import AnswerKind, Option, Outcome
from tests.items_by_hand import triple

ITEM = triple(0)[0]
FIXTURES = Path(__file__).parents[1] / "fixtures" / "grading"
CASES = tomllib.loads((FIXTURES / "labels.toml").read_text("utf-8"))["case"]
LETTERS = tomllib.loads((FIXTURES / "letters.toml").read_text("utf-8"))["case"]
LETTERED = dataclasses.replace(
    ITEM,
    options=tuple(
        Option(key, text, "gold" if key == "B" else "other")
        for key, text in zip("ABCD", ("Plato", "A wise man", "Kant", "true"), strict=True)
    ),
    gold="B",
)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_reply_is_read_as_a_careful_reader_reads_it(case: dict[str, str]) -> None:
    verdict = grade(ITEM, case["raw"])
    assert (verdict.strict, verdict.lenient) == (case.get("strict"), case.get("lenient"))
    if "rule" in case:
        assert verdict.rule == case["rule"]


@pytest.mark.parametrize("case", LETTERS, ids=[case["name"] for case in LETTERS])
def test_letters_of_options_are_read(case: dict[str, str]) -> None:
    verdict = grade(LETTERED, case["raw"])
    assert (verdict.strict, verdict.lenient) == (case.get("strict"), case.get("lenient"))


def test_case_names_are_unique() -> None:
    assert len({case["name"] for case in CASES}) == len(CASES) >= 60


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
    ],
)
def test_a_megabyte_is_read_in_linear_time(unit: str) -> None:
    raw = unit * (1_000_000 // len(unit)) + "\nAnswer: true"
    verdict = grade(ITEM, raw)  # a quadratic reader would take hours here, not a second
    assert verdict.lenient in ("true", None)
    for before, after in (("True.\n", ""), ("Answer: true\n", ""), ("", "\nTrue.")):
        grade(ITEM, before + unit * (300_000 // len(unit)) + after)


@given(st.text())
def test_any_text_gets_a_verdict_and_no_rule_without_an_answer_names_one(raw: str) -> None:
    verdict = grade(ITEM, raw)
    assert (verdict.lenient is None) == (verdict.rule in UNANSWERED_RULES)
    assert verdict.strict in (None, verdict.lenient)


@given(st.text(alphabet="ab \n.,!?*"), st.sampled_from(["true", "false", "uncertain"]))
def test_a_last_line_in_the_asked_format_is_always_read(before: str, label: str) -> None:
    verdict = grade(ITEM, f"{before}\nAnswer: {label}")
    assert verdict.strict == verdict.lenient == label


def test_threads_read_alike() -> None:
    raws = [case["raw"] for case in CASES] * 20
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda raw: grade(ITEM, raw), raws))
    assert together == [grade(ITEM, raw) for raw in raws]


def test_another_kind_of_answer_is_refused_by_name() -> None:
    with pytest.raises(InputError, match="formula"):
        grade(dataclasses.replace(ITEM, answer_kind=AnswerKind.FORMULA), "p")
