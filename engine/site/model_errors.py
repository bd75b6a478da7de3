"""Telling errors of each model: what it got wrong although most others got it right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.analysis.models import missed_items, wrong_replies
from engine.analysis.reading import Reading, Row
from engine.core.items import Item
from engine.core.rotations import rotated, shown_key
from engine.show.escaping import escape
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


@dataclass(frozen=True, slots=True)
class Missed:
    """An item that was answered wrongly, and the answer's row."""

    item: Item
    row: Row


def telling_errors(reading: Reading) -> Mapping[str, Sequence[Missed]]:
    """A few wrong answers of each model, by its name."""
    rows = missed_items(reading.rows, _EACH, _EACH * _MOST_RUNS)
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
        shown = row | replies[row["run_id"], row["item_id"]]
        found.setdefault(row["model"], []).append(Missed(item, shown))
    return found


def _replies(reading: Reading, rows: Sequence[Row]) -> Mapping[tuple[int, int], Row]:
    """What was answered, by run and item."""
    runs, items = ([row[key] for row in rows] for key in ("run_id", "item_id"))
    found = wrong_replies(reading.rows, runs, items)
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
    return "those of the oracle, which show doubtful keys"


def _error(missed: Missed, run: str) -> Iterator[str]:
    item, row = rotated(missed.item, missed.row["rotation"]), missed.row
    answer = row["answer"]
    if row["rotated"]:
        answer = shown_key(answer, row["rotation"], len(item.options))
    place = f"{row['dataset']}:{row['idx']}"
    yield f"### {escape(place)}"
    yield (
        f'<p class="el-provenance">{item_anchor(item.hash)}'
        f"Right: <strong>{escape(item.gold)}</strong>; answered:"
        f" <strong>{escape(answer)}</strong> in run <code>{run}</code>;"
        f"{_order(row, len(item.options))} of all {row['n']:,} answers to it"
        f" {row['n_right']:,} are right."
        f" {in_dashboard(dashboard_item(row['dataset'], row['idx']))}.</p>"
    )
    reply = message_block("reply", _cut(row["raw"]))
    asked = message_block("user", plainly_asked(item)[1])
    reasons = "".join(f"<p>{escape(sentence)}</p>" for sentence in explain(item))
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
    shown = raw or ""
    if len(shown) <= _LONGEST:
        return shown
    return f"{shown[:_LONGEST]} … ({len(shown):,} signs in all)"
