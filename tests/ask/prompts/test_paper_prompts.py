"""The style `paper`: the structure of each paper's prompt, in words of our own."""

from __future__ import annotations

import pytest

from engine.ask.prompts import choose_examples, messages, target
from engine.core.errors import InputError
from engine.core.items import Item, Outcome
from engine.grade import grade
from engine.pipeline.generate.generation import make_spec
from tests.choices_by_hand import choices
from tests.items_by_hand import items
from tests.samples import Sample


def drawn(family: str, n: int, **settings: str) -> tuple[Item, ...]:
    return Sample(make_spec(family, settings, 2, n)).all


def asked(item: Item, *examples: Item) -> str:
    """The one message, without instructions of a system."""
    [message] = messages(item, "paper:1" if examples else "paper", "none", examples)
    assert message["role"] == "user"
    return message["content"]


def test_a_statement_has_task_names_of_forms_answers_and_question_in_order() -> None:
    text = asked(items(1)[0])
    parts = (
        "paragraph",
        "- modus tollens\n",
        "- uncertain: ",
        "whatever else you know",
        "Statement:",
    )
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    assert "Answer: LABEL" not in text


def test_a_conclusion_has_no_instructions_and_its_answers_before_it() -> None:
    [item, other, *_] = drawn("logicasker", 24, question="two-way")
    text = asked(item, other)
    assert text.startswith(f"These premises are given: {other.passage[0]}")
    assert f"yes or no: {other.question}\n{other.gold}\n\n" in text
    assert text.endswith(f"yes or no: {item.question}")


def test_a_choice_follows_one_instruction() -> None:
    item = choices(1)[0]
    first, *rest = asked(item).split("\n\n")
    assert first.startswith("Do not explain")
    assert rest[:2] == [" ".join(item.passage), item.question]


def test_a_choice_about_an_argument_has_options_in_brackets_and_a_sentence_to_answer_by() -> None:
    [item, other, *_] = drawn("argqa", 90)
    text = asked(item, other)
    assert f"\nAnswer:\n({other.gold})\n\nQuestion\n" in text
    assert text.endswith(f"\n(D) {item.options[3].text}\nAnswer:")
    assert grade(item, f"The answer is ({item.gold}).").outcome is Outcome.RIGHT


def test_the_right_reply_is_as_its_examples_show_it() -> None:
    [item] = drawn("logicasker", 24, question="two-way")[:1]
    assert target(item, "paper") == item.gold


def test_one_group_of_examples_is_as_many_as_the_paper_shows() -> None:
    for family, shown in (("justlogic", 3), ("divlogiceval", 3), ("argqa", 9)):
        train = drawn(family, {"justlogic": 30, "divlogiceval": 36, "argqa": 90}[family])
        found = [len(choose_examples(train, 1).for_item(item)) for item in train]
        # of ten arguments, both groups may have one that the question is about
        assert max(found) == shown
        assert min(found) >= shown - (family == "argqa") * 2


def test_a_probe_changes_no_paper_s_prompt() -> None:
    with pytest.raises(InputError, match="the paper's for the plain question"):
        messages(items(1)[0], "paper", "no-context")
