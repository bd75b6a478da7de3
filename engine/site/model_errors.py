"""Telling errors of each model: what it got wrong although most others got it right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from engine.explanation import explain
from engine.items import Item
from engine.prompts import messages
from engine.site.card_examples import message_block
from engine.site.escaping import inert
from engine.site.reading import Reading, Row
from engine.site.serving import DASHBOARD

_EACH = 5
_LONGEST = 2_000
"""Signs of a reply that are shown; the whole of it is in the file of all answers."""

# An item of a test split would be read by models if it were printed: only items for training and
# items that others published are, and come first; then what most respondents get right.
_MISSED = """
WITH shares AS (
    SELECT item_id, avg(is_right::INTEGER) AS others FROM item_responses
    WHERE probe IS NULL AND kind <> 'ceiling' GROUP BY item_id
)
SELECT r.model, r.dataset, r.item_id, r.idx, r.answer, r.raw, r.depth, s.others,
    r.split = 'train' OR d.source = 'imported' AS is_printed
FROM item_responses r JOIN shares s USING (item_id)
JOIN datasets d ON d.name = r.dataset
WHERE r.outcome = 'wrong' AND r.probe IS NULL AND r.rotation = 0 AND r.kind <> 'ceiling'
    AND r.origin <> 'reproduced'
QUALIFY row_number() OVER (
    PARTITION BY r.model
    ORDER BY is_printed DESC, s.others DESC, r.depth, r.dataset, r.idx, r.run_hash, r.sample
) <= $each
ORDER BY r.model, is_printed DESC, s.others DESC, r.depth, r.dataset, r.idx
"""


@dataclass(frozen=True, slots=True)
class Missed:
    """An item that was answered wrongly, and the answer's row."""

    item: Item
    row: Row


def telling_errors(reading: Reading) -> Mapping[str, Sequence[Missed]]:
    """A few wrong answers of each model, by its name."""
    rows = reading.rows(_MISSED, each=_EACH)
    asked: dict[str, list[int]] = {}
    for row in rows:
        asked.setdefault(row["dataset"], []).append(row["item_id"])
    items = {
        (dataset, item.index): item
        for dataset, ids in asked.items()
        for item in reading.items(dataset, sorted(set(ids)))
    }
    found: dict[str, list[Missed]] = {}
    for row in rows:
        item = items[row["dataset"], row["idx"]]
        found.setdefault(row["model"], []).append(Missed(item, row))
    return found


def error_section(missed: Sequence[Missed]) -> str:
    """The errors in full, with the question, the reply and why the right answer is right."""
    if not missed:
        return "<p>None: it got nothing wrong.</p>"
    return "\n\n".join(block for one in missed for block in _error(one))


def _error(missed: Missed) -> Iterator[str]:
    item, row = missed.item, missed.row
    place = f"{row['dataset']}:{row['idx']}"
    yield f"### {inert(place)}"
    yield (
        f'<p class="el-provenance">Right: <strong>{inert(item.gold)}</strong>; answered:'
        f" <strong>{inert(row['answer'])}</strong>; {100 * row['others']:.0f}% of all answers to it"
        f' are right. <a href="{DASHBOARD}/item?item={quote(place)}">In the dashboard</a>, where'
        " it runs on this machine.</p>"
    )
    if not row["is_printed"]:
        yield (
            '<details class="el-fold"><summary>The reply</summary><p>The item is of a test split,'
            " and is not printed here, for models would read it. The dashboard shows it.</p>"
            f"{message_block('reply', _cut(row['raw']))}</details>"
        )
        return
    asked = message_block("user", messages(item, "zero-shot", "none")[-1]["content"])
    reasons = "".join(f"<p>{inert(sentence)}</p>" for sentence in explain(item))
    yield (
        f'<details class="el-fold"><summary>The question, the reply, and why</summary>{asked}'
        f"{message_block('reply', _cut(row['raw']))}{reasons}</details>"
    )


def _cut(raw: str | None) -> str:
    told = raw or ""
    if len(told) <= _LONGEST:
        return told
    return f"{told[:_LONGEST]} … ({len(told):,} signs in all)"
