"""Demonstrations: balanced, verified, true to their seeds, and never among what is asked."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.analysis.diagnosis.weaknesses import Weaknesses, find_weaknesses
from engine.ask.endpoints.address import address
from engine.ask.prompts import messages
from engine.ask.runs import Request, load_material, make_plan, run_plan
from engine.cli.data.generate import generate
from engine.core.canary import canary
from engine.core.errors import InputError
from engine.decide import verify_item
from engine.pipeline.improve.demonstrations import (
    Strategy,
    make_demonstrations,
    read_demonstrations,
)
from engine.pipeline.improve.second_round import second_round


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("skills") / "e.duckdb"
    for question in ("two-way", "three-way"):
        generate(
            "logicasker",
            name=question,
            n=240,
            settings=[f"question={question}", "skills=propositional.inference,predicate.fallacy"],
            workers=1,
            db=path,
            as_json=True,
            seed=4,  # an interval of 95% misses the guesser's half for one seed in twenty
        )
        request = Request(question, "random")
        run_plan(path, make_plan(request, load_material(path, request), None))
    return path


def _weak(db: Path, dataset: str = "two-way") -> Weaknesses:
    return find_weaknesses(db, dataset, "random")


def _written(folder: Path, document: dict[str, Any]) -> Path:
    path = folder / "shown.json"
    path.write_text(json.dumps(document))
    return path


@pytest.mark.parametrize("dataset", ["two-way", "three-way"])
@pytest.mark.parametrize("strategy", Strategy)
def test_examples_are_balanced_short_verified_and_explained(
    db: Path, tmp_path: Path, dataset: str, strategy: Strategy
) -> None:
    document = make_demonstrations(db, _weak(db, dataset), 6, strategy)
    shown = read_demonstrations(_written(tmp_path, document))
    answers = Counter(item.gold for item in shown.items)
    assert set(answers.values()) == {6 // len(shown.items[0].options)}
    lengths = {item.traits.depth for item in shown.items}
    assert {1} < lengths <= {1, 2, 3}  # fallacies have no chains
    assert document["canary"] == canary()
    for item, each in zip(shown.items, document["examples"], strict=True):
        assert verify_item(item).agreed
        assert "[" not in each["explanation"]
        assert "⊢" not in each["explanation"]


@pytest.mark.parametrize("dataset", ["two-way", "three-way"])
def test_each_answer_is_shown_on_the_weakest_skills_that_have_it(db: Path, dataset: str) -> None:
    found = _weak(db, dataset)
    document = make_demonstrations(db, found, 6, Strategy.WEAK)
    answers = _answers(db, dataset)
    ranked = {
        answer: [part.part for part in found.parts if answers[part.part] == answer]
        for answer in set(answers.values())
    }
    for answer, skills in ranked.items():
        shown = {each["skill"] for each in document["examples"] if each["answer"] == answer}
        assert shown == set(skills[: 6 // len(ranked)])
    assert document["contrasts"] == 0
    assert {each["contrast_of"] for each in document["examples"]} == {None}


def _answers(db: Path, dataset: str) -> dict[str, str]:
    """The answer that is right on each skill that a set asks."""
    items = load_material(db, Request(dataset, "random")).items
    return {item.traits.skill or "": item.gold for item in items}


def test_a_contrast_stands_in_where_no_weak_skill_has_the_answer(db: Path) -> None:
    request = Request("two-way", "constant-yes")
    run_plan(db, make_plan(request, load_material(db, request), None))
    found = find_weaknesses(db, "two-way", "constant-yes")
    document = make_demonstrations(db, found, 6, Strategy.WEAK)
    contrasts = [each for each in document["examples"] if each["contrast_of"]]
    assert [each["answer"] for each in contrasts] == ["yes"] * 3
    assert document["contrasts"] == 3
    weakest = {part.part for part in found.parts[:6]}
    shown = {each["contrast_of"] or each["skill"] for each in document["examples"]}
    assert shown == weakest
    assert {_answers(db, "two-way")[skill] for skill in weakest} == {"no"}


def test_a_fallacy_that_cannot_be_expanded_is_shown_in_one_step(db: Path) -> None:
    shift = "predicate.fallacy.quantifier_shift.inference"
    settings = ["tree=all", f"skills={shift}"]
    generate("logicasker", name="shift", n=40, settings=settings, workers=1, db=db, seed=1)
    request = Request("shift", "constant-yes")
    run_plan(db, make_plan(request, load_material(db, request), None))
    found = find_weaknesses(db, "shift", "constant-yes")
    shown = make_demonstrations(db, found, 2, Strategy.WEAK)["examples"]
    assert {each["skill"]: each["length"] for each in shown}[shift] == 1


def test_a_run_shows_the_examples_and_is_named_after_them(db: Path, tmp_path: Path) -> None:
    path = _written(tmp_path, make_demonstrations(db, _weak(db), 4, Strategy.WEAK))
    request = Request("two-way", "m", demonstrations=read_demonstrations(path))
    plan = make_plan(request, load_material(db, request), address("http://localhost:1/v1"))
    assert plan.run.prompt == "cot weak:4"
    assert "--demonstrations" in (plan.run.command or "")
    item = plan.items[0]
    asked = messages(item, plan.prompt, "none", plan.examples.for_item(item))
    assert len(asked) == 2 + 2 * 4
    plain = Request("two-way", "m")
    other = make_plan(plain, load_material(db, plain), address("http://localhost:1/v1"))
    assert other.run.run_hash != plan.run.run_hash


def test_a_changed_example_is_refused(db: Path, tmp_path: Path) -> None:
    document = make_demonstrations(db, _weak(db), 2, Strategy.RANDOM)
    document["examples"][0]["conclusion"] = "Pigs fly."
    with pytest.raises(InputError, match="differs from what its seed makes"):
        read_demonstrations(_written(tmp_path, document))
    with pytest.raises(InputError, match="is not a file of demonstrations"):
        read_demonstrations(_written(tmp_path, {"examples": []}))


def test_examples_of_another_kind_and_built_in_respondents_are_refused(
    db: Path, tmp_path: Path
) -> None:
    path = _written(tmp_path, make_demonstrations(db, _weak(db), 2, Strategy.WEAK))
    where = address("http://localhost:1/v1")
    request = Request("three-way", "m", demonstrations=read_demonstrations(path))
    with pytest.raises(InputError, match="but those of three-way are of the kind three-way"):
        make_plan(request, load_material(db, request), where)
    request = Request("two-way", "random", demonstrations=read_demonstrations(path))
    with pytest.raises(InputError, match="cannot use demonstrations"):
        make_plan(request, load_material(db, request), None)
    request = Request("two-way", "m", prompt="zero-shot", demonstrations=read_demonstrations(path))
    with pytest.raises(InputError, match="shows no examples"):
        make_plan(request, load_material(db, request), where)


def test_a_second_round_is_fresh_and_its_drop_stands_beside_the_expected_one(db: Path) -> None:
    found = _weak(db)
    made = second_round(db, found, 5, "again", n=50, seed=None)
    assert made.second is None
    assert sum(target.n for target in made.targets) >= 50
    request = Request("again", "random")
    material = load_material(db, request)
    first = Request("two-way", "random")
    assert not {i.hash for i in material.items} & {i.hash for i in load_material(db, first).items}
    run_plan(db, make_plan(request, material, None))
    answered = second_round(db, found, 5, "again", n=50, seed=None)
    document = answered.document()
    assert document["second_round"]["n"] == sum(target.n for target in made.targets)
    # a guesser is as good on any skill: what seemed weak returns to the mean
    assert document["chosen_skills_in_first_round"]["share"] < document["expected"]["value"]
    assert document["expected"]["low"] < 0.5 < document["expected"]["high"]
    assert any("regression to the mean" in line for line in answered.sentences())


def test_a_second_round_needs_a_fresh_seed(db: Path) -> None:
    with pytest.raises(InputError, match="choose another for --seed"):
        second_round(db, _weak(db), 2, "same", n=None, seed=4)
    with pytest.raises(InputError, match="--target must be from 1 to"):
        second_round(db, _weak(db), 999, "many", n=None, seed=None)
