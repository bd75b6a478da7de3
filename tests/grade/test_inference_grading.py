"""Replies to questions whether a conclusion follows, by hand."""

import dataclasses
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.items import UNREAD, Item, Outcome
from engine.core.kinds import LABELS, QuestionKind
from engine.decide.entailment import label_options
from engine.grade import grade
from tests.items_by_hand import triple

FILE = Path(__file__).parents[1] / "fixtures" / "grading" / "inferences.toml"
CASES = [
    (form, case) for form, cases in tomllib.loads(FILE.read_text("utf-8")).items() for case in cases
]


def asked(form: str, gold: str) -> Item:
    return dataclasses.replace(
        triple(0)[0], options=label_options(QuestionKind(form), gold), gold=gold, hash=""
    )


@pytest.mark.parametrize(("form", "case"), CASES, ids=[f"{f}: {c['name']}" for f, c in CASES])
def test_a_reply_is_read_as_a_careful_reader_reads_it(form: str, case: dict[str, str]) -> None:
    for gold in LABELS[QuestionKind(form)]:
        verdict = grade(asked(form, gold), case["raw"])
        assert (verdict.strict, verdict.lenient) == (case.get("strict"), case.get("lenient"))
        expected = Outcome.RIGHT if gold == case.get("lenient") else Outcome.WRONG
        assert verdict.outcome in ({expected} if "lenient" in case else UNREAD)


@given(reason=st.sampled_from(["it cannot fail", "not all sing", "no cook sings", "I know it"]))
def test_a_reason_turns_no_answer(reason: str) -> None:
    for form, answers in LABELS.items():
        for answer in answers:
            verdict = grade(asked(form, answer), f"Answer: {answer}, because {reason}.")
            assert verdict.outcome is Outcome.RIGHT


@given(raw=st.text(alphabet="yesno, .!?:*=\nYN", max_size=60))
def test_nothing_but_an_answer_is_ever_read(raw: str) -> None:
    verdict = grade(asked("two-way", "yes"), raw)
    assert verdict.lenient in (None, "yes", "no")
    assert verdict.strict in (None, verdict.lenient)
    if verdict.lenient is not None:
        assert verdict.lenient in raw.lower()
