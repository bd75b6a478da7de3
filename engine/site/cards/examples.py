"""Full examples for a dataset card: the very messages a model gets, the formulas, the proof."""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis.reading import Reading
from engine.ask.prompts import messages
from engine.core.items import Item
from engine.show.escaping import inert
from engine.show.explanation import explain
from engine.show.notices import in_dashboard, item_anchor, no_dataset
from engine.show.places import dashboard_item
from engine.show.tables import Column, code, table, text

_PROMPT, _PROBE = "zero-shot", "none"

# Training items, for a test item printed on a page is one that models will have read.
_CHOSEN = """
WITH sized AS (
    SELECT item_id, idx, gold, depth, group_no,
        strlen(array_to_string(passage, ' ')) AS length
    FROM items WHERE dataset_id = $key AND split = 'train'
),
groups AS (
    SELECT group_no, min(depth) AS depth, count(*) AS size, sum(length) AS length
    FROM sized GROUP BY group_no
),
shallow AS (
    SELECT group_no FROM groups
    ORDER BY size DESC, abs(depth - 2), length, group_no LIMIT 1
),
deep AS (
    SELECT item_id FROM sized WHERE gold = 'true' AND depth >= 4
    ORDER BY depth, length, idx LIMIT 1
)
SELECT item_id FROM sized WHERE group_no IN (FROM shallow)
UNION SELECT item_id FROM deep
UNION SELECT min(item_id) FROM sized WHERE (SELECT max(size) FROM groups) = 1 GROUP BY gold
"""


def examples_section(reading: Reading) -> str:
    """One exchange triple and one deeper item of the main data set, in full."""
    main = reading.main
    if main is None:
        return no_dataset()
    chosen = reading.rows(_CHOSEN, key=main.dataset_id)
    items = reading.items(main.name, [row["item_id"] for row in chosen])
    if not items:
        return no_dataset()
    return "\n\n".join(_blocks(main.name, items)) + "\n"


def _blocks(dataset: str, items: tuple[Item, ...]) -> Iterator[str]:
    items = tuple(sorted(items, key=lambda item: (item.traits.depth or 0, item.index)))
    system = messages(items[0], _PROMPT, _PROBE)[0]["content"]
    yield (
        "<p>Every item comes with the same instructions, here those of the prompt"
        f" <code>{_PROMPT}</code>:</p>"
    )
    yield message_block("system", system)
    for number, item in enumerate(items, 1):
        yield f"### Example {number}: {inert(item.gold)}, depth {item.traits.depth}"
        yield (
            f'<p class="el-provenance">{item_anchor(item.hash)}Item'
            f" <code>{inert(dataset)}:{item.index}</code>, group"
            f" {item.group}, hash <code>{inert(item.hash[:16])}</code>."
            f" {in_dashboard(dashboard_item(dataset, item.index))}.</p>"
        )
        yield message_block("user", messages(item, _PROMPT, _PROBE)[-1]["content"])
        yield _answer(item)


def message_block(role: str, content: str) -> str:
    """A message to a model, to the letter."""
    return f'<div class="el-message"><p>{role}</p><pre>{inert(content)}</pre></div>'


def _answer(item: Item) -> str:
    reasons = "".join(f"<p>{inert(sentence)}</p>" for sentence in explain(item))
    return (
        f'<details class="el-fold"><summary>The answer, and why</summary>'
        f"<p>Right answer: <strong>{inert(item.gold)}</strong></p>{reasons}"
        f"{_formulas(item)}{symbols_table(item)}</details>"
    )


def _formulas(item: Item) -> str:
    rows = [
        [text(f"premise {number}"), code(premise)]
        for number, premise in enumerate(item.premises, 1)
    ]
    rows += [[text("statement"), code(query)] for query in item.query]
    return table("Formulas", (Column("what"), Column("formula")), rows)


def symbols_table(item: Item) -> str:
    """What the letters of an item's formulas stand for."""
    rows = [[code(symbol.atom), text(symbol.text)] for symbol in item.symbols]
    return table("What the letters stand for", (Column("letter"), Column("clause")), rows)
