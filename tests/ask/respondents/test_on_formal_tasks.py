"""The built-in respondents to tasks answered by formulas, structures and sets."""

from dataclasses import replace

import pytest

from engine.ask.prompts import QuestionKind, common_kind
from engine.ask.respondents import baselines_for, respondent
from engine.core.items import Item, Outcome
from engine.grade import grade
from engine.pipeline.generate.generation import make_items, make_spec
from tests.samples import Sample

SIZES = {"symbolization": 40, "countermodel": 12, "validity": 12}


def _right(name: str, items: tuple[Item, ...]) -> float:
    made = respondent(name)
    outcomes = [grade(item, made.answer(item)).strict_outcome for item in items]
    assert set(outcomes) <= {Outcome.RIGHT, Outcome.WRONG}
    return outcomes.count(Outcome.RIGHT) / len(items)


@pytest.fixture(scope="module", params=SIZES)
def items(request: pytest.FixtureRequest) -> tuple[Item, ...]:
    task = request.param
    return Sample(make_spec("logicskills", {"task": task}, 5, SIZES[task])).all


def test_the_solver_gets_every_task_right_and_nobody_else_most(items: tuple[Item, ...]) -> None:
    kind = common_kind(items)
    scores = {name: _right(name, items) for name in baselines_for(kind)}
    assert scores.pop("solver") == 1
    assert kind is QuestionKind.SYMBOLIZATION or scores
    assert all(score <= 0.75 for score in scores.values())


def test_a_sentence_of_another_grammar_gets_no_formula() -> None:
    [item, *_] = make_items(make_spec("logicskills", {"task": "symbolization"}, 5, 2))
    strange = replace(item, passage=("Colourless green ideas sleep furiously.",))
    assert grade(item, respondent("solver").answer(strange)).outcome is Outcome.NO_ANSWER
