"""Replies in the styles of many models, each read as a person reads it."""

from __future__ import annotations

import dataclasses
import tomllib
from pathlib import Path

import pytest

from engine.core.items import Item, Option
from engine.grade import grade
from engine.grade.labels.reading import read_choice, read_label
from tests.grade.test_formal_grading import ARGUMENT, SENTENCE, SIX
from tests.grade.test_inference_grading import asked
from tests.items_by_hand import triple

_FIXTURE = Path(__file__).parents[1] / "fixtures" / "grading" / "styles.toml"
_STYLES = tomllib.loads(_FIXTURE.read_text("utf-8"))
_STATEMENTS = (
    "Every heron licked an otter.",
    "No goat licked Dennis.",
    "Tobias is a heron.",
    "Some otter licked a goat.",
    "Dennis is not a heron.",
    "Every goat is plump.",
)
_TEXTS = ("The lamp is lit.", "The door is open.", "A kettle is hot.", "The clock is slow.")
LABEL = triple(0)[0]
CHOICE = dataclasses.replace(
    LABEL,
    options=tuple(Option(k, text, "open") for k, text in zip("ABCD", _TEXTS, strict=True)),
    gold="B",
)
QUESTIONS: dict[str, Item] = {
    "label": LABEL,
    "choice": CHOICE,
    "set": dataclasses.replace(
        SIX,
        options=tuple(Option(str(n), text, "open") for n, text in enumerate(_STATEMENTS, start=1)),
    ),
    "follows": asked("two-way", "yes"),
    "formula": SENTENCE,
    "structure": ARGUMENT,
}


@pytest.mark.parametrize("kind", _STYLES)
def test_replies_of_many_styles_are_read_as_a_person_reads_them(kind: str) -> None:
    question = QUESTIONS[kind]
    for reading, replies in _STYLES[kind].items():
        keys = [o.key for o in question.options if o.key != "B"] if "{" in reading else [reading]
        for reply in replies:
            for key in keys:
                verdict = grade(question, reply.replace("{}", key) if "{" in reading else reply)
                read = verdict.outcome.value if reading in ("right", "wrong") else verdict.lenient
                assert read == (None if key == "nothing" else key), reply


def test_remembered_short_replies_read_as_any_other_reply() -> None:
    for question, reader in ((LABEL, read_label), (CHOICE, read_choice)):
        for key in (option.key for option in question.options):
            for reply in ("{}", "Answer: {}", "**{}**", "({})", "\\boxed{{{}}}", "not {}", "{}?"):
                raw = reply.format(key)
                unhurried = reader(question.options, raw + " " * 80)
                assert reader(question.options, raw).lenient == unhurried.lenient
