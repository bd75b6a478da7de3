"""The built-in respondents on questions whether a conclusion follows."""

import pytest

from engine.ask.prompts import QuestionKind, common_kind, messages, prompt_id
from engine.ask.respondents import baselines_for, respondent
from engine.core.errors import InputError
from engine.core.items import Item, Outcome
from engine.grade import grade
from engine.pipeline.generate.generation import make_spec
from tests.samples import Sample

LEARNERS = {"majority", "bag-of-words"}
SETS = {
    # as store/test_skill_views has them, so that they are made once
    QuestionKind.TWO_WAY: Sample(make_spec("logicasker", {"max_length": "2"}, 3, 640)),
    QuestionKind.THREE_WAY: Sample(
        make_spec("logicasker", {"question": "three-way", "max_length": "3"}, 5, 600)
    ),
}


def _right(name: str, items: tuple[Item, ...]) -> float:
    made = respondent(name)
    outcomes = [grade(item, made.answer(item)).strict_outcome for item in items]
    assert set(outcomes) <= {Outcome.RIGHT, Outcome.WRONG}
    return outcomes.count(Outcome.RIGHT) / len(items)


@pytest.mark.parametrize("kind", SETS)
def test_the_solver_is_the_oracle_and_constants_score_chance(kind: QuestionKind) -> None:
    items = SETS[kind]
    assert common_kind(items) is kind
    scores = {name: _right(name, items) for name in baselines_for(kind) if name not in LEARNERS}
    assert scores["solver"] == 1
    constants = [score for name, score in scores.items() if name.startswith("constant-")]
    assert constants == [pytest.approx(1 / len(items[0].options))] * len(items[0].options)
    assert scores["random"] == pytest.approx(1 / len(items[0].options), abs=0.07)


def test_the_signs_that_give_the_published_construction_away_answer_too() -> None:
    faithful = Sample(make_spec("logicasker", {"recipe": "faithful"}, 5, 416)).all
    names = ("quantifier-flip", "new-predicate", "negated-clause", "any-sign")
    assert set(names) < set(baselines_for(QuestionKind.TWO_WAY))
    scores = {name: _right(name, faithful) for name in names}
    assert scores["any-sign"] == max(scores.values())
    assert scores["any-sign"] > _right("constant-no", faithful) > 0.65


def test_imported_kinds_of_constants_are_named_after_the_answers() -> None:
    assert {"constant-yes", "constant-no"} < set(baselines_for(QuestionKind.TWO_WAY))
    assert "constant-neither" in baselines_for(QuestionKind.THREE_WAY)
    assert "constant-yes" not in baselines_for(QuestionKind.STATEMENT)


@pytest.mark.parametrize("kind", SETS)
def test_the_question_names_its_own_answers(kind: QuestionKind) -> None:
    item = SETS[kind][0]
    system, asked = messages(item, "zero-shot", "none")
    for option in item.options:
        assert f"- {option.key}:" in system["content"]
    assert "uncertain" not in system["content"]
    assert " ".join(item.passage) in asked["content"]
    assert item.question in asked["content"]
    assert len({prompt_id("zero-shot", "none", k) for k in QuestionKind}) == len(QuestionKind)


def test_the_forms_of_another_family_are_not_taught() -> None:
    with pytest.raises(InputError, match="test other rules"):
        messages(SETS[QuestionKind.TWO_WAY][0], "cot+forms", "none")


@pytest.mark.parametrize("kind", SETS)
def test_an_example_is_reasoned_from_its_certificate(kind: QuestionKind) -> None:
    items = SETS[kind]
    asked = messages(items[0], "cot", "none", items[4:6])
    for item, shown in zip(items[4:6], asked[2:5:2], strict=True):
        assert shown["content"].endswith(f"\n\nAnswer: {item.gold}")
        assert "step" in shown["content"] or "case" in shown["content"]
