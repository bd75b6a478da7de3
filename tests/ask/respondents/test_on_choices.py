"""The built-in respondents for single choices, in process and over HTTP."""

from __future__ import annotations

import dataclasses

import pytest
from starlette.testclient import TestClient

from engine.ask.prompts import QuestionKind, messages, probed
from engine.ask.respondents import Learner, Respondent, baselines_for, respondent
from engine.ask.respondents.serving import Index, make_app
from engine.core.errors import InputError
from engine.core.items import Item, Option, Outcome
from engine.core.rotations import rotated
from engine.grade import grade
from tests.choices_by_hand import choices

NAMES = baselines_for(QuestionKind.CHOICE)
ITEMS = choices(36, train=12)
TRAIN = [item for item in ITEMS if item.split == "train"]
TEST = [item for item in ITEMS if item.split == "test"]


def made(name: str) -> Respondent:
    answers = respondent(name)
    if isinstance(answers, Learner):
        answers.fit(TRAIN)
    return answers


def chosen(answers: Respondent, item: Item, rotation: int = 0) -> str | None:
    return grade(item, answers.answer(rotated(item, rotation)), rotation).strict


@pytest.mark.parametrize("name", NAMES)
def test_none_looks_at_gold_or_role(name: str) -> None:
    answers = made(name)
    for item in TEST[:12]:
        blinded = dataclasses.replace(
            item,
            gold="A",
            role="",
            options=tuple(dataclasses.replace(o, role="") for o in item.options),
            hash=item.hash,
        )
        assert answers.answer(item) == answers.answer(blinded)


@pytest.mark.parametrize("name", [n for n in NAMES if n not in ("random", "majority")])
def test_each_chooses_content_whatever_the_order(name: str) -> None:
    answers = made(name)
    for item in TEST[:12]:
        [key] = {chosen(answers, item, rotation) for rotation in range(4)}
        assert key is not None


def test_the_solver_gets_everything_right_in_every_order() -> None:
    solver = made("solver")
    for item in TEST:
        for rotation in range(4):
            assert grade(item, solver.answer(rotated(item, rotation)), rotation).outcome is (
                Outcome.RIGHT
            )


def test_the_solver_names_no_option_where_none_or_several_fit() -> None:
    solver = made("solver")
    item = next(item for item in TEST if item.traits.question_type == "3c1e")
    for premises in ((), ("p", "q", "r", "s")):
        asked = dataclasses.replace(item, premises=premises, hash=item.hash)
        assert grade(item, solver.answer(asked)).outcome is Outcome.NO_ANSWER


def with_options(*texts: str, passage: str = "The red cat sat.") -> Item:
    options = tuple(Option(key, text, "") for key, text in zip("ABCD", texts, strict=False))
    return dataclasses.replace(TEST[0], options=options, passage=(passage,), hash="0" * 64)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("longest-option", "C"),
        ("shortest-option", "A"),
        ("most-overlap", "B"),
        ("least-overlap", "C"),
    ],
)
def test_surface_rules_see_length_and_overlap(name: str, key: str) -> None:
    item = with_options("A cat", "The red cat", "Something else entirely", "The dog")
    assert made(name).answer(item) == f"Answer: {key}"


def test_option_words_learn_which_words_right_options_have() -> None:
    train = [
        dataclasses.replace(
            with_options(*(f"It is {w} {n}" for w in ("surely", "maybe", "hardly", "never"))),
            gold="A",
        )
        for n in range(30)
    ]
    learner = respondent("option-words")
    assert isinstance(learner, Learner)
    with pytest.raises(InputError, match="trained"):
        learner.answer(train[0])
    with pytest.raises(InputError, match="train split"):
        learner.fit([])
    learner.fit(train)
    asked = with_options("It is never x", "It is maybe x", "It is surely x", "It is hardly x")
    assert learner.answer(asked) == "Answer: C"


@pytest.mark.parametrize("probe", ["none", "no-logic", "no-content", "options-only"])
def test_a_served_respondent_knows_every_rotation_and_probe(probe: str) -> None:
    solver = made("longest-option")
    client = TestClient(make_app(solver, Index(ITEMS)), raise_server_exceptions=False)
    for item in TEST[:4]:
        for rotation in range(4):
            shown = rotated(item, rotation)
            asked = messages(shown, "zero-shot", probe)
            reply = client.post("/v1/chat/completions", json={"messages": list(asked)})
            content = reply.json()["choices"][0]["message"]["content"]
            assert content == solver.answer(probed(shown, probe))


def test_a_served_respondent_is_not_asked_for_a_withheld_option() -> None:
    client = TestClient(make_app(made("solver"), Index(ITEMS)), raise_server_exceptions=False)
    asked = messages(TEST[0], "zero-shot", "withheld-option")
    reply = client.post("/v1/chat/completions", json={"messages": list(asked)})
    assert reply.status_code == 422
