"""`sorites publish`: the snapshot that dashboard, site and `sorites sql` read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from engine.store import Ingestion


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("publish")(publish)


def publish(
    db: Annotated[Path | None, typer.Option(help="The database.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Take in what waits in journals, and write a new snapshot in place of the last."""
    from dataclasses import asdict

    from engine import store
    from engine.pipeline import publishing
    from engine.show.output import say, write_json

    path = store.db_path(db)
    taken_in = store.catch_up(path)
    written = publishing.publish(path)
    tell_waiting(taken_in)
    snapshot = store.open_snapshot(written)
    snapshot.release()
    if as_json:
        write_json(
            {"snapshot": written.name, **asdict(snapshot.stamp), "journal": asdict(taken_in)}
        )
        return
    if taken_in.added:
        say(f"{taken_in.added:,} answers taken in from journals")
    say(f"{written}: {snapshot.stamp}")


def tell_waiting(taken_in: Ingestion) -> None:
    """Say on standard error what could not be taken in from journals, and why."""
    for sentence in (taken_in.postponed, *taken_in.skipped):
        if sentence:
            typer.echo(f"sorites: {sentence}", err=True)
