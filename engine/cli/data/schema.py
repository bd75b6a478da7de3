"""`sorites schema`: every table and view of the database, column by column, and the promise."""

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
    """Say what each table and view holds, and what is promised of items and results (--json)."""
    from dataclasses import asdict

    import orjson

    from engine.core.errors import InputError
    from engine.core.resources import data_file
    from engine.show.output import say, show_table, write_json
    from engine.store import documentation

    relations = [r for r in documentation() if name in (None, r.name)]
    if not relations:
        raise InputError(f"there is no table or view named {name}; `sorites schema` lists all")
    promise = orjson.loads(data_file("schema/schema.json").read_bytes())
    if as_json:
        told = {"version": promise["version"], "kinds": promise["kinds"]}
        write_json({**told, "relations": [asdict(relation) for relation in relations]})
        return
    say(f"tables, views, items and results, version {promise['version']}")
    for relation in relations:
        say(f"\n{relation.kind} {relation.name}: {relation.comment}")
        if relation.kind != "macro":
            rows = [(column.name, column.kind, column.comment) for column in relation.columns]
            show_table(None, ("column", "type", "meaning"), rows)
