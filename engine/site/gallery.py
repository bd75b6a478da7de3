"""The gallery: thirty items of all families, the answer folded away.

They are made for the page by a seed of their own, and are in no data set: an item that is printed
is one that models will have read. The arguments of ArgQA are the same under every seed, so of
these only one for training is shown, another than on the card, with all nine of its questions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count

from engine.analysis.reading import Reading
from engine.ask.prompts import messages
from engine.core.items import Item
from engine.families.argqa.card.examples import argument_items, drawn_answer
from engine.pipeline.generation import make_items, make_spec
from engine.show.escaping import inert
from engine.show.explanation import explain
from engine.show.notices import item_anchor
from engine.show.tables import Column, code, table, text
from engine.site.cards.examples import message_block, symbols_table

_SEED = 0
_PROMPT, _PROBE = "zero-shot", "none"

Chosen = tuple[str, dict[str, str], int, Sequence[int]]

_CHOSEN: tuple[tuple[str, tuple[Chosen, ...]], ...] = (
    ("JustLogic", (("justlogic", {"max_depth": "7"}, 42, (0, 8, 16, 27, 37)),)),
    ("DivLogicEval", (("divlogiceval", {}, 5, range(5)),)),
    ("LogicAsker", (("logicasker", {}, 38, (8, 9, 22, 23, 37)),)),
    (
        "LogicSkills",
        (
            ("logicskills", {"types": "quantified_all_some_back"}, 2, (0, 1)),
            ("logicskills", {"task": "countermodel", "max_depth": "1"}, 2, (0, 1)),
            ("logicskills", {"task": "validity"}, 2, (0, 1)),
        ),
    ),
)
"""Of each family: settings, how many items are made, and which of them are shown."""

_ARGUMENT = 1
"""Which of the arguments for training is shown; the card shows the first, which is 0."""


def gallery_fragments(_: Reading) -> dict[str, str]:
    """The generated part of the page."""
    return {"gallery": "\n\n".join(_sections()) + "\n"}


def _sections() -> Iterator[str]:
    numbers = count(1)
    for name, chosen in _CHOSEN:
        yield _heading(name)
        for place in range(len(chosen)):
            for item in _items(name, place):
                yield from _shown(next(numbers), _kind(item), item, folded_answer(item))
    yield _heading("ArgQA")
    for item in argument_items(_ARGUMENT):
        kind = f"type {item.role}, {item.traits.structure}"
        yield from _shown(next(numbers), kind, item, drawn_answer(item))


def _heading(name: str) -> str:
    return f"## {name} {{: #{name.lower()} }}"


def _shown(number: int, kind: str, item: Item, answer: str) -> Iterator[str]:
    yield f"### {number}. {inert(kind)} {{: #item-{number} }}"
    yield f"<p>{item_anchor(item.hash)}</p>"
    yield message_block("user", messages(item, _PROMPT, _PROBE)[-1]["content"])
    yield answer


@lru_cache(maxsize=16)
def _items(name: str, position: int) -> tuple[Item, ...]:
    family, settings, n, shown = dict(_CHOSEN)[name][position]
    made = list(make_items(make_spec(family, settings, _SEED, n)))
    return tuple(made[index] for index in shown)


def _kind(item: Item) -> str:
    traits = item.traits
    if traits.leaf:
        return f"{traits.leaf.split('.')[2].replace('_', ' ')}: {item.role}"
    parts = [traits.question_type, f"depth {traits.depth}" if traits.depth else None]
    return ", ".join(part for part in parts if part) or item.role


def folded_answer(item: Item) -> str:
    """The right answer and its reason (proof or countermodel) with formulas, folded away."""
    reasons = "".join(f"<p>{inert(sentence)}</p>" for sentence in explain(item))
    return (
        '<details class="el-fold"><summary>The answer, and why</summary>'
        f"<p>Right answer: <strong>{inert(item.gold)}</strong></p>{reasons}"
        f"{_formulas(item)}{symbols_table(item) if item.symbols else ''}</details>"
    )


def _formulas(item: Item) -> str:
    if not item.premises and not item.query:
        return ""
    rows = [[text(f"({number})"), code(told)] for number, told in enumerate(item.premises, 1)]
    rows += [[text("asked about"), code(told)] for told in item.query]
    return table("Formulas", (Column("what"), Column("formula")), rows)
