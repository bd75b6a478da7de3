"""`sorites publish`: write the snapshot that dashboard, site and `sorites sql` read."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from engine.core.paths import db_path
from engine.show.terminal.options import AsJson, Db
from engine.show.terminal.output import say, write_json
from engine.show.terminal.progress import progress

if TYPE_CHECKING:
    from engine.pipeline.publish.publishing import Published


def publish(
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Ingest pending results and write a new snapshot, which replaces the last."""
    from engine.pipeline.publish.publishing import publish_all

    made = publish_all(db_path(db), progress)
    note_waiting(made)
    if as_json:
        stamp, journal = asdict(made.stamp), asdict(made.ingested)
        write_json({"snapshot": made.path.name, **stamp, "journal": journal})
        return
    if made.ingested.added:
        say(f"{made.ingested.added:,} answers ingested from journals")
    say(f"{made.path}: {made.stamp}")


def note_waiting(made: Published) -> None:
    """Print on standard error which journals could not be ingested, and why."""
    for sentence in made.waiting:
        typer.echo(f"sorites: {sentence}", err=True)
