"""Scores by part as a table: a row per respondent, a column per part, ranked per column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.analysis.boards.ranks import Rank, ranked, span_of
from engine.analysis.sources.reading import Row
from engine.show.tables.boards import marked_name
from engine.show.tables.html import (
    DASH,
    Cell,
    Column,
    labelled_cell,
    share_in_full,
    table,
    text,
)

Respondent = tuple[str, str, str | None, str | None]
"""Who answered: name, kind and prompt, and the label of the run."""

Place = tuple[Respondent, str]
"""A cell of the table: respondent and part."""


def parts_table(
    caption: str, titles: Mapping[str, str], found: Sequence[Row], data: Mapping[str, str]
) -> str:
    """The table; `caption` is HTML, and `titles` maps the parts, in order, to their titles.

    Rows of `found` have model, kind, prompt, cell, value, low, high and n, best respondent first.
    Prompts and sources are shown if there are any. Rows of runs have a `run_id`, and a `label` if
    needed to distinguish the run.
    """
    has_sources = any(row.get("source") for row in found)
    has_prompts = any(row["prompt"] for row in found)
    columns = (
        Column("Model"),
        *([Column("Prompt")] if has_prompts else []),
        *(Column(title, numeric=True) for title in titles.values()),
        *([Column("Source")] if has_sources else []),
    )
    known: dict[Respondent, dict[str, Row]] = {}
    for row in found:
        known.setdefault(respondent(row), {})[row["cell"]] = row
    ranks = part_ranks(found)
    rows = []
    for (_, _, prompt, _), own in known.items():
        first = next(iter(own.values()))
        asked = [text(prompt)] if has_prompts else []
        source = [text(first.get("source"))] if has_sources else []
        shares = [share_of(own.get(part), ranks) for part in titles]
        rows.append([_name(first), *asked, *shares, *source])
    return table(caption, columns, rows, sortable=True, data=data)


def part_ranks(found: Sequence[Row]) -> dict[Place, Rank]:
    """The rank range of each score among the scores of the same part."""
    spans: dict[str, dict[Place, tuple[float, float] | None]] = {}
    for row in found:
        span = span_of(row["kind"], row["low"], row["high"])
        spans.setdefault(row["cell"], {})[respondent(row), row["cell"]] = span
    return {place: rank for part in spans.values() for place, rank in ranked(part).items()}


def share_of(row: Row | None, ranks: Mapping[Place, Rank]) -> Cell:
    """The score of a part in full, or a dash if there is none."""
    if row is None:
        return Cell(DASH)
    rank = ranks.get((respondent(row), row["cell"]))
    return share_in_full(row["value"], row["low"], row["high"], row["n"], rank)


def respondent(row: Row) -> Respondent:
    """Who answered."""
    return row["model"], row["kind"], row["prompt"], row.get("label")


def _name(row: Row) -> Cell:
    # only respondents with a run have a card
    shown = marked_name(row["model"], row["kind"], (), has_card="run_id" in row)
    return labelled_cell(shown, row.get("label"))
