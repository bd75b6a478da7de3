"""Examples of LogicSkills' three tasks: the messages, the answer and why it is right.

They are made for the page by a seed of their own: a test item that is printed is one that models
will have read.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.ask.prompts import messages
from engine.core.items import Item
from engine.families.logicskills import NAME
from engine.pipeline.generation import make_items, make_spec
from engine.show.escaping import inert
from engine.show.explanation import explain
from engine.show.tables import Column, code, table, text
from engine.site.cards.examples import message_block, symbols_table

_PROMPT, _PROBE = "zero-shot", "none"
_SEED = 0
_MADE = {
    "symbolization": ({"types": "quantified_all_some_back"}, 2),
    "countermodel": ({"max_depth": "1"}, 1),
    "validity": ({}, 2),
}
_QUERIES = {"symbolization": "the sentence", "countermodel": "conclusion"}


def formal_examples_section() -> str:
    """An item of each task, in both languages where it has them."""
    return "\n\n".join(block for task in _MADE for block in _blocks(task)) + "\n"


@lru_cache(maxsize=len(_MADE))
def _items(task: str) -> tuple[Item, ...]:
    settings, n = _MADE[task]
    return tuple(make_items(make_spec(NAME, {"task": task, **settings}, _SEED, n)))


def _blocks(task: str) -> Iterator[str]:
    first, *counterparts = _items(task)
    yield f"### {task.capitalize()}"
    for message in messages(first, _PROMPT, _PROBE):
        yield message_block(message["role"], message["content"])
    for other in counterparts:
        yield "<p>The same with Carroll’s words:</p>"
        yield message_block("user", messages(other, _PROMPT, _PROBE)[-1]["content"])
    reasons = "".join(f"<p>{inert(sentence)}</p>" for sentence in explain(first))
    yield (
        '<details class="el-fold"><summary>The answer, and why</summary>'
        f"<p>Right answer: <strong>{inert(first.gold)}</strong></p>{reasons}"
        f"{_formulas(first, task)}{symbols_table(first)}</details>"
    )


def _formulas(item: Item, task: str) -> str:
    rows = [[text(f"({number})"), code(told)] for number, told in enumerate(item.premises, 1)]
    keys = [option.key for option in item.options] or [_QUERIES[task]]
    rows += [[text(key), code(told)] for key, told in zip(keys, item.query, strict=True)]
    return table("Formulas", (Column("what"), Column("formula")), rows)
