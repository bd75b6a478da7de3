"""`sorites datasets`: what is in the database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("datasets")(datasets)


def datasets(
    db: Annotated[Path | None, typer.Option(help="The database.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """List the data sets."""
    from contextlib import closing
    from dataclasses import asdict

    from engine.core.paths import db_path
    from engine.show.output import show_table, write_json
    from engine.store import connect_read_only, list_datasets

    with closing(connect_read_only(db_path(db))) as con:
        found = list_datasets(con)
    if as_json:
        write_json({"datasets": [asdict(dataset) for dataset in found]})
        return
    show_table(
        None,
        ("data set", "family", "recipe", "items", "seed", "source", "content"),
        [(d.name, d.family, d.recipe, d.n, d.seed, d.source, d.content_hash[:12]) for d in found],
    )
