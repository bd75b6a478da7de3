"""`sorites sql`: query the published snapshot."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from engine.core.canary import canary
from engine.core.paths import db_to_read
from engine.show.terminal.options import AsJson, Db
from engine.show.terminal.output import show_table, write_json


def sql(
    query: Annotated[str, typer.Argument(help="One SELECT; `sorites schema` lists the views.")],
    seconds: Annotated[
        float, typer.Option(help="Stop the query after this many seconds.", min=0.1, max=3600)
    ] = 5.0,
    rows: Annotated[int, typer.Option(help="Show at most this many rows.", min=1)] = 1_000,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Run one SELECT on the snapshot, read-only in a sandboxed process."""
    from engine.analysis.sources.snapshot import Limits, run_sql, snapshot_of

    table = run_sql(snapshot_of(db_to_read(db)), query, Limits(seconds=seconds, rows=rows))
    if as_json:
        write_json({**asdict(table), "canary": canary()})
        return
    show_table(None, table.columns, table.rows)
    # always on standard output, because any column may hold items
    typer.echo(canary())
    typer.echo(f"snapshot {table.stamp}", err=True)
    if table.truncated:
        typer.echo(f"only the first {len(table.rows):,} rows are shown", err=True)
    if table.cut_cells:
        typer.echo(f"cells too long and cut: {table.cut_cells:,}", err=True)
