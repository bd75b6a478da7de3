"""Examples of single choices for a dataset card: the message, each option's reason, formulas."""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis.reading import Reading
from engine.ask.prompts import messages
from engine.core.items import Item
from engine.families.divlogiceval import NAME
from engine.show.escaping import inert
from engine.show.explanation import explain
from engine.show.notices import in_dashboard, item_anchor, no_dataset
from engine.show.places import dashboard_item
from engine.show.tables import Column, code, table, text
from engine.site.cards.examples import message_block, symbols_table

_PROMPT, _PROBE = "zero-shot", "none"

# Training items, for a test item printed on a page is one that models will have read. Of each type
# the shortest with a passage of usual length, and of one of them the symbolic twin too.
_CHOSEN = """
WITH english AS (
    SELECT item_id, group_no, question_type, n_premises,
        strlen(array_to_string(passage, ' ')) AS length
    FROM items WHERE dataset_id = $key AND split = 'train' AND language = 'en'
),
shown AS (
    FROM english QUALIFY row_number() OVER (
        PARTITION BY question_type ORDER BY abs(n_premises - 5), length, item_id) = 1
)
SELECT item_id FROM shown
UNION
SELECT i.item_id FROM items i JOIN shown s ON s.group_no = i.group_no
WHERE i.dataset_id = $key AND i.language = 'symbolic' AND s.question_type = '3c1e'
"""


def examples_section(reading: Reading) -> str:
    """One item of each question type, and the symbolic twin of one, in full."""
    main = reading.largest(NAME)
    if main is None:
        return no_dataset(NAME)
    chosen = [row["item_id"] for row in reading.rows(_CHOSEN, key=main.dataset_id)]
    items = sorted(reading.items(main.name, chosen), key=_place)
    return "\n\n".join(_blocks(main.name, items)) + "\n" if items else no_dataset(NAME)


def _place(item: Item) -> tuple[str, bool]:
    return item.traits.question_type or "", item.traits.language != "en"


def _blocks(dataset: str, items: list[Item]) -> Iterator[str]:
    yield (
        "<p>Every item comes with the same instructions, here those of the prompt"
        f" <code>{_PROMPT}</code>:</p>"
    )
    yield message_block("system", messages(items[0], _PROMPT, _PROBE)[0]["content"])
    for number, item in enumerate(items, 1):
        twin = "" if item.traits.language == "en" else ", in symbols"
        yield f"### Example {number}: {inert(item.traits.question_type or '')}{twin}"
        yield (
            f'<p class="el-provenance">{item_anchor(item.hash)}Item'
            f" <code>{inert(dataset)}:{item.index}</code>, group"
            f" {item.group}, hash <code>{inert(item.hash[:16])}</code>."
            f" {in_dashboard(dashboard_item(dataset, item.index))}.</p>"
        )
        yield message_block("user", messages(item, _PROMPT, _PROBE)[-1]["content"])
        yield _answer(item)


def _answer(item: Item) -> str:
    reasons = "".join(f"<li>{inert(sentence)}</li>" for sentence in explain(item))
    return (
        '<details class="el-fold"><summary>The answer, and why</summary>'
        f"<p>Right answer: <strong>{inert(item.gold)}</strong></p><ul>{reasons}</ul>"
        f"{_round_trip(item)}{symbols_table(item)}</details>"
    )


def _round_trip(item: Item) -> str:
    """Each sentence beside the one formula that the parser reads in it."""
    conclusions = len(item.query) - len(item.options)
    names = [
        *(f"({number})" for number in range(1, len(item.premises) + 1)),
        *["conclusion"] * conclusions,
        *(option.key for option in item.options),
    ]
    sentences = [*item.passage, *(option.text for option in item.options)]
    formulas = [*item.premises, *item.query]
    rows = [
        [text(name), text(sentence), code(formula)]
        for name, sentence, formula in zip(names, sentences, formulas, strict=True)
    ]
    columns = (Column("what"), Column("sentence"), Column("read back as"))
    return table("The round trip: every sentence has one reading", columns, rows)
