"""ArgQA over our own arguments: what a group is, what repeats and what does not."""

from collections import Counter
from dataclasses import replace

import pytest

from engine.ask.prompts import choose_examples, messages
from engine.core.errors import InputError
from engine.core.items import Item
from engine.decide import verify_item
from engine.families.argqa.arguments import QUESTION_TYPES, ROLES, asked_arguments
from engine.families.argqa.drafting import question_texts
from engine.pipeline.generate.generation import difference_from_remade, make_group, make_spec
from engine.show.evidence.explanation import explain
from tests.samples import Sample


@pytest.fixture(scope="module")
def items() -> list[Item]:
    return list(Sample(make_spec("argqa", {}, 1)))


def test_every_argument_is_asked_in_nine_ways_and_all_hold(items: list[Item]) -> None:
    assert len(items) == 9 * len(asked_arguments())
    assert len({item.hash for item in items}) == len(items)
    for item in items:
        found = verify_item(item)
        assert found.agreed, found.problem
        assert found.verdict == item.gold == item.intended


def test_types_are_equally_frequent_in_each_domain_and_split(items: list[Item]) -> None:
    cells = Counter((item.traits.domain, item.split, item.traits.question_type) for item in items)
    for domain, split, _ in list(cells):
        assert len({cells[domain, split, code] for code in QUESTION_TYPES}) == 1


def test_each_domain_has_one_argument_for_examples(items: list[Item]) -> None:
    for domain in {item.traits.domain for item in items}:
        train = {i.source_id for i in items if i.traits.domain == domain and i.split == "train"}
        assert len(train) == 1


def test_the_split_of_an_argument_is_the_same_whatever_the_seed(items: list[Item]) -> None:
    splits = {item.source_id: item.split for item in items}
    other = list(Sample(make_spec("argqa", {}, 2, 9 * 40)))
    assert {splits[item.source_id] for item in other} >= {"validation", "test"}
    assert all(splits[item.source_id] == item.split for item in other)


def test_a_group_made_alone_is_the_group_made_among_others(items: list[Item]) -> None:
    spec = make_spec("argqa", {}, 1)
    assert make_group(spec, 1) == tuple(items[9:18])
    assert [item.index for item in items] == list(range(len(items)))
    assert all(difference_from_remade(item) is None for item in items[:18])


def test_each_letter_is_right_twice_or_three_times_in_an_argument(items: list[Item]) -> None:
    for start in range(0, len(items), 9):
        letters = Counter(item.gold for item in items[start : start + 9])
        assert sorted(letters.values()) == [2, 2, 2, 3]


def test_wrong_options_have_roles_and_the_key_is_gold(items: list[Item]) -> None:
    for item in items:
        roles = {option.key: option.role for option in item.options}
        assert roles.pop(item.gold) == "gold"
        assert set(roles.values()) <= set(ROLES)


def test_faithful_questions_need_a_corpus() -> None:
    with pytest.raises(InputError, match="sorites write-questions"):
        make_spec("argqa", {"recipe": "faithful"}, 1)


def test_one_domain_can_be_had_alone() -> None:
    found = list(Sample(make_spec("argqa", {"domain": "medical_abstracts"}, 1)))
    assert {item.traits.domain for item in found} == {"medical_abstracts"}


def test_more_than_there_is_cannot_be_asked_for() -> None:
    with pytest.raises(InputError, match="material for"):
        make_spec("argqa", {}, 1, 9 * len(asked_arguments()) + 1)


def test_each_type_has_a_wording() -> None:
    assert set(question_texts()) == set(QUESTION_TYPES)


def test_the_answer_is_explained_by_how_each_option_stands(items: list[Item]) -> None:
    convergent = next(item for item in items if item.role == "2.3")
    text = explain(convergent)
    assert len(text) == 4
    key = "is supported by Sentence 1 and is supported by Sentence 2."
    text = [line.replace(", over others,", "") for line in text]
    assert [line.startswith(convergent.gold) for line in text if line.endswith(key)] == [True]


def test_nine_shot_shows_one_example_of_each_type_and_none_of_the_item_s_argument(
    items: list[Item],
) -> None:
    train = [item for item in items if item.split == "train"]
    asked = replace(items[3], group=-1)
    shown = choose_examples(train, 1).for_item(asked)
    assert sorted(example.role for example in shown) == list(QUESTION_TYPES)
    assert len(messages(asked, "few-shot", "none", shown)) == 2 + 2 * 9
