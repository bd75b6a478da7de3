"""`elenchus schema`: every table and view of the database, column by column."""

from __future__ import annotations

from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("schema")(schema)


def schema(
    name: Annotated[str | None, typer.Argument(help="One table or view.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Say what each table and view holds, from the comments in the database itself."""
    from dataclasses import asdict

    from engine.cli.output import say, show_table, write_json
    from engine.errors import InputError
    from engine.store import documentation

    relations = [r for r in documentation() if name in (None, r.name)]
    if not relations:
        raise InputError(f"there is no table or view named {name}; `elenchus schema` lists all")
    if as_json:
        write_json({"relations": [asdict(relation) for relation in relations]})
        return
    for relation in relations:
        say(f"\n{relation.kind} {relation.name}: {relation.comment}")
        if relation.kind != "macro":
            rows = [(column.name, column.kind, column.comment) for column in relation.columns]
            show_table(None, ("column", "type", "meaning"), rows)
