"""What an export reads of a last line is what we read of it, whatever the reply."""

from __future__ import annotations

import dataclasses
import importlib
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from engine.core.items import AnswerKind, Option
from engine.io.exports.hub import last_line
from engine.io.exports.tasks import form_of, write_scoring
from sorites import Item, generate, grade
from tests.items_by_hand import triple
from tests.samples import Later

FIXTURES = Path(__file__).parents[2] / "fixtures" / "grading"
MODULES = ("sorites_scoring", "sorites_last_line")
SIX = tuple(Option(key, f"Option {key} holds.", "other") for key in "123456")
PARTS = (
    *("Answer:", "answer: ", "ANSWER:\xa0", "Answer :", "The answer is (", "the answer is"),
    *("\n", "\n\n", "\r", "\x0b", "\u2028", " ", "\xa0", "\t", "\u200b", ".", " .", "!", ",", ", "),
    *(
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "**",
        "`",
        '"',
        ";",
        " and ",
        "Option ",
        "statement ",
        "∅",
        "[]",
    ),
    *("true", "False", "uncertain", "yes", "No", "A", "b", "C", "1", "2", "5", "none", "ſ"),
    *("<think>", "</think>", "No, wait: ", "So. ", "<THINK>", "statement "),
)


@pytest.fixture(scope="module")
def scoring(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The module that an export carries, imported as a harness does."""
    folder = tmp_path_factory.mktemp("scoring")
    write_scoring(folder)
    sys.path.insert(0, str(folder))
    yield importlib.import_module("sorites_scoring")
    sys.path.remove(str(folder))
    for name in MODULES:
        del sys.modules[name]


def items() -> list[Item]:
    """An item of each kind of answer that a last line can be read by."""
    statement = triple(0)[0]
    chosen = dataclasses.replace(
        statement, answer_kind=AnswerKind.SET, options=SIX, gold="2,5", hash=""
    )
    skills = generate("logicasker", 1, max_length="3", language="formal")
    return [statement, generate("divlogiceval", 1)[0], skills[0], chosen]


ITEMS = Later(items)
KINDS = range(4)


@cache
def replies() -> list[str]:
    """Those of our fixtures, and some thousand put together at random."""
    found: list[str] = []

    def collect(value: object) -> None:
        if isinstance(value, dict):
            found.extend(filter(None, [value.get("raw")]))
            value = list(value.values())
        if isinstance(value, list):
            for part in value:
                collect(part)

    for path in sorted(FIXTURES.glob("*.toml")):
        collect(tomllib.loads(path.read_text(encoding="utf-8")))
    random, golds = Random(10), [item.gold for item in ITEMS]
    for _ in range(3_000):
        text = "".join(random.choices(PARTS, k=random.randrange(5)))
        heading = random.choice(("", "\nAnswer: ", "\nanswer:", "The answer is ("))
        answer = "".join(random.choices((*golds, *golds, *PARTS), k=random.randrange(1, 4)))
        found.append(text + heading + answer)
    return [*found, "Anſwer: true", "answer: uncertain ", "Answer: FALſE", "The answer iſ (A)"]


@pytest.mark.parametrize("at", KINDS)
def test_the_reading_of_an_export_is_our_strict_one(scoring: ModuleType, at: int) -> None:
    """But for replies that announce two answers: of the last line alone that cannot be told."""
    item = ITEMS[at]
    question = {"target": item.gold, **form_of(item)}
    n_read = 0
    for reply in replies():
        read, ours = scoring.in_format(reply, question), grade(item, reply)
        n_read += read is not None
        assert read == ours.strict or ours.rule == "contradictory", reply
        assert scoring.is_right("in_format", reply, question) == (read == item.gold)
    assert n_read > 30


def test_of_two_answers_the_last_line_is_what_an_export_reads(scoring: ModuleType) -> None:
    reply = "Answer: false\nAnswer: true"
    assert scoring.in_format(reply, form_of(ITEMS[0])) == "true"
    assert grade(ITEMS[0], reply).strict is None


@pytest.mark.parametrize("at", KINDS[:3])
def test_the_pattern_of_the_hub_reads_the_same(scoring: ModuleType, at: int) -> None:
    item = ITEMS[at]
    question = {"target": item.gold, **form_of(item)}
    pattern = last_line(question["keys"], is_lettered=question["is_lettered"])
    for reply in replies():
        found = re.search(pattern, reply, re.IGNORECASE)
        captured = [one.lower() for one in found.groups() if one] if found else []
        read = scoring.in_format(reply, question)
        assert captured == ([] if read is None else [read.lower()]), reply
