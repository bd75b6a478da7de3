"""A model's card: identity, runs, results, weaknesses and telling errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

import orjson

from engine.analysis.boards.words import language_words
from engine.analysis.datasets.contamination import trained_until
from engine.analysis.sources.reading import Row
from engine.core.canary import canary
from engine.core.statistics import benjamini_hochberg, lower_tail
from engine.show.links.places import dashboard_model
from engine.show.tables.html import (
    DASH,
    Cell,
    Column,
    code,
    count,
    facts,
    interval,
    percent,
    score,
    share_in_full,
    table,
    text,
)
from engine.show.texts.escaping import escape
from engine.show.texts.notices import in_dashboard
from engine.site.boards.asked_here import cost, endpoints_cell, kind_in, tokens, truncated
from engine.site.boards.profile import Bar, profile
from engine.site.builder.heads import page_head, unsearched
from engine.site.model_errors import Missed, error_section

_RATE = 0.05
_FEWEST = 10
"""The fewest answers for which a part is tested."""
_MOST = 12
_BATCHES = "asked in batches"
_of_dataset = itemgetter("dataset", "origin")
_on_board = itemgetter("dataset", "origin", "split", "language")


@dataclass(frozen=True, slots=True)
class Card:
    """A model's runs, their breakdowns by the run's key, and its telling errors."""

    name: str
    runs: Sequence[Row]
    parts: Mapping[int, Sequence[Row]]
    missed: Sequence[Missed]


def card_page(card: Card) -> str:
    """The whole page, in Markdown."""
    return "\n\n".join(_blocks(card)) + "\n"


def _blocks(card: Card) -> Iterator[str]:
    yield page_head(card.name, "model", hides=["navigation"])
    yield (
        '<p class="el-provenance"><a href="site:models/">All models</a> ·'
        f" {in_dashboard(dashboard_model(card.name))}</p>"
    )
    yield _identity(card)
    yield "## Profile {: #profile }"
    yield unsearched(profile([_bar(card, run) for run in _plain(card)], card.name))
    yield "## Runs {: #runs }"
    yield unsearched(_runs(card.runs))
    yield unsearched(_settings(card.runs))
    yield "## Weaknesses { #weaknesses }"
    yield unsearched(_weaknesses(card))
    if kind_in(card.runs) == "endpoint":
        yield "## Telling errors { #errors }"
        yield error_section(card.name, card.missed, card.runs)
        yield f'<p class="el-provenance">{escape(canary())}</p>'


def _plain(card: Card) -> list[Row]:
    """The most complete run without a probe on each board; ties go to the latest."""
    best: dict[tuple[str | None, ...], Row] = {}
    for run in card.runs:
        place = _on_board(run)
        if run["probe"] is None:
            best[place] = max(best.get(place, run), run, key=itemgetter("n", "run_id"))
    return list(best.values())


def _bar(card: Card, run: Row) -> Bar:
    origin = f", {run['origin']}" if len({one["origin"] for one in card.runs}) > 1 else ""
    name = f"{run['dataset']}{origin}{_which(card, run)}"
    return Bar(name, run["value"], run["low"], run["high"], run["n"])


def _which(card: Card, run: Row) -> str:
    """The split, language and run, as far as needed to distinguish the run from others."""
    own = [other for other in card.runs if other["probe"] is None]
    own = [other for other in own if _of_dataset(other) == _of_dataset(run)]
    is_of_several = len({other["split"] for other in own}) > 1
    rivals = sum(_on_board(other) == _on_board(run) for other in own)
    parts = [
        f"split {run['split']}" if is_of_several else None,
        language_words(run["language"]),
        f"run {run['run_hash'][:12]}" if rivals > 1 else None,
    ]
    return "".join(f", {part}" for part in parts if part)


def _identity(card: Card) -> str:
    kind = kind_in(card.runs)
    times = [t for run in card.runs for t in (run["started_at"], run["finished_at"]) if t]
    asked = f"{min(times):%Y-%m-%d} to {max(times):%Y-%m-%d}" if times else None
    return facts(
        "At a glance",
        [
            ("name", code(card.name)),
            ("kind", text(kind)),
            ("endpoint", endpoints_cell(card.runs)),
            ("weights", text(_weights(card.runs))),
            ("server", text("; ".join(_kept(card.runs, "server")) or None)),
            ("training cut-off", text(trained_until(card.name, kind))),
            ("dates (UTC)", text(asked)),
            ("prompts", text(", ".join(_kept(card.runs, "prompt")) or None)),
            ("answers", count(sum(run["n"] for run in card.runs))),
            ("without readable answer", count(_sum(card, "n_no_answer"))),
            ("failed", count(_sum(card, "n_error"))),
            ("cut off by the length limit", text(truncated(card.runs))),
            ("tokens sent and received", text(tokens(card.runs))),
            ("cost", text(cost(card.runs))),
        ],
    )


def _kept(runs: Sequence[Row], name: str) -> list[str]:
    """The different values of a field, in order."""
    return sorted({run[name] for run in runs if run[name]})


def _weights(runs: Sequence[Row]) -> str | None:
    """The files of weights that answered: their own name, quantisation, hash and source."""
    named = map(orjson.loads, _kept(runs, "weights"))
    fields = ("name", "quantisation", "from", "sha256")
    shown = (", ".join(str(one[field]) for field in fields if one.get(field)) for one in named)
    return "; ".join(shown) or None


def _sum(card: Card, name: str) -> int:
    return sum(run[name] for run in card.runs)


def _runs(runs: Sequence[Row]) -> str:
    rows = [
        [
            text(run["dataset"]),
            text(_asked(run)),
            text(run["origin"]),
            *score(run["value"], run["low"], run["high"]),
            _count(run),
            _answered(run),
            text(f"{run['started_at']:%Y-%m-%d}" if run["started_at"] else None),
            code(run["run_hash"][:12]),
        ]
        for run in runs
    ]
    columns = (
        Column("Data set"),
        Column("Configuration"),
        Column("Provenance"),
        Column("Accuracy", numeric=True),
        Column("95% interval", numeric=True),
        Column("n", numeric=True),
        Column("Response rate", numeric=True),
        Column("Date"),
        Column("Run"),
    )
    return table("All runs", columns, rows, sortable=True, data={"key": "runs"})


def _answered(run: Row) -> Cell:
    """The share of questions with a readable answer."""
    low, high = run["response_rate_low"], run["response_rate_high"]
    return share_in_full(run["response_rate"], low, high, run["n"])


def _count(run: Row) -> Cell:
    if run["n"] >= run["n_planned"]:
        return count(run["n"])
    return Cell(f"{run['n']:,} <small>of {run['n_planned']:,}</small>", run["n"])


def _asked(run: Row) -> str | None:
    """A run's configuration, and its label."""
    label = run["label"] or ""
    parts = [run["prompt"], run["probe"] and f"probe {run['probe']}"]
    parts += [run["split"] and f"split {run['split']}", language_words(run["language"])]
    parts += ["all orders" if run["rotated"] else None]
    parts += [f"{run['samples']} samples" if run["samples"] > 1 else None]
    parts += [_BATCHES if run["is_batched"] and _BATCHES not in label else None, label]
    return ", ".join(part for part in parts if part) or None


def _settings(runs: Sequence[Row]) -> str:
    """The settings sent to the model, and the commands that repeat the runs."""
    content = dict.fromkeys(
        (run["settings"], run["command"] or run["source"] or DASH) for run in runs
    )
    rows = [[code(command), code(settings)] for settings, command in content]
    shown = table("Commands and settings", (Column("command"), Column("settings")), rows)
    return f'<details class="el-fold"><summary>Settings and commands</summary>{shown}</details>'


def _weaknesses(card: Card) -> str:
    """Parts in which a run is worse than overall, at a false discovery rate of 5% per run."""
    plain = _plain(card)
    if not plain:
        return "<p>It was asked only with probes, which are not broken down here.</p>"
    weak = [(run, part) for run in plain for part in _weak_parts(run, card.parts)]
    if not weak:
        return (
            "<p>It is in no part of its questions (depth, form, type, structure, skill) worse than"
            " on others with the same right answers, at a false discovery rate of 5%.</p>"
        )
    weak.sort(key=lambda pair: (pair[1]["value"] - pair[0]["value"], pair[1]["cell"]))
    rows = [
        [
            text(f"{part['trait'].replace('_', ' ')} {part['cell']}"),
            text(f"{run['dataset']}{_which(card, run)}"),
            Cell(percent(part["value"]), part["value"]),
            interval(part["low"], part["high"]),
            count(part["n"]),
            share_in_full(run["value"], run["low"], run["high"], run["n"]),
        ]
        for run, part in weak[:_MOST]
    ]
    columns = (
        Column("Part"),
        Column("Data set"),
        Column("Accuracy", numeric=True),
        Column("95% interval", numeric=True),
        Column("n", numeric=True),
        Column("Overall", numeric=True),
    )
    note = (
        "<p>Parts that score below the run’s accuracy on questions with the same right answers:"
        " one-sided binomial test, Benjamini-Hochberg over the parts of a run at 5%. The"
        f" {_MOST} largest differences are shown. See the"
        ' <a href="site:method/#weaknesses">method</a>.</p>'
    )
    return f"{note}\n\n{table('Weaknesses', columns, rows)}"


def _weak_parts(run: Row, parts: Mapping[int, Sequence[Row]]) -> list[Row]:
    own = [part for part in parts.get(run["run_id"], ()) if _FEWEST <= part["n"] < run["n"]]
    # Several answers to an item are not several items.
    tails = [
        lower_tail(
            round(part["n_right"] * part["n_items"] / part["n"]), part["n_items"], part["expected"]
        )
        for part in own
    ]
    adjusted = benjamini_hochberg(tails)
    return [part for part, q in zip(own, adjusted, strict=True) if q <= _RATE]
