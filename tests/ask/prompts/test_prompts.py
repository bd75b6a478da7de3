import dataclasses
from collections import Counter
from pathlib import Path
from shutil import copytree

import pytest

from engine.ask.prompts import (
    QuestionKind,
    choose_examples,
    files,
    messages,
    probes_of,
    prompt_id,
    prompt_names,
    style,
)
from engine.ask.prompts.files import own_prompt
from engine.ask.prompts.reasoning import reasoning
from engine.core.errors import InputError
from engine.core.items import Item, Label, ProofCertificate
from engine.core.resources import data_file
from engine.grade import grade
from tests.choices_by_hand import choices
from tests.items_by_hand import items, triple

ITEMS = items(6, train=4)
TRAIN = [item for item in ITEMS if item.split == "train"]
TEST = [item for item in ITEMS if item.split == "test"]


def _text(asked: tuple[dict[str, str], ...]) -> str:
    return "\n".join(message["content"] for message in asked)


@pytest.mark.parametrize("name", prompt_names())
def test_every_prompt_holds_the_item_and_the_answer_format(name: str) -> None:
    shots = style(name).shots
    examples = choose_examples(TRAIN, shots).for_item(TEST[0]) if shots else ()
    asked = messages(TEST[0], name, "none", examples)
    assert asked[0]["role"] == "system"
    assert "Answer: LABEL" in asked[0]["content"]
    assert asked[-1]["role"] == "user"
    assert " ".join(TEST[0].passage) in asked[-1]["content"]
    assert TEST[0].question in asked[-1]["content"]
    assert len(asked) == 2 + 2 * len(examples)
    assert ("modus tollens" in asked[0]["content"]) == name.endswith("+forms")


def test_the_no_context_probe_leaves_the_passage_out() -> None:
    examples = choose_examples(TRAIN, 1).for_item(TEST[0])
    for name, shown in (("zero-shot", ()), ("few-shot", examples)):
        text = _text(messages(TEST[0], name, "no-context", shown))
        assert TEST[0].question in text
        assert "assage:" not in text
        assert not any(sentence in text for sentence in (*TEST[0].passage, *TRAIN[0].passage))


def test_a_single_choice_is_passage_question_and_lettered_options() -> None:
    item = choices(1)[0]
    system, asked = messages(item, "zero-shot", "none")
    options = "\n".join(f"{option.key}. {option.text}" for option in item.options)
    assert asked["content"] == f"{' '.join(item.passage)}\n\n{item.question}\n\n{options}"
    assert "A, B, C or D" in system["content"]
    assert system["content"].endswith("Answer: LETTER")


def test_formulas_of_a_symbolic_passage_stand_line_by_line() -> None:
    item = choices(1)[1]
    [_, asked] = messages(item, "zero-shot", "none")
    assert asked["content"].startswith("\n".join(item.passage) + "\n\n")


def test_no_logic_adds_one_sentence_to_what_is_asked() -> None:
    for item in (TEST[0], choices(1)[0]):
        plain, without = (messages(item, "zero-shot", probe) for probe in ("none", "no-logic"))
        assert plain[1] == without[1]
        added = [part for part in without[0]["content"].split("\n\n") if "logic" in part]
        assert [len(added), len(added[0].splitlines())] == [1, 1]
        assert without[0]["content"].replace(f"{added[0]}\n\n", "") == plain[0]["content"]


def test_choices_without_types_are_shown_by_threes() -> None:
    train = [
        dataclasses.replace(
            item, traits=dataclasses.replace(item.traits, question_type=None), hash=item.hash
        )
        for item in choices(24)
    ]
    examples = choose_examples(train, 2)
    assert examples == choose_examples(train[::-1], 2)
    for item in train:
        shown = examples.for_item(item)
        assert len(shown) == 6
        assert item.group not in {example.group for example in shown}
        assert {example.traits.language for example in shown} == {item.traits.language}
        assert len({example.gold for example in shown[:3]}) == 3


@pytest.mark.parametrize("name", ["cot", "zero-shot+forms"])
def test_a_prompt_about_passages_does_not_go_with_no_context(name: str) -> None:
    with pytest.raises(InputError, match="reasons from a passage"):
        messages(TEST[0], name, "no-context")
    with pytest.raises(InputError, match="asks for logical reasoning"):
        messages(TEST[0], name, "no-logic")


def test_examples_are_a_whole_triple_whatever_the_order_of_the_split() -> None:
    shown = choose_examples(TRAIN, 1).for_item(TEST[0])
    assert {item.gold for item in shown} == set(Label)
    assert len({item.group for item in shown}) == 1
    assert shown == choose_examples(TRAIN[::-1], 1).for_item(TEST[0])


def test_nothing_of_the_source_of_an_item_is_shown_before_it() -> None:
    train = [dataclasses.replace(item, source_id=f"text {item.group}") for item in TRAIN]
    examples = choose_examples(train, 1)
    item = dataclasses.replace(TEST[0], source_id=examples.groups[0][0].source_id)
    assert {example.source_id for example in examples.for_item(TEST[0])} == {item.source_id}
    assert item.source_id not in {example.source_id for example in examples.for_item(item)}


def test_each_answer_is_that_of_the_last_example_about_equally_often() -> None:
    examples, asked = choose_examples(TRAIN, 1), items(40)
    last = Counter(examples.for_item(item)[-1].gold for item in asked)
    assert set(last) == set(Label)
    assert min(last.values()) > len(asked) / 6


def test_an_item_never_sees_its_own_group() -> None:
    examples = choose_examples(TRAIN, 2)
    for item in TRAIN:
        shown = examples.for_item(item)
        assert len(shown) == 6
        assert item.group not in {example.group for example in shown}


def test_single_items_are_shown_by_threes_one_of_each_label() -> None:
    alone = [dataclasses.replace(item, group=item.index, hash=item.hash) for item in TRAIN]
    shown = choose_examples(alone, 1).for_item(TEST[0])
    assert {item.gold for item in shown} == set(Label)


def test_examples_are_drawn_by_a_seed_whatever_the_order_of_the_split() -> None:
    drawn = {seed: choose_examples(TRAIN, 1, seed).for_item(TEST[0]) for seed in map(str, range(8))}
    assert 1 < len(set(drawn.values())) <= 4
    assert drawn["3"] == choose_examples(TRAIN[::-1], 1, "3").for_item(TEST[0])
    assert all({item.gold for item in shown} == set(Label) for shown in drawn.values())


def test_examples_share_a_trait_with_the_item_where_there_are_enough_that_do() -> None:
    def deep(item: Item, depth: int) -> Item:
        return dataclasses.replace(item, traits=dataclasses.replace(item.traits, depth=depth))

    train = [deep(item, 3 + item.group % 2) for item in TRAIN]
    examples = choose_examples(train, 1, "depth")
    for depth in (3, 4):
        shown = examples.for_item(deep(TEST[0], depth))
        assert {item.traits.depth for item in shown} == {depth}
    assert examples.for_item(deep(TEST[0], 7)) == choose_examples(train, 1).for_item(TEST[0])


def test_a_prompt_says_how_its_examples_are_chosen() -> None:
    assert (style("cot:2~7").shots, style("cot:2~7").selection) == (2, "7")
    assert prompt_id("few-shot~depth", "none").startswith("few-shot~depth v1@")
    for name in ("zero-shot~7", "few-shot~colour"):
        with pytest.raises(InputError, match="examples"):
            style(name)


def test_too_small_a_train_split_is_refused() -> None:
    with pytest.raises(InputError, match="train split has only 0"):
        choose_examples([], 1)


def test_a_question_type_that_the_train_split_lacks_is_named() -> None:
    typed = [item for item in choices(24, train=24) if item.role == "english"]
    kept = [item for item in typed if item.traits.question_type != "missing"]
    [one, *_] = [item for item in typed if item.traits.question_type == "missing"]
    with pytest.raises(InputError, match=r"only 1 \(questions of type missing there: 1, and 2 "):
        choose_examples([*kept, one], 1)


def test_model_answers_of_examples_read_as_their_gold_labels() -> None:
    for name in ("few-shot", "cot"):
        for example in TRAIN:
            asked = messages(TEST[0], name, "none", [example])
            verdict = grade(example, asked[2]["content"])
            assert verdict.strict == example.gold


def test_worked_reasoning_names_forms_and_speaks_in_words() -> None:
    true, false, uncertain = triple(0)
    assert "modus ponens" in reasoning(true)
    assert "the north red lamp is lit" in reasoning(true)
    assert "the north red lamp is not lit" in reasoning(false)
    assert "opposite" in reasoning(false)
    assert "{" not in reasoning(true)
    shown = reasoning(uncertain)
    assert "In the first, the north red lamp is lit;" in shown
    assert "In the second, the north red lamp is not lit;" in shown


def test_reasoning_without_a_certificate_is_refused() -> None:
    bare = dataclasses.replace(triple(0)[2], certificate=ProofCertificate())
    with pytest.raises(InputError, match="no certificate"):
        reasoning(bare)


@pytest.mark.parametrize("name", ["nonsense", "zero-shot:2", "few-shot:0", "cot+forms+forms", ""])
def test_an_unknown_prompt_is_refused(name: str) -> None:
    with pytest.raises(InputError):
        style(name)


def test_an_unknown_probe_is_refused() -> None:
    with pytest.raises(InputError, match="no probe"):
        messages(TEST[0], "zero-shot", "sideways")


def test_prompt_ids_change_with_the_wording_used_and_only_then(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wordings = [
        (name, probe, kind)
        for kind in QuestionKind
        for name in ("zero-shot", "few-shot")
        for probe in probes_of(kind)
        if (name, probe) != ("few-shot", "withheld-option")
    ]
    ids = {prompt_id(*wording).rpartition("@")[2] for wording in wordings}
    assert len(ids) == len(wordings)
    before = {name: prompt_id(name, "none") for name in prompt_names()}
    folder = tmp_path / "prompts"
    copytree(data_file("prompts"), folder)
    changed = folder / "statement.toml"
    changed.write_text(changed.read_text().replace("- modus tollens:", "- modus tollendo tollens:"))
    monkeypatch.setattr(files, "data_file", lambda name: tmp_path / name)
    files.our_prompt.cache_clear()
    prompt_id.cache_clear()
    after = {name: prompt_id(name, "none") for name in prompt_names()}
    files.our_prompt.cache_clear()
    prompt_id.cache_clear()
    assert {n for n in before if before[n] != after[n]} == {n for n in before if "+forms" in n}


def test_ours_are_files_of_the_form_that_the_users_have() -> None:
    for kind in QuestionKind:
        assert own_prompt(str(data_file(f"prompts/{kind}.toml"))).id == kind
