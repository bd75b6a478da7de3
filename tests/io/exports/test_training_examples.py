"""Examples to train on, kept apart from what is to be measured."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.core.errors import InputError
from engine.core.items import Item, Outcome
from engine.core.workers import serial
from engine.grade import grade
from engine.io.exports import Held, examples
from engine.io.exports.sft import shape
from engine.logic import parse
from engine.pipeline.generate.datasets import generate_dataset
from engine.pipeline.generate.generation import make_items, make_spec
from tests.samples import Sample

TYPES = {"task": "symbolization", "types": "conditional_nested,quantified_all_some,negation"}


def made(settings: dict[str, str], seed: int, n: int) -> list[Item]:
    return list(Sample(make_spec("logicskills", settings, seed, n)))


@pytest.fixture(scope="module")
def training() -> list[Item]:
    return made(TYPES, 7, 240)


@pytest.fixture(scope="module")
def measured() -> list[Item]:
    return made(TYPES, 1, 60)


@pytest.fixture(scope="module")
def structures() -> list[Item]:
    return made({"task": "countermodel", "max_depth": "1"}, 1, 2)


def held(items: list[Item]) -> Held:
    found = Held()
    for item in items:
        found.add(item)
    return found


def test_the_last_message_of_an_example_is_graded_right(
    training: list[Item], structures: list[Item]
) -> None:
    asked = [*training[:20], *structures]
    by_hash = {item.hash: item for item in asked}
    found = list(examples(asked, Held(), Counter()))
    assert len(found) == len(by_hash)
    for example in found:
        messages = example["messages"]
        assert isinstance(messages, list)
        assert [message["role"] for message in messages] == ["system", "user", "assistant"]
        verdict = grade(by_hash[str(example["id"])], messages[-1]["content"])
        assert verdict.strict_outcome is Outcome.RIGHT


def test_a_target_has_the_steps_that_its_prompt_asks_for() -> None:
    proved = list(Sample(make_spec("justlogic", {}, 1, 6)))
    for example in examples(proved, Held(), Counter(), "cot"):
        system, _, shown = example["messages"]  # type: ignore[misc]
        assert "Reason step by step first" in system["content"]
        assert len(shown["content"].splitlines()) > 2
        assert shown["content"].splitlines()[-1].startswith("Answer: ")


def test_no_example_shares_a_sentence_or_a_formula_with_the_sets_held(
    training: list[Item], measured: list[Item]
) -> None:
    left_out: Counter[str] = Counter()
    found = {example["id"] for example in examples(training, held(measured), left_out)}
    kept = [item for item in training if item.hash in found]
    assert kept
    assert left_out["formula"] > 0
    assert len({*found}) + left_out.total() == len(training)
    sentences = {item.passage for item in measured}
    known = {shape(parse(item.gold)) for item in measured}
    assert not any(item.passage in sentences or shape(parse(item.gold)) in known for item in kept)


def test_an_argument_is_held_whatever_its_letters_and_the_order_of_its_premises(
    structures: list[Item],
) -> None:
    item = structures[0]
    swapped = str.maketrans({"a": "b", "b": "a", "F": "Z", "x": "y", "y": "x"})
    renamed = replace(
        item,
        premises=tuple(premise.translate(swapped) for premise in reversed(item.premises)),
        query=(item.query[0].translate(swapped),),
        hash="",
    )
    assert held([item]).common(renamed) == "formula"
    assert held([structures[1]]).common(item) is None


def test_an_argument_shares_one_formula_at_most_with_any_that_is_held(
    structures: list[Item],
) -> None:
    item, other = structures
    shared = item.premises[:1]  # the domain constraint
    for n_taken, common in ((0, None), (1, None), (2, "formula")):
        taken = item.premises[len(item.premises) - n_taken :]
        mixed = replace(
            other,
            premises=(*shared, *taken, "P(a, a) ∧ F(a) ∧ F(a)"),
            query=("P(a, b) ∧ F(a) ∧ G(a)",),
            hash="",
        )
        assert held([item]).common(mixed) == common
    twice = replace(item, premises=(*shared, "F(a)", "G(b)"), hash="")
    once = replace(other, premises=(*shared, "F(c)", "P(a, a) ∧ F(a) ∧ F(a)"), hash="")
    assert held([twice]).common(once) is None
    assert held([twice]).common(twice) == "formula"


def test_a_formula_to_be_written_is_none_of_the_premises_or_the_conclusion_held(
    structures: list[Item], training: list[Item]
) -> None:
    item = structures[0]
    for formula in (*item.premises, *item.query):
        asked = replace(training[0], gold=formula.replace("x", "z"), hash="")
        assert held([item]).common(asked) == "formula"
    assert held([item]).common(training[0]) is None


def test_a_repeated_example_is_left_out(training: list[Item]) -> None:
    left_out: Counter[str] = Counter()
    assert len(list(examples([*training[:1], *training[:1]], Held(), left_out))) == 1
    assert left_out == {"repeated": 1}


@pytest.mark.parametrize("family", ["justlogic", "divlogiceval", "logicasker", "argqa"])
def test_questions_with_labels_become_examples_apart_from_sets_with_their_sentences(
    family: str,
) -> None:
    items = {item.hash: item for item in make_items(make_spec(family, {}, 1, 6))}
    found = list(examples(items.values(), Held(), Counter()))
    assert len(found) == len(items)
    for example in found:
        messages = example["messages"]
        assert isinstance(messages, list)
        verdict = grade(items[str(example["id"])], messages[-1]["content"])
        assert verdict.strict_outcome is Outcome.RIGHT
    left_out: Counter[str] = Counter()
    first = next(iter(items.values()))
    rest = {str(one["id"]) for one in examples(items.values(), held([first]), left_out)}
    shared = {h for h, item in items.items() if set(item.passage) & set(first.passage)}
    assert shared
    assert not shared & rest
    assert left_out["sentence"] == len(items) - len(rest)


def test_a_style_that_does_not_go_with_a_question_is_refused() -> None:
    items = make_items(make_spec("divlogiceval", {}, 1, 3))
    with pytest.raises(InputError, match="forms of argument"):
        list(examples(items, Held(), Counter(), "zero-shot+forms"))


def test_the_command_writes_one_example_a_line_and_counts_what_it_left_out(tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    for name, seed in (("train", 7), ("test", 1)):
        spec = make_spec("logicskills", TYPES, seed, 60)
        generate_dataset(spec, name, db, serial())
    words = ["export", "train", "--to", "sft", "--out", str(tmp_path / "out"), "--apart-from"]
    done = CliRunner().invoke(app, [*words, "test", "--db", str(db), "--json"])
    document = json.loads(done.stdout)
    lines = (tmp_path / "out" / "train.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == document["records"]["train"] == 60 - sum(document["left_out"].values())
    assert {json.loads(line)["task"] for line in lines} == {"symbolization"}
    refused = CliRunner().invoke(app, ["export", "train", "--to", "argqa", "--out", str(tmp_path),
                                       "--limit", "3", "--db", str(db)])  # fmt: skip
    assert refused.exit_code != 0
