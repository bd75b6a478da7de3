"""`elenchus leaderboard`: scores with their n, interval and origin."""

from __future__ import annotations

from collections.abc import Sequence
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
    from engine.cli.output import say, write_json

    with closing(store.connect_read_only(store.db_path(db))) as con:
        rows = store.leaderboard(con, dataset)
    if as_json:
        write_json({"rows": rows})
    elif not rows:
        say("nothing has been answered yet; ask a model with `elenchus evaluate`")
    else:
        _show(rows)


def _show(rows: Sequence[dict[str, Any]]) -> None:
    """One table for each data set, origin and metric."""
    from engine.cli.output import show_table

    for (dataset, origin, metric), group in groupby(
        rows, key=lambda row: (row["dataset"], row["origin"], row["metric"])
    ):
        show_table(
            f"{dataset}, {metric}, {_ORIGINS[origin]}",
            ("model", "prompt", "score", "95 % interval", "n"),
            [
                (row["model"], _asked(row), _percent(row["value"]), _interval(row), row["n"])
                for row in group
            ],
        )


def _asked(row: dict[str, Any]) -> str:
    from engine.store import NO_PROMPT

    return " · ".join(p for p in (row["prompt"], row["probe"]) if p not in (None, NO_PROMPT)) or "–"


def _percent(share: float) -> str:
    return f"{share:6.1%}"


def _interval(row: dict[str, Any]) -> str:
    if row["low"] is None:
        return "–"
    return f"{_percent(row['low'])} to {_percent(row['high'])}"
