"""How questions with formulas, structures and sets for answers are put."""

from __future__ import annotations

import json

import pytest

from engine.ask.prompts import QuestionKind, kind_of, messages, probes_of, prompt_id
from engine.core.errors import InputError
from engine.core.items import Item, Outcome
from engine.grade import grade
from engine.pipeline.generate.generation import make_spec
from engine.pipeline.publish.submissions import measured_here
from tests.grade.test_formal_grading import ARGUMENT, SENTENCE, SIX
from tests.samples import Sample

ASKED = {
    QuestionKind.SYMBOLIZATION: SENTENCE,
    QuestionKind.COUNTERMODEL: ARGUMENT,
    QuestionKind.VALIDITY: SIX,
}


@pytest.mark.parametrize(("kind", "item"), ASKED.items(), ids=list(ASKED))
def test_only_chains_of_thought_invite_reasoning(kind: QuestionKind, item: Item) -> None:
    assert kind_of(item) is kind
    invited = {}
    for style in ("zero-shot", "few-shot", "cot:0", "cot"):
        system, *_, last = messages(item, style, "none")
        invited[style] = "Reason step by step first, as long as you need." in system["content"]
        assert ("Give nothing but the answer" in system["content"]) is not invited[style]
        assert "\nAnswer: " in system["content"]
        assert "{format}" not in system["content"]
        assert "{answer}" not in system["content"]
        assert "{" not in last["content"].replace("{0, 1, 2}", "")
    assert invited == {"zero-shot": False, "few-shot": False, "cot:0": True, "cot": True}


def test_in_the_style_of_the_paper_only_validity_invites_it() -> None:
    invited = {
        kind: "step by step" in messages(item, "paper", "none")[0]["content"]
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
@pytest.mark.parametrize("prompt", ["few-shot", "paper:1"])
def test_what_an_example_answers_is_right_as_asked(item: Item, prompt: str) -> None:
    *_, answer, _ = messages(item, prompt, "none", [item])
    assert grade(item, answer["content"]).strict_outcome is Outcome.RIGHT


@pytest.mark.parametrize("task", ["symbolization", "countermodel", "validity"])
def test_an_example_may_reason_from_the_certificate_to_a_right_answer(task: str) -> None:
    for item in Sample(make_spec("logicskills", {"task": task}, 2, 12)).all:
        *_, answer, _ = messages(item, "cot", "none", [item])
        shown, _, last = answer["content"].rpartition("\n\n")
        assert shown
        assert last.startswith("Answer: ")
        assert grade(item, answer["content"]).strict_outcome is Outcome.RIGHT


def test_the_reasoning_to_a_formula_reads_it_aloud() -> None:
    *_, answer, _ = messages(SENTENCE, "cot", "none", [SENTENCE])
    assert "this: for every x, if x is an otter, then x followed Agnes." in answer["content"]


def test_the_reasoning_to_a_structure_tries_every_sentence() -> None:
    *_, answer, _ = messages(ARGUMENT, "cot", "none", [ARGUMENT])
    lines = answer["content"].splitlines()
    assert lines[0].startswith("Take this structure. There are 3 individuals, 0, 1 and 2. a is 0.")
    assert lines[1:4] == [
        "Premise (1) is true in it, as x = 1 shows.",
        "Premise (2) is true in it.",
        "The conclusion is false in it, as x = 0 shows.",
    ]


def test_the_reasoning_to_a_set_says_what_follows_and_where_the_rest_is_false() -> None:
    [item, *_] = Sample(make_spec("logicskills", {"task": "validity"}, 2, 12)).all
    *_, answer, _ = messages(item, "cot", "none", [item])
    for option in item.options:
        verb = "must" if option.key in item.gold.split(",") else "need not"
        shown = [line for line in answer["content"].splitlines() if verb in line]
        assert any(option.key in line.partition(verb)[0] for line in shown)


def test_a_set_without_a_certificate_has_no_reasoning() -> None:
    with pytest.raises(InputError, match="no certificate to reason from"):
        messages(SIX, "cot", "none", [SIX])


def test_every_task_and_style_has_an_id_of_its_own() -> None:
    names = ("zero-shot", "few-shot", "cot:0", "cot", "paper")
    ids = {prompt_id(name, "none", kind) for name in names for kind in ASKED}
    assert len(ids) == 15


@pytest.mark.parametrize("prompt", ["zero-shot:1", "zero-shot+forms", "cot+forms", "paper+forms"])
def test_a_prompt_that_does_not_fit_is_refused(prompt: str) -> None:
    with pytest.raises(InputError):
        messages(SIX, prompt, "none")


def test_the_measured_replies_answer_prompts_that_are_still_worded_so() -> None:
    for path in measured_here():
        with path.open(encoding="utf-8") as lines:
            header = json.loads(next(lines))
        name, probe = header["prompt"], header["probe"] or "none"
        kinds = [kind for kind in QuestionKind if probe in probes_of(kind)]
        assert header["settings"]["prompt"] in {prompt_id(name, probe, kind) for kind in kinds}
