"""Probes that say the same in another way."""

from __future__ import annotations

import pytest

from engine.ask.prompts import messages, probed
from engine.ask.respondents import respondent
from engine.core.errors import InputError
from engine.core.items import Outcome
from engine.grade import grade
from engine.pipeline.generate.generation import make_spec
from tests.samples import Later, Sample

STATEMENTS = Sample(make_spec("justlogic", {}, 5, 60))
INFERENCES = Sample(make_spec("logicasker", {}, 5, 40))
CHOICES = Sample(make_spec("divlogiceval", {}, 5, 9))
ARGUMENTS = Later(lambda: Sample(make_spec("argqa", {}, 5, 9)))


@pytest.mark.parametrize("probe", ["shuffled-premises", "paraphrased", "symbolic"])
def test_what_is_stated_in_another_way_has_the_same_answer(probe: str) -> None:
    solver = respondent("solver")
    for item in STATEMENTS:
        shown = probed(item, probe)
        assert grade(item, solver.answer(shown)).outcome is Outcome.RIGHT


@pytest.mark.parametrize("items", [STATEMENTS, INFERENCES, CHOICES])
def test_premises_stand_in_another_order_and_are_all_there(items: Sample) -> None:
    for item in items:
        shown = probed(item, "shuffled-premises")
        assert sorted(shown.passage) == sorted(item.passage)
        assert shown == probed(item, "shuffled-premises")
        if len(item.passage) > 1:
            assert shown.passage != item.passage or len(set(item.passage)) == 1


def test_statements_are_put_in_other_words() -> None:
    changed = 0
    for item in STATEMENTS:
        text = " ".join(probed(item, "paraphrased").passage)
        whole = f"{item.passage} {item.question}".casefold()
        for symbol in item.symbols:
            assert symbol.paraphrase is not None
            if symbol.text.casefold() in whole and symbol.text not in (symbol.paraphrase or ""):
                assert symbol.text not in text
                changed += 1
    assert changed > 100


def test_passage_and_options_of_a_choice_exchange_the_two_wordings_of_each_statement() -> None:
    for item in CHOICES:
        shown = probed(item, "paraphrased")
        before = [*item.passage, *(option.text for option in item.options)]
        after = [*shown.passage, *(option.text for option in shown.options)]
        assert all(sentence[0].isupper() for sentence in after)
        assert sum(x != y for x, y in zip(before, after, strict=True)) > len(before) / 2
        assert probed(shown, "paraphrased") == item


def test_a_conclusion_to_which_a_premise_is_missing_stays_last() -> None:
    lacking = [item for item in CHOICES if item.traits.question_type == "missing"]
    assert lacking
    for item in lacking:
        shown = probed(item, "shuffled-premises")
        assert shown.passage[-1] == item.passage[-1]
        assert sorted(shown.passage) == sorted(item.passage)
        assert probed(item, "symbolic").passage[-1] == f"∴ {item.query[0]}."


def test_a_choice_is_put_in_formulas_line_by_line() -> None:
    for item in CHOICES:
        [system, asked] = messages(item, "zero-shot", "symbolic")
        assert "¬ is not" in system["content"]
        assert {f"{formula}." for formula in item.premises} <= set(asked["content"].splitlines())
        options = zip("ABCD", item.query[-4:], strict=True)
        assert asked["content"].endswith("\n".join(f"{key}. {text}" for key, text in options))


def test_formulas_stand_in_place_of_sentences_and_their_signs_are_explained() -> None:
    item = INFERENCES[0]
    system, *_, asked = messages(item, "zero-shot", "symbolic")
    assert "¬ is not" in system["content"]
    assert all(formula in asked["content"] for formula in item.premises)
    assert item.passage[0] not in asked["content"]


@pytest.mark.parametrize(
    ("items", "probe", "expected"),
    [
        (ARGUMENTS, "shuffled-premises", "named by their place"),
        (INFERENCES, "paraphrased", "no probe"),
        (ARGUMENTS, "paraphrased", "alternative wording of each statement"),
        (ARGUMENTS, "symbolic", "without entailment"),
    ],
)
def test_a_probe_that_makes_no_sense_is_refused(items: Sample, probe: str, expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        messages(items[0], "zero-shot", probe)
