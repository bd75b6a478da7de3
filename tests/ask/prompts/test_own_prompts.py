"""Prompts of the user's own, as files."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from engine.ask.prompts import choose_examples, messages, prompt_id, style
from engine.core.errors import InputError
from tests.choices_by_hand import choices
from tests.items_by_hand import items

PLAIN = """
id = "plain"
version = 3
shots = 1
system = "Judge it.{% if probe != 'none' %} Probe: {{ probe }}.{% endif %}"
question = '''
{{ passage | join(" ") }}
{{ question }}
{% for option in options %}{{ option.key }}) {{ option.text }} {% endfor %}'''
"""
ITEMS = items(6, train=4)
TRAIN = [item for item in ITEMS if item.split == "train"]
[ITEM, *_] = [item for item in ITEMS if item.split == "test"]


def written(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text)
    return str(path)


def test_an_item_is_put_in_the_words_of_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, PLAIN)
    examples = choose_examples(TRAIN, style(path).shots).for_item(ITEM)
    system, *shown, last = messages(ITEM, path, "no-context", examples)
    assert system["content"] == "Judge it. Probe: no-context."
    assert shown[1]["content"] == f"Answer: {examples[0].gold}"
    assert last["content"].startswith(ITEM.question)
    choice = choices(1)[0]
    asked = messages(choice, path, "none")[-1]["content"]
    assert asked.startswith(" ".join(choice.passage))
    assert f"{choice.options[0].key}) {choice.options[0].text}" in asked


def test_a_prompt_file_is_known_by_id_version_and_content(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    first = prompt_id(written(tmp_path, PLAIN), "none")
    second = prompt_id(written(tmp_path / "other", PLAIN.replace("Judge", "Weigh")), "none")
    assert first.startswith("plain v3@")
    assert second.startswith("plain v3@")
    assert first != second


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("{{ question }}", "{{ gold }}", "'gold' is undefined"),
        ("{{ question }}", "{{ options[0].role }}", "has no attribute 'role'"),
        ("{{ question }}", "{{ question.__class__.mro() }}", "unsafe"),
        ("{{ question }}", "{{ question", "not valid Jinja"),
        ("version = 3", "version = 0", "wrong at version"),
        ("version = 3", "version", "not TOML"),
    ],
)
def test_what_gives_the_answer_away_or_is_no_prompt_is_refused(
    tmp_path: Path, old: str, new: str, expected: str
) -> None:
    path = written(tmp_path, PLAIN.replace(old, new))
    with pytest.raises(InputError, match=expected):
        messages(choices(1)[0], path, "none")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"the prompt .*gone\.toml: cannot be read"):
        style(str(tmp_path / "gone.toml"))


def test_a_system_message_goes_by_the_item_where_its_template_does(tmp_path: Path) -> None:
    about = PLAIN.replace("Judge it.", "Judge {{ question }} by {{ letters | join }}.")
    path = written(tmp_path, about.replace("Probe: {{ probe }}", ""))
    first, *_, second = (messages(item, path, "none")[0]["content"] for item in choices(2)[:3])
    assert first != second
    assert first.endswith("by ABCD.")


def test_a_system_message_that_items_share_goes_by_their_letters(tmp_path: Path) -> None:
    path = written(tmp_path, PLAIN.replace("Judge it.", "Judge by {{ letters | join }}."))
    choice = choices(1)[0]
    fewer = dataclasses.replace(choice, options=choice.options[:3])
    shown = [messages(item, path, "none")[0]["content"] for item in (choice, fewer, choice)]
    assert shown == ["Judge by ABCD.", "Judge by ABC.", "Judge by ABCD."]
