"""How questions with formulas, structures and sets for answers are put."""

from __future__ import annotations

import pytest

from engine.ask.prompts import QuestionKind, kind_of, messages, prompt_id
from engine.core.errors import InputError
from engine.core.items import Item, Outcome
from engine.grade import grade
from tests.grade.test_formal_grading import ARGUMENT, SENTENCE, SIX
from tests.items_by_hand import triple

ASKED = {
    QuestionKind.SYMBOLIZATION: SENTENCE,
    QuestionKind.COUNTERMODEL: ARGUMENT,
    QuestionKind.VALIDITY: SIX,
}


@pytest.mark.parametrize(("kind", "item"), ASKED.items(), ids=list(ASKED))
def test_all_three_tasks_invite_reasoning_alike(kind: QuestionKind, item: Item) -> None:
    assert kind_of(item) is kind
    system, last = messages(item, "zero-shot", "none")
    assert "Reason step by step first, as long as you need." in system["content"]
    assert "\nAnswer: " in system["content"]
    assert "{format}" not in system["content"]
    assert "{answer}" not in system["content"]
    assert "{" not in last["content"].replace("{0, 1, 2}", "")


def test_in_published_style_only_validity_invites_it() -> None:
    invited = {
        kind: "step by step" in messages(item, "published-style", "none")[0]["content"]
        for kind, item in ASKED.items()
    }
    assert invited == {
        QuestionKind.SYMBOLIZATION: False,
        QuestionKind.COUNTERMODEL: False,
        QuestionKind.VALIDITY: True,
    }


def test_the_question_shows_key_domain_and_options() -> None:
    assert "R(x, y): x followed y" in messages(SENTENCE, "zero-shot", "none")[1]["content"]
    assert "Domain: {0, 1, 2}" in messages(ARGUMENT, "zero-shot", "none")[1]["content"]
    assert "\n6. Option 6 holds." in messages(SIX, "zero-shot", "none")[1]["content"]


@pytest.mark.parametrize("item", ASKED.values(), ids=list(ASKED))
def test_what_an_example_answers_is_right_as_asked(item: Item) -> None:
    *_, answer, _ = messages(item, "few-shot", "none", [item])
    assert grade(item, answer["content"]).strict_outcome is Outcome.RIGHT


def test_every_task_and_style_has_an_id_of_its_own() -> None:
    names = ("zero-shot", "few-shot", "published-style")
    ids = {prompt_id(name, "none", kind) for name in names for kind in ASKED}
    assert len(ids) == 9


@pytest.mark.parametrize("prompt", ["cot", "zero-shot+forms", "published-style:2"])
def test_a_prompt_that_does_not_fit_is_refused(prompt: str) -> None:
    with pytest.raises(InputError):
        messages(SIX, prompt, "none")


def test_the_published_style_is_for_these_tasks_alone() -> None:
    with pytest.raises(InputError, match="published-style"):
        messages(triple(0)[0], "published-style", "none")
