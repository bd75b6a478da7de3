"""`sorites publish`: write the snapshot, or a lake, that dashboard, site and `sorites sql` read."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.core.errors import InputError
from engine.core.paths import db_path
from engine.show.terminal.options import AsJson, Db
from engine.show.terminal.output import say, write_json
from engine.show.terminal.progress import progress

if TYPE_CHECKING:
    from engine.pipeline.publish.publishing import Published


def publish(
    lake: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Write what changed to a lake instead: a folder, s3://… or gs://…",
        ),
    ] = None,
    vacuum: Annotated[
        float | None,
        typer.Option(
            metavar="HOURS",
            min=0,
            max=1_000_000,
            help="Then remove the files of versions of the lake replaced so many hours ago.",
        ),
    ] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Ingest pending results and write a new snapshot, which replaces the last."""
    from engine.pipeline.publish.publishing import publish_all, publish_to_lake, vacuum_lake

    if lake == "" or (vacuum is not None and lake is None):  # "": a variable that is not set
        raise InputError("no lake is named; give its folder or URL with --lake")
    path = db_path(db)
    made = publish_to_lake(path, lake, progress) if lake else publish_all(path, progress)
    removed = vacuum_lake(lake, vacuum) if lake and vacuum is not None else None
    note_waiting(made)
    if as_json:
        stamp, journal = asdict(made.stamp), asdict(made.ingested)
        files = {"files": made.n_files, "written": made.n_written, "removed": removed}
        where = {"lake": lake, **files} if lake else {"snapshot": Path(made.place).name}
        write_json({**where, **stamp, "journal": journal})
        return
    if made.ingested.added:
        say(f"{made.ingested.added:,} answers ingested from journals")
    if lake:
        say(f"{made.n_written:,} of {made.n_files:,} files written")
    if removed is not None:
        say(f"{removed:,} files of former versions removed")
    say(f"{made.place}: {made.stamp}")


def note_waiting(made: Published) -> None:
    """Print on standard error which journals could not be ingested, and why."""
    for sentence in made.waiting:
        typer.echo(f"sorites: {sentence}", err=True)
