"""The models: a list of all respondents, and a card page for each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from engine.analysis.scores.models import model_parts, model_runs
from engine.analysis.sources.reading import Reading, Row
from engine.show.links.slugs import slug
from engine.show.tables.boards import named
from engine.show.tables.html import Cell, Column, count, table, text
from engine.show.texts.notices import no_answers, no_dataset
from engine.site.boards.asked_here import endpoints_cell, kind_in
from engine.site.model_card import Card, card_page
from engine.site.model_errors import error_pages, telling_errors


def model_fragments(reading: Reading) -> dict[str, str]:
    """The generated part of the page that lists all models."""
    return {"models": _index(reading)}


def model_cards(reading: Reading) -> list[Card]:
    """All models, each with what its card shows."""
    runs = model_runs(reading.rows)
    parts = model_parts(reading.rows)
    missed = telling_errors(reading)
    cards = []
    for name, group in groupby(runs, lambda run: str(run["model"])):
        own = list(group)
        found = {run["run_id"]: parts.get(run["run_id"], []) for run in own}
        cards.append(Card(name, own, found, missed.get(name, ())))
    return cards


def model_pages(cards: Iterable[Card]) -> dict[str, str]:
    """A page for each model, by name without ending."""
    return {slug(card.name): card_page(card) for card in cards}


def all_error_pages(cards: Iterable[Card]) -> dict[str, str]:
    """A page for each telling error, by name without ending."""
    return {
        name: page
        for card in cards
        for name, page in error_pages(card.name, card.missed, card.runs).items()
    }


def _index(reading: Reading) -> str:
    runs = model_runs(reading.rows)
    if not runs:
        main = reading.main
        return no_answers(main.name) if main else no_dataset()
    is_asked = any(run["endpoints"] for run in runs)
    models = groupby(runs, lambda run: str(run["model"]))
    rows = [_line(name, list(own), is_asked=is_asked) for name, own in models]
    columns = (
        Column("Model"),
        Column("Kind"),
        *([Column("Endpoint")] if is_asked else []),
        Column("Data sets", numeric=True),
        Column("Runs", numeric=True),
        Column("Answers", numeric=True),
        Column("Asked"),
    )
    return table(
        "Models and built-in baselines", columns, rows, sortable=True, data={"key": "models"}
    )


def _line(name: str, runs: Sequence[Row], *, is_asked: bool) -> list[Cell]:
    days = sorted(f"{run['started_at']:%Y-%m-%d}" for run in runs if run["started_at"])
    kind = kind_in(runs)
    return [
        Cell(named(name, kind), name),
        text(kind),
        *([endpoints_cell(runs)] if is_asked else []),
        count(len({run["dataset"] for run in runs})),
        count(len(runs)),
        count(sum(run["n"] for run in runs)),
        text(days and " to ".join(dict.fromkeys((days[0], days[-1])))) if days else text(None),
    ]
