"""`sorites sql`: a question of one's own to the published snapshot."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("sql")(sql)


def sql(
    query: Annotated[str, typer.Argument(help="One SELECT; `sorites schema` lists the views.")],
    seconds: Annotated[float, typer.Option(help="Stop the query after so long.", min=0.1)] = 5.0,
    rows: Annotated[int, typer.Option(help="Show at most so many rows.", min=1)] = 1_000,
    db: Annotated[Path | None, typer.Option(help="The database.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Run one SELECT over the snapshot, in a process that can harm nothing."""
    from dataclasses import asdict

    from engine.core.canary import canary
    from engine.core.paths import db_path, snapshot_path
    from engine.show.output import show_table, write_json
    from engine.store import Limits, run_sql

    table = run_sql(snapshot_path(db_path(db)), query, Limits(seconds=seconds, rows=rows))
    if as_json:
        write_json({**asdict(table), "canary": canary()})
        return
    show_table(None, table.columns, table.rows)
    # always, and where the table goes: a column that holds items may have any name
    typer.echo(canary())
    typer.echo(f"snapshot {table.stamp}", err=True)
    if table.truncated:
        typer.echo(f"only the first {len(table.rows):,} rows are shown", err=True)
