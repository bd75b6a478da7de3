"""A folder that can be pushed to the Hugging Face Hub unchanged.

    README.md            the card: YAML that `datasets` reads, and text for readers
    data/SPLIT.parquet   the items, with the question as asked and its target
    eval.yaml            the task for Inspect's `hf/` runner, if its own scorers can judge it

The columns are those of `parquet` plus `system`, `input` and `target`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.ask.prompts import kind_of, messages, prompt_id
from engine.core.items import AnswerKind, Item
from engine.core.rotations import is_single_choice
from engine.core.writing import write_text
from engine.grade.reply.last_line import STARS
from engine.io.exports.family_words import checks_in_short
from engine.io.exports.hub_card import CardFacts, as_yaml, readme
from engine.io.exports.material import Exported, kinds
from engine.io.exports.plain import splits_of, write_table

_SPACE = r"[^\S\n]"
"""Any space except line breaks."""


def write_huggingface(exported: Exported, folder: Path) -> dict[str, int]:
    """Write the folder; returns the number of items by split."""
    counts = {
        split: write_split_with_question(exported, split, folder / "data" / f"{split}.parquet")
        for split in splits_of(exported)
    }
    write_text(folder / "README.md", card(exported, counts))
    task = evaluation(exported)
    if task is not None:
        write_text(folder / "eval.yaml", as_yaml(task))
    return counts


def write_split_with_question(exported: Exported, split: str, path: Path) -> int:
    """Write the items of a split with `system`, `input` and `target`; returns their number."""
    items = [item for item in exported.items if item.split == split]
    asked = [put(item, exported.prompt) for item in items]
    texts = {name: [one[name] for one in asked] for name in ("system", "input", "target")}
    return write_table(items, texts, path)


def put(item: Item, prompt: str) -> dict[str, str]:
    """The question as a model gets it, with or without a system message, and the right answer."""
    *before, user = messages(item, prompt, "none")
    system = before[0]["content"] if before else ""
    return {"system": system, "input": user["content"], "target": item.gold}


_PUT = (
    "`system` and `input` are the messages that put the question (prompt {prompts}); `target` is"
    " the right answer. All other columns are"
)


def card(exported: Exported, counts: Mapping[str, int]) -> str:
    """The README with its YAML header."""
    prompts = sorted({prompt_id(exported.prompt, "none", kind_of(one)) for one in exported.items})
    listed = ", ".join(f"`{name}`" for name in prompts)
    columns = _PUT.format(prompts=listed)
    return readme(CardFacts(exported.dataset, exported.known, counts, columns, _scoring(exported)))


def _scoring(exported: Exported) -> str:
    """Which answers the Hub's own scorers can judge."""
    if evaluation(exported) is not None:
        return (
            "`eval.yaml` judges by the last line alone, `Answer: …`, with Inspect's own scorer: a"
            " reply that states its answer in other words is wrong there, and one that announces"
            " two answers has its last one, where Sorites reads none."
        )
    return (
        f"The answers here ({', '.join(kinds(exported))}) are judged by equivalence, by evaluation"
        " or as sets, which no scorer that `eval.yaml` can name does; so there is none."
    )


def evaluation(exported: Exported, config: str = "default") -> dict[str, Any] | None:
    """The content of `eval.yaml`, or None if the Hub's scorers cannot judge the answers.

    `config` is the configuration that holds the items with `system`, `input` and `target`. The
    fields are those of `inspect_ai._eval.task.hf.HFTask` and of the Hub's `eval-results`.
    """
    systems = {put(item, exported.prompt)["system"] for item in exported.items}
    are_labels = all(item.answer_kind is AnswerKind.LABEL for item in exported.items)
    # one system message for all, and Inspect fills in what stands in braces
    if not are_labels or len(systems) != 1 or "{" in (system := systems.pop()):
        return None
    splits = splits_of(exported)
    return {
        "name": f"Sorites: {exported.dataset.name}",
        "description": _described(exported),
        "evaluation_framework": "inspect-ai",
        "tasks": [
            {
                "id": exported.slug,
                "config": config,
                "split": "test" if "test" in splits else splits[-1],
                "field_spec": {"input": "input", "target": "target"},
                "solvers": [
                    {"name": "system_message", "args": {"template": system}},
                    {"name": "generate"},
                ],
                "scorers": [
                    {
                        "name": "pattern",
                        "args": {"pattern": _pattern(exported.items)},
                    }
                ],
            }
        ],
    }


def _described(exported: Exported) -> str:
    family = exported.dataset.family
    return f"Questions of the family {family}{checks_in_short(family, exported.known.methods)}."


def _pattern(items: Sequence[Item]) -> str:
    return last_line(sorted(keys_of(items)), is_lettered=is_single_choice(items[0]))


def keys_of(items: Sequence[Item]) -> set[str]:
    """Every answer that an item names."""
    return {option.key for item in items for option in item.options}


def last_line(answers: Sequence[str], *, is_lettered: bool) -> str:
    """A case-insensitive pattern for a last line in the requested format, capturing the key.

    It reads what `engine.grade.reply.last_line` reads: `Answer: KEY`, of lettered options also a
    last sentence `The answer is (KEY).`, and nothing where a reply is thinking that never ends.
    """
    key = rf"((?a:{'|'.join(map(re.escape, answers))}))"
    stated = rf"{_SPACE}*{STARS}(?a:answer){STARS}:{STARS}{_SPACE}*{STARS}{key}"
    if is_lettered:  # what may stand before is no part of another, so that time stays linear
        sentence = rf"(?:[^\n]*[.!?]{_SPACE}+|{_SPACE}*)"
        final = rf"{sentence}{STARS}(?a:the answer is) {STARS}\({key}\)"
        stated = rf"(?:{stated}|{final})"
    finished = r"\A(?-i:(?=[\s\S]*</think>)|(?![\s\S]*<think>))"
    return rf"{finished}(?:[\s\S]*\n)?{stated}{STARS}\.?{STARS}\s*\Z"
