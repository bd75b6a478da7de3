"""Telling errors of each model: what it got wrong although most others got it right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.analysis.reading import Reading, Row
from engine.core.items import Item
from engine.core.rotations import rotated, shown_key
from engine.show.escaping import inert
from engine.show.explanation import explain
from engine.show.notices import in_dashboard, item_anchor
from engine.show.places import dashboard_item
from engine.show.questions import plainly_asked
from engine.site.cards.samples import message_block

_EACH = 5
_MOST_RUNS = 32
"""Runs of a model on the same items among which each item is looked for once."""
_LONGEST = 2_000
"""Signs of a reply that are shown; the whole of it is in the file of all answers."""

# Items for training and items that others published come first, so that no more of a test split is
# printed than is needed; then what most respondents get right. Where the options were asked in all
# orders, what was wrong in any of them. Chosen by counts, for to read the replies themselves takes
# a hundred times as long.
# A place of an item and run in that order is one number, so that of millions of wrong answers each
# model's first are found without sorting them: enough for each item to be told of once, by its
# first run.
_MISSED = """
WITH asked AS (
    SELECT u.run_id, u.rotated, u.origin, m.name AS model, row_number() OVER (ORDER BY u.run_hash)
        AS run_place, min(m.model_id) OVER (PARTITION BY m.name) AS model_id
    FROM runs u JOIN models m USING (model_id) WHERE u.probe IS NULL AND m.kind <> 'ceiling'
),
shares AS (
    SELECT s.item_id, sum(s.n_right)::BIGINT AS n_right, sum(s.n)::BIGINT AS n,
        sum(s.n_right) / sum(s.n) AS others
    FROM item_scores s JOIN asked USING (run_id) GROUP BY s.item_id
),
placed AS (
    SELECT i.item_id, d.name AS dataset, i.idx, i.depth, h.n_right, h.n,
        row_number() OVER (
            ORDER BY i.split = 'train' OR d.source = 'imported' DESC, h.others DESC, i.depth,
                d.name, i.idx
        ) AS place
    FROM shares h JOIN items i USING (item_id) JOIN datasets d USING (dataset_id)
),
first AS (
    SELECT a.model_id, unnest(min(p.place * 1_000_000 + a.run_place, $most)) AS place
    FROM item_scores s JOIN asked a USING (run_id) JOIN placed p USING (item_id)
    WHERE s.n_wrong > 0 AND a.origin <> 'reproduced'
    GROUP BY a.model_id
),
chosen AS (
    SELECT min(place) AS place FROM first GROUP BY model_id, place // 1_000_000
    QUALIFY row_number() OVER (PARTITION BY model_id ORDER BY min(place)) <= $each
)
SELECT a.model, a.rotated, p.dataset, a.run_id, p.item_id, p.idx, p.depth, p.n_right, p.n
FROM chosen c JOIN placed p ON p.place = c.place // 1_000_000
JOIN asked a ON a.run_place = c.place % 1_000_000
ORDER BY a.model, c.place
"""

# First where they lie, by numbers alone, and then of all replies only these: of several samples and
# orders of the options the first that is wrong.
_REPLIES = """
WITH wanted AS (SELECT unnest($runs) AS run_id, unnest($items) AS item_id),
places AS (
    SELECT arg_min(r.rowid, r.sample * 100 + r.rotation) AS place,
        count(DISTINCT r.rotation) AS n_orders
    FROM responses r JOIN wanted USING (run_id, item_id)
    WHERE r.outcome = 'wrong' GROUP BY r.run_id, r.item_id
)
SELECT r.run_id, r.item_id, r.rotation, r.lenient AS answer, r.raw, p.n_orders
FROM responses r JOIN places p ON r.rowid = p.place
"""


@dataclass(frozen=True, slots=True)
class Missed:
    """An item that was answered wrongly, and the answer's row."""

    item: Item
    row: Row


def telling_errors(reading: Reading) -> Mapping[str, Sequence[Missed]]:
    """A few wrong answers of each model, by its name."""
    rows = reading.rows(_MISSED, each=_EACH, most=_EACH * _MOST_RUNS)
    replies = _replies(reading, rows)
    asked: dict[str, set[int]] = {}
    for row in rows:
        asked.setdefault(row["dataset"], set()).add(row["item_id"])
    items = {
        (dataset, item.index): item
        for dataset, ids in asked.items()
        for item in reading.items(dataset, sorted(ids))
    }
    found: dict[str, list[Missed]] = {}
    for row in rows:
        item = items[row["dataset"], row["idx"]]
        told = row | replies[row["run_id"], row["item_id"]]
        found.setdefault(row["model"], []).append(Missed(item, told))
    return found


def _replies(reading: Reading, rows: Sequence[Row]) -> Mapping[tuple[int, int], Row]:
    """What was answered, by run and item."""
    runs, items = ([row[key] for row in rows] for key in ("run_id", "item_id"))
    found = reading.rows(_REPLIES, runs=runs, items=items)
    return {(reply["run_id"], reply["item_id"]): reply for reply in found}


def error_section(missed: Sequence[Missed], runs: Sequence[Row]) -> str:
    """The errors in full, with the question, the reply and why the right answer is right.

    Where there are none to show, why, by the model's `runs`.
    """
    if not missed:
        return f"<p>{_none(runs)}</p>"
    names = {run["run_id"]: run["run_hash"][:12] for run in runs}
    return "\n\n".join(block for one in missed for block in _error(one, names[one.row["run_id"]]))


def _none(runs: Sequence[Row]) -> str:
    wrong: dict[str, int] = {}
    for run in runs:
        where = _unprinted(run)
        wrong[where] = wrong.get(where, 0) + run["n_wrong"]
    parts = [f"{where} ({n:,})" for where, n in wrong.items() if n]
    if not parts:
        return "None: no answer that could be read is wrong."
    return f"None is shown: wrong answers are only {' and '.join(parts)}."


def _unprinted(run: Row) -> str:
    """Among what answers those of a run are of which no error is shown."""
    if run["probe"]:
        return "to probes, which do not put the question as it stands"
    if run["origin"] == "reproduced":
        return "among those that others released"
    return "those of the ceiling, which show doubtful keys"


def _error(missed: Missed, run: str) -> Iterator[str]:
    item, row = rotated(missed.item, missed.row["rotation"]), missed.row
    answer = row["answer"]
    if row["rotated"]:
        answer = shown_key(answer, row["rotation"], len(item.options))
    place = f"{row['dataset']}:{row['idx']}"
    yield f"### {inert(place)}"
    yield (
        f'<p class="el-provenance">{item_anchor(item.hash)}'
        f"Right: <strong>{inert(item.gold)}</strong>; answered:"
        f" <strong>{inert(answer)}</strong> in run <code>{run}</code>;"
        f"{_order(row, len(item.options))} of all {row['n']:,} answers to it"
        f" {row['n_right']:,} are right."
        f" {in_dashboard(dashboard_item(row['dataset'], row['idx']))}.</p>"
    )
    reply = message_block("reply", _cut(row["raw"]))
    asked = message_block("user", plainly_asked(item)[1])
    reasons = "".join(f"<p>{inert(sentence)}</p>" for sentence in explain(item))
    yield _folded("The question, the reply, and why", f"{asked}{reply}{reasons}")


def _order(row: Row, k: int) -> str:
    """Of what was asked in all orders of its `k` options, in how many it was wrong."""
    if not row["rotated"]:
        return ""
    shown = "as shown" if row["n_orders"] == 1 else "the first of them shown"
    return f" wrong in {row['n_orders']} of the {k} orders of its options, {shown};"


def _folded(summary: str, content: str) -> str:
    """Folded away, and left out of the search: replies would be most of what readers fetch."""
    return (
        f'<details class="el-fold" data-search-exclude=""><summary>{summary}</summary>{content}'
        "</details>"
    )


def _cut(raw: str | None) -> str:
    told = raw or ""
    if len(told) <= _LONGEST:
        return told
    return f"{told[:_LONGEST]} … ({len(told):,} signs in all)"
