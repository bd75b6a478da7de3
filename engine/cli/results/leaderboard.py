"""`sorites leaderboard`: scores with their n, interval and origin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import typer

_ORIGINS = {
    "measured": "measured here",
    "reproduced": "reproduced: others' answers and verdicts",
    "regraded": "regraded: others' answers, our labels and rules",
    "reported": "as reported by others",
}

_ALL, _TEST = "all", "test"
_RANKED_BY = "accuracy"
_ALIKE = (
    "dataset", "origin", "metric", "model", "prompt", "probe", "language", "split", "rotated",
)  # fmt: skip


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("leaderboard")(leaderboard)


def leaderboard(
    dataset: Annotated[str | None, typer.Argument(help="One data set; all by default.")] = None,
    db: Annotated[Path | None, typer.Option(help="The database.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Show the scores; those of different origins are never ranked together."""
    from contextlib import closing

    from engine import store
    from engine.analysis.contamination import freshness_rows
    from engine.cli.results.fresh_board import show_fresh
    from engine.core.paths import db_path
    from engine.show.output import say, write_json

    with closing(store.connect_read_only(db_path(db))) as con:
        scores = [*store.leaderboard(con, dataset), *store.response_scores(con, dataset)]
        rows = _told_apart(scores, store.manners(con))
        chance = store.chance_scores(con, dataset)
        probed = store.contamination(con, dataset)
        fresh = freshness_rows(con, dataset)
    if as_json:
        write_json({"rows": rows, "chance": chance, "fresh": fresh})
    elif not rows and probed:
        sets = ", ".join(dict.fromkeys(row["dataset"] for row in probed))
        say(
            f"of {sets}, only withheld options have been asked for (the contamination probe), which"
            " is no score of a board; see how often they were given with"
            ' `sorites sql "FROM contamination"`, and ask the questions with `sorites evaluate`'
        )
    elif not rows:
        say("nothing has been answered yet; ask a model with `sorites evaluate`")
    else:
        _show(rows, chance)
    if fresh and not as_json:
        show_fresh(fresh)


def _told_apart(
    scores: Sequence[dict[str, Any]], manners: Mapping[str, Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """The scores, in `settings` how a run was asked otherwise than those that look like it."""
    from engine.analysis.run_labels import told_apart

    runs = [{**row, "settings": None, **manners.get(row["run_hash"], {})} for row in scores]
    told = told_apart(runs, _ALIKE)
    return [{**row, "settings": words} for row, words in zip(scores, told, strict=True)]


def _show(rows: Sequence[dict[str, Any]], chance: Sequence[dict[str, Any]]) -> None:
    """One table for each data set, origin and metric; one for metrics that belong side by side.

    What boards rank by stands last, where a reader of a terminal looks.
    """
    from engine.cli.results.rotated_board import show_rotated, take_rotated
    from engine.cli.results.skill_board import show_skilled, take_skilled

    def place(row: dict[str, Any]) -> tuple[str, str]:
        return row["dataset"], row["origin"]

    for (dataset, origin), group in groupby(sorted(rows, key=place), place):
        runs, others = take_rotated(group)
        skilled, others = take_skilled(others)
        _show_metrics(f"{dataset}, {{}}, {_ORIGINS[origin]}", others)
        if skilled:
            show_skilled(f"{dataset}, {_ORIGINS[origin]}", skilled, _asked)
        if runs:
            guessed = [row for row in chance if row["dataset"] == dataset]
            show_rotated(f"{dataset}, all rotations, {_ORIGINS[origin]}", runs, guessed, _asked)


def _show_metrics(title: str, rows: Sequence[dict[str, Any]]) -> None:
    from engine.cli.results.rotated_board import counted
    from engine.show.output import show_table

    by_metric = sorted(rows, key=lambda row: row["metric"] == _RANKED_BY)
    for metric, group in groupby(by_metric, lambda row: row["metric"]):
        show_table(
            title.format(metric),
            ("model", "prompt", "score", "95 % interval", "n"),
            [
                (row["model"], _asked(row), _percent(row["value"]), _interval(row), counted(row))
                for row in group
            ],
        )


def _asked(row: dict[str, Any]) -> str:
    """Prompt, probe and what tells the run apart; what was asked if not the English test items."""
    from engine.ask.respondents import has_seen
    from engine.store import NO_PROMPT

    language = "all languages" if row["language"] == _ALL else row["language"]
    split = {None: None, _TEST: None, _ALL: "all splits"}.get(row["split"], f"split {row['split']}")
    seen = "has learnt from these" if has_seen(row["model"], row["split"]) else None
    parts = (row["prompt"], row["probe"], row["settings"], language, split, seen)
    return " · ".join(part for part in parts if part not in (None, NO_PROMPT, "en")) or "–"


def _percent(share: float) -> str:
    return f"{share:6.1%}"


def _interval(row: dict[str, Any]) -> str:
    if row["low"] is None:
        return "–"
    return f"{_percent(row['low'])} to {_percent(row['high'])}"
