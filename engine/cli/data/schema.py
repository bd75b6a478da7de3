"""`sorites schema`: describe the tables and views of the database."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from engine.show.terminal.options import AsJson
from engine.show.terminal.output import say, show_table, write_json


def schema(
    name: Annotated[str | None, typer.Argument(help="One table or view; all by default.")] = None,
    as_json: AsJson = False,
) -> None:
    """Describe every table, view and column; --json adds the schemas of items and results."""
    from engine.analysis.sources.frames import read_schema

    found = read_schema(name)
    if as_json:
        promise = {"version": found.version, "kinds": found.kinds}
        write_json({**promise, "relations": [asdict(relation) for relation in found.relations]})
        return
    say(f"schema of tables, views, items and results, version {found.version}")
    for relation in found.relations:
        say(f"\n{relation.kind} {relation.name}: {relation.comment}")
        if relation.kind != "macro":
            rows = [(column.name, column.kind, column.comment) for column in relation.columns]
            show_table(None, ("column", "type", "meaning"), rows)
