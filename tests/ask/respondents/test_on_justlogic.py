"""The respondents on the family that they are measured on."""

import pytest

from engine.ask.prompts import choose_examples, messages
from engine.ask.prompts.reasoning import reasoning
from engine.ask.respondents import respondent
from engine.core.items import Item, Outcome
from engine.grade import grade
from engine.pipeline.generate.generation import make_spec
from tests.samples import Sample


@pytest.fixture(scope="module")
def generated() -> tuple[Item, ...]:
    return Sample(make_spec("justlogic", {"recipe": "sound"}, 5, 252)).all


def _share_right(name: str, asked: list[Item]) -> float:
    answers = respondent(name)
    right = [grade(item, answers.answer(item)).outcome is Outcome.RIGHT for item in asked]
    return sum(right) / len(right)


@pytest.mark.parametrize("steps", [1, 3, 6])
def test_a_prover_falls_off_exactly_where_depth_passes_its_steps(
    generated: tuple[Item, ...], steps: int
) -> None:
    depths = sorted({item.traits.depth or 0 for item in generated})
    assert depths == list(range(1, 8))
    for depth in depths:
        asked = [item for item in generated if item.traits.depth == depth]
        expected = 1 if depth <= steps else 1 / 3
        assert _share_right(f"prover-{steps}", asked) == pytest.approx(expected)


@pytest.mark.parametrize("name", ["negation-cue", "bare-statement", "substring", "atom-polarity"])
def test_no_rule_beats_guessing_from_depth_2_on(generated: tuple[Item, ...], name: str) -> None:
    asked = [item for item in generated if item.traits.depth != 1]
    assert _share_right(name, asked) == pytest.approx(1 / 3, abs=0.07)


def test_every_certificate_can_be_written_in_words(generated: tuple[Item, ...]) -> None:
    for item in generated:
        shown = reasoning(item)
        assert "{" not in shown
        for step in item.certificate.steps:
            assert step.form.replace("_", " ") in shown


def test_examples_come_from_a_triple_of_two_steps(generated: tuple[Item, ...]) -> None:
    train = [item for item in generated if item.split == "train"]
    item = next(item for item in generated if item.split == "test")
    shown = choose_examples(train, 2).for_item(item)
    assert {example.traits.depth for example in shown} == {2}
    for number, example in enumerate(shown):
        answer = messages(item, "cot", "none", shown)[2 + 2 * number]["content"]
        assert grade(example, answer).strict == example.gold
