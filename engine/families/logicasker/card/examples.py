"""Examples of questions on skills: a group of each kind, with the messages and the reasons."""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis.reading import Reading
from engine.ask.prompts import messages
from engine.core.items import Item
from engine.families.logicasker import NAME
from engine.show.escaping import inert
from engine.show.explanation import explain
from engine.show.notices import in_dashboard, item_anchor, no_dataset
from engine.show.places import dashboard_item
from engine.show.tables import Column, code, table, text
from engine.site.cards.examples import message_block, symbols_table

_PROMPT, _PROBE = "zero-shot", "none"

# Training questions where there are any, for what is printed on a page is read by models. Of each
# kind that is not a correct inference a group of average size and not the shortest length, whole.
_CHOSEN = """
WITH shown AS (
    SELECT group_no, role, depth, split, strlen(array_to_string(passage, ' ')) AS size
    FROM items WHERE dataset_id = $key AND language = 'en' AND role != 'correct'
),
sized AS (
    SELECT *, abs(size - avg(size) OVER (PARTITION BY role, depth)) AS oddity FROM shown
),
chosen AS (
    FROM sized QUALIFY row_number() OVER (
        PARTITION BY role ORDER BY split = 'train' DESC, abs(depth - 2), oddity, group_no) = 1
)
SELECT item_id FROM items WHERE dataset_id = $key AND group_no IN (SELECT group_no FROM chosen)
"""


def skill_examples_section(reading: Reading) -> str:
    """A group for each kind of question in the largest set, in full."""
    main = reading.largest(NAME)
    if main is None:
        return no_dataset(NAME)
    chosen = [row["item_id"] for row in reading.rows(_CHOSEN, key=main.dataset_id)]
    items = reading.items(main.name, chosen)
    return "\n\n".join(_blocks(main.name, items)) + "\n" if items else no_dataset(NAME)


def _blocks(dataset: str, items: tuple[Item, ...]) -> Iterator[str]:
    yield (
        "<p>Every question comes with the same instructions, here those of the prompt"
        f" <code>{_PROMPT}</code>:</p>"
    )
    yield message_block("system", messages(items[0], _PROMPT, _PROBE)[0]["content"])
    for number, item in enumerate(items, 1):
        yield f"### Example {number}: {inert(item.role)}, length {item.traits.depth}"
        yield (
            f'<p class="el-provenance">{item_anchor(item.hash)}Item'
            f" <code>{inert(dataset)}:{item.index}</code>, group"
            f" {item.group}, leaf <code>{inert(item.traits.leaf)}</code>, hash"
            f" <code>{inert(item.hash[:16])}</code>."
            f" {in_dashboard(dashboard_item(dataset, item.index))}.</p>"
        )
        yield message_block("user", messages(item, _PROMPT, _PROBE)[-1]["content"])
        yield _answer(item)


def _answer(item: Item) -> str:
    reasons = "".join(f"<p>{inert(sentence)}</p>" for sentence in explain(item))
    return (
        '<details class="el-fold"><summary>The answer, and why</summary>'
        f"<p>Right answer: <strong>{inert(item.gold)}</strong></p>{reasons}"
        f"{_round_trip(item)}{symbols_table(item)}</details>"
    )


def _round_trip(item: Item) -> str:
    """Each sentence beside the one formula that the parser reads in it."""
    names = [*(f"({number})" for number in range(1, len(item.premises) + 1)), "conclusion"]
    sentences, formulas = [*item.passage, item.question], [*item.premises, *item.query]
    rows = [
        [text(name), text(shown), code(formula)]
        for name, shown, formula in zip(names, sentences, formulas, strict=True)
    ]
    columns = (Column("what"), Column("sentence"), Column("read back as"))
    return table("The round trip: every sentence has one reading", columns, rows)
