"""Telling errors of each model: questions it got wrong although most others got them right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.analysis.scores.models import missed_items, wrong_replies
from engine.analysis.sources.reading import Reading, Row
from engine.core.items import Item
from engine.core.rotations import rotated, shown_key
from engine.show.evidence.explanation import explain
from engine.show.evidence.questions import plainly_asked
from engine.show.links.places import dashboard_item
from engine.show.texts.escaping import escape
from engine.show.texts.notices import in_dashboard, item_anchor
from engine.site.cards.samples import message_block

_EACH = 5
_MOST_RUNS = 32
"""The most runs of a model on the same items for which each item is found once."""
_LONGEST = 2_000
"""Characters of a reply that are shown; the file of all answers has it in full."""


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
    """The wrong replies, by run and item."""
    runs, items = ([row[key] for row in rows] for key in ("run_id", "item_id"))
    found = wrong_replies(reading.rows, runs, items)
    return {(reply["run_id"], reply["item_id"]): reply for reply in found}


def error_section(missed: Sequence[Missed], runs: Sequence[Row]) -> str:
    """The errors in full: the question, the reply, and why the right answer is right.

    If there are none to show, say why, given the model's `runs`.
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
        return "None: every readable answer is right."
    return f"None shown. Its only wrong answers are {' and '.join(parts)}."


def _unprinted(run: Row) -> str:
    """Why the errors of a run are not shown."""
    if run["probe"]:
        return "to probes, which alter the question"
    if run["origin"] == "reproduced":
        return "among replies that others released"
    return "the oracle’s, which point to doubtful keys"


def _error(missed: Missed, run: str) -> Iterator[str]:
    item, row = rotated(missed.item, missed.row["rotation"]), missed.row
    answer = row["answer"]
    if row["rotated"]:
        answer = shown_key(answer, row["rotation"], len(item.options))
    place = f"{row['dataset']}:{row['idx']}"
    yield f"### {escape(place)}"
    yield (
        f'<p class="el-provenance">{item_anchor(item.hash)}'
        f"Right answer: <strong>{escape(item.gold)}</strong>; given:"
        f" <strong>{escape(answer)}</strong> in run <code>{run}</code>;"
        f"{_order(row, len(item.options))} {row['n_right']:,} of all {row['n']:,} answers to it"
        " are right."
        f" {in_dashboard(dashboard_item(row['dataset'], row['idx']))}.</p>"
    )
    reply = message_block("reply", _cut(row["raw"]))
    asked = message_block("user", plainly_asked(item)[1])
    reasons = "".join(f"<p>{escape(sentence)}</p>" for sentence in explain(item))
    yield _folded("Question, reply and explanation", f"{asked}{reply}{reasons}")


def _order(row: Row, k: int) -> str:
    """For a question asked in all orders of its `k` options: in how many it was wrong."""
    if not row["rotated"]:
        return ""
    shown = "as shown" if row["n_orders"] == 1 else "the first one shown"
    return f" wrong in {row['n_orders']} of the {k} orders of its options, {shown};"


def _folded(summary: str, content: str) -> str:
    """A folded block, left out of the search, whose index replies would bloat."""
    return (
        f'<details class="el-fold" data-search-exclude=""><summary>{summary}</summary>{content}'
        "</details>"
    )


def _cut(raw: str | None) -> str:
    shown = raw or ""
    if len(shown) <= _LONGEST:
        return shown
    return f"{shown[:_LONGEST]} … ({len(shown):,} characters in all)"
