"""Telling errors of each model asked here: questions that most others got right, each on a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.analysis.scores.models import missed_items, wrong_replies
from engine.analysis.sources.reading import Reading, Row
from engine.core.canary import canary
from engine.core.items import Item
from engine.core.rotations import rotated, shown_key
from engine.show.evidence.questions import plainly_asked
from engine.show.links.places import dashboard_item
from engine.show.links.slugs import slug
from engine.show.texts.escaping import escape
from engine.show.texts.notices import in_dashboard, item_anchor
from engine.site.builder.heads import page_head
from engine.site.builder.sources import CARDS, ERRORS
from engine.site.cards.gallery import beginning
from engine.site.cards.samples import answer, message_block

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


def error_section(model: str, missed: Sequence[Missed], runs: Sequence[Row]) -> str:
    """Each error in one line, as a link to its page.

    If there are none to show, say why, given the model's `runs`.
    """
    if not missed:
        return f"<p>{_none(runs)}</p>"
    return f'<ul class="el-gallery">{"".join(map(_link, error_names(model, missed), missed))}</ul>'


def error_names(model: str, missed: Sequence[Missed]) -> list[str]:
    """The names of the errors' pages, without ending."""
    return [f"{slug(model)}-{number}" for number in range(1, len(missed) + 1)]


def _link(page: str, missed: Missed) -> str:
    return (
        f'<li><a href="site:{ERRORS}/{page}/">{escape(_place(missed))}</a>'
        f" <span>{escape(beginning(missed.item))}</span></li>"
    )


def _place(missed: Missed) -> str:
    return f"{missed.row['dataset']}:{missed.row['idx']}"


def error_pages(model: str, missed: Sequence[Missed], runs: Sequence[Row]) -> dict[str, str]:
    """The page of each error: the question, the reply, and why the right answer is right."""
    names = {run["run_id"]: run["run_hash"][:12] for run in runs}
    return {
        page: "\n\n".join(_page(model, one, names[one.row["run_id"]]))
        for page, one in zip(error_names(model, missed), missed, strict=True)
    }


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
    return "among replies that others released"


def _page(model: str, missed: Missed, run: str) -> Iterator[str]:
    item, row = rotated(missed.item, missed.row["rotation"]), missed.row
    given = row["answer"]
    if row["rotated"]:
        given = shown_key(given, row["rotation"], len(item.options))
    yield page_head(f"{model} on {_place(missed)}", "item", is_found=False)
    yield (
        f'<p class="el-provenance"><a href="site:{CARDS}/{slug(model)}/#errors">The card of the'
        f" model</a> · {in_dashboard(dashboard_item(row['dataset'], row['idx']))}</p>"
    )
    yield (
        f"<p>{item_anchor(item.hash)}Right answer: <strong>{escape(item.gold)}</strong>; given:"
        f" <strong>{escape(given)}</strong> in run <code>{run}</code>;"
        f"{_order(row, len(item.options))} {row['n_right']:,} of all {row['n']:,} answers to it"
        " are right.</p>"
    )
    yield message_block("user", plainly_asked(item)[1])
    yield message_block("reply", _cut(row["raw"]))
    yield "## The answer and why {: #answer }"
    yield answer(item)
    yield f'<p class="el-provenance">{escape(canary())}</p>'


def _order(row: Row, k: int) -> str:
    """For a question asked in all orders of its `k` options: in how many it was wrong."""
    if not row["rotated"]:
        return ""
    shown = "as shown" if row["n_orders"] == 1 else "the first one shown"
    return f" wrong in {row['n_orders']} of the {k} orders of its options, {shown};"


def _cut(raw: str | None) -> str:
    shown = raw or ""
    if len(shown) <= _LONGEST:
        return shown
    return f"{shown[:_LONGEST]} … ({len(shown):,} characters in all)"
