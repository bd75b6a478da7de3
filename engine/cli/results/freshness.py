"""`sorites freshness`: compare accuracy on public items with accuracy on fresh ones."""

from __future__ import annotations

from typing import Annotated

import typer

from engine.cli.results.fresh_board import show_fresh
from engine.show.terminal.options import AsJson, Db
from engine.show.terminal.output import say, write_json


def freshness(
    dataset: Annotated[str | None, typer.Argument(help="The data set; all by default.")] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Compare each model's accuracy on public and fresh items, with release dates and cut-offs."""
    from engine.analysis.datasets.contamination import freshness_rows
    from engine.analysis.sources.query import open_rows

    with open_rows(db, dataset) as opened:
        rows = freshness_rows(opened, dataset)
    if as_json:
        write_json({"rows": rows})
    elif rows:
        show_fresh(rows)
    else:
        say("no model has been asked fresh items yet; use `sorites evaluate --fresh`")
