"""How questions whether a conclusion follows are put."""

import dataclasses

import pytest

from engine.ask.prompts import QuestionKind, common_kind, messages, prompt_id
from engine.core.items import Item, Outcome
from engine.grade import grade
from engine.pipeline.generate.generation import make_spec
from tests.samples import Sample


def drawn(question: str, language: str = "en", skills: str = "") -> tuple[Item, ...]:
    settings = {"question": question, "language": language, "skills": skills}
    return Sample(make_spec("logicasker", settings, 2, 24)).all


FORMS = {
    "two-way": (QuestionKind.TWO_WAY, "Can we infer the following from them, yes or no?"),
    "three-way": (QuestionKind.THREE_WAY, "does it contradict them, or neither?"),
}


@pytest.mark.parametrize("style", ["zero-shot", "few-shot", "cot"])
@pytest.mark.parametrize("form", FORMS)
def test_each_style_asks_in_the_words_of_the_answers(form: str, style: str) -> None:
    items = drawn(form)
    kind, question = FORMS[form]
    assert common_kind(items) is kind
    examples = () if style == "zero-shot" else items[6:12]
    system, *shown, last = messages(items[0], style, "none", examples)
    assert len(shown) == 2 * len(examples)
    assert '"Or" does not exclude that both hold.' in system["content"]
    assert "Answer: LABEL" in system["content"]
    assert ("step by step" in system["content"]) is (style == "cot")
    for option in items[0].options:
        assert f"- {option.key}:" in system["content"]
    premises, conclusion = " ".join(items[0].passage), items[0].question
    assert question in last["content"]
    assert last["content"].index(premises) < last["content"].index(conclusion)
    for item, answer in zip(examples, shown[1::2], strict=True):
        assert grade(item, answer["content"]).strict_outcome is Outcome.RIGHT
        assert ("\n" in answer["content"]) is (style == "cot")


def test_formulas_stand_line_by_line() -> None:
    item = drawn("two-way", "formal", "propositional.inference.modus_ponens")[0]
    assert len(item.premises) == 2
    _, last = messages(item, "zero-shot", "none")
    assert set(item.premises) <= set(last["content"].splitlines())


def test_the_two_forms_have_ids_of_their_own() -> None:
    names = ("zero-shot", "few-shot", "cot")
    ids = {prompt_id(name, "none", kind) for name in names for kind, _ in FORMS.values()}
    assert len(ids) == 6


def test_the_kind_goes_by_the_answers_and_not_by_the_family() -> None:
    item = dataclasses.replace(drawn("two-way")[0], family="another")
    assert common_kind([item]) is QuestionKind.TWO_WAY
