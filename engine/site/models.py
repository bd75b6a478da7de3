"""The models: a list of all who were asked, and a card for each, a page of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from engine.analysis.reading import Reading, Row
from engine.show.notices import no_answers, no_dataset
from engine.show.slugs import slug
from engine.show.tables import Cell, Column, count, table, text
from engine.site.boards.asked_here import endpoints_cell, kind_in
from engine.site.boards.board import named
from engine.site.model_card import Card, card_page
from engine.site.model_errors import telling_errors
from engine.store import NO_PROMPT

_RUNS = """
SELECT a.model, a.kind, u.endpoints, u.is_batched, a.dataset, a.origin,
    nullif(a.prompt, $no_prompt) AS prompt, a.probe, a.split, a.language, a.rotated, a.value,
    a.low, a.high, a.n, a.n_planned, a.n_wrong, a.n_no_answer, a.n_error, a.n_undecided,
    a.response_rate, a.response_rate_low, a.response_rate_high, a.run_id, a.run_hash, u.samples,
    u.settings, u.started_at, u.finished_at, u.command, u.source, u.engine_version,
    t.prompt_tokens AS sent, t.completion_tokens AS received, t.n_untold AS uncounted,
    t.mean_prompt_tokens, t.mean_completion_tokens, t.n_counted, t.n_truncated
FROM accuracy a JOIN runs u USING (run_id) JOIN effort t USING (run_id)
ORDER BY a.model, a.dataset, a.origin, a.probe NULLS FIRST, a.prompt, a.run_hash
"""

_PARTS = """
SELECT run_id, trait, cell, n, n_right, n_items, value, low, high FROM accuracy_by_trait
WHERE probe IS NULL AND list_contains($traits, trait)
UNION ALL
SELECT run_id, trait, cell, n, n_correct, n_items, accuracy, low, high FROM skill_accuracy
WHERE probe IS NULL AND trait = 'logic and category'
ORDER BY ALL
"""

_TRAITS = ("depth", "root_form", "question_type", "structure", "leaf", "gold", "query_shape")


def all_runs(reading: Reading) -> list[Row]:
    """Every run in the snapshot, with its score, its settings and its tokens, by model."""
    return reading.rows(_RUNS, no_prompt=NO_PROMPT)


def model_fragments(reading: Reading) -> dict[str, str]:
    """The generated part of the page that lists all models."""
    return {"models": _index(reading)}


def model_pages(reading: Reading) -> dict[str, str]:
    """A page for each model, by its name without ending."""
    cards = _cards(reading)
    return {slug(card.name): card_page(card) for card in cards}


def _cards(reading: Reading) -> Iterator[Card]:
    runs = all_runs(reading)
    parts: dict[int, list[Row]] = {}
    for part in reading.rows(_PARTS, traits=list(_TRAITS)):
        parts.setdefault(part["run_id"], []).append(part)
    missed = telling_errors(reading)
    for name, group in groupby(runs, lambda run: str(run["model"])):
        own = list(group)
        found = {run["run_id"]: parts.get(run["run_id"], []) for run in own}
        yield Card(name, own, found, missed.get(name, ()))


def _index(reading: Reading) -> str:
    runs = all_runs(reading)
    if not runs:
        main = reading.main
        return no_answers(main.name) if main else no_dataset()
    rows = [_line(name, list(own)) for name, own in groupby(runs, lambda run: str(run["model"]))]
    columns = (
        Column("Respondent"),
        Column("Kind"),
        Column("Endpoint"),
        Column("Data sets", numeric=True),
        Column("Runs", numeric=True),
        Column("Answers", numeric=True),
        Column("Asked"),
    )
    return table("Who has been asked", columns, rows, sortable=True, data={"key": "models"})


def _line(name: str, runs: Sequence[Row]) -> list[Cell]:
    days = sorted(f"{run['started_at']:%Y-%m-%d}" for run in runs if run["started_at"])
    kind = kind_in(runs)
    return [
        Cell(named(name, kind), name),
        text(kind),
        endpoints_cell(runs),
        count(len({run["dataset"] for run in runs})),
        count(len(runs)),
        count(sum(run["n"] for run in runs)),
        text(days and " to ".join(dict.fromkeys((days[0], days[-1])))) if days else text(None),
    ]
