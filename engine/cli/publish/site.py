"""`sorites site`: build the public site from the published snapshot, and serve it locally."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.cli.publish import dashboard
from engine.cli.publish.publish import note_waiting
from engine.core.errors import InputError, SoritesError
from engine.core.extras import require
from engine.core.paths import db_to_show, lake_url
from engine.show.terminal.options import AsJson
from engine.show.terminal.output import say, write_json
from engine.show.terminal.progress import progress

if TYPE_CHECKING:
    from types import FrameType

SITE_PORT = 8000
DASHBOARD_PORT = 8501

group = typer.Typer(
    name="site", no_args_is_help=True, help="Build the public site and serve it locally."
)


@group.command()
def build(
    strict: Annotated[bool, typer.Option("--strict", help="Treat warnings as errors.")] = False,
    db: Annotated[Path | None, typer.Option(help="The database; its snapshot is shown.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            file_okay=False,
            show_default="build/site",
            help="The output folder; an existing site there is replaced.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Build the public site from the snapshot; publish first if there is none."""
    from engine.analysis.sources.snapshot import snapshot_of
    from engine.pipeline.publish.publishing import publish_first
    from engine.site import build_site, build_units, output_for

    require("site")
    path, output = db_to_show(db), output_for(out)
    if url := lake_url(path):
        raise InputError(f"the site is built from a database, not yet from a lake such as {url}")
    if first := publish_first(path):
        note_waiting(first)
        typer.echo(f"sorites: published {path} first, because it had no snapshot", err=True)
    snapshot = snapshot_of(path)
    with (
        _terminated_as_interrupted(),  # no half-built folder is left behind
        progress("building the site", build_units()) as advance,
    ):
        built = build_site(snapshot, output=output, strict=strict, advance=advance)
    if as_json:
        write_json({**asdict(built), "folder": str(built.folder)})
        return
    for line in built.warnings:
        say(line)
    say(f"{built.folder}: {built.n_pages} pages, {_made_from(built.snapshot)}")
    if snapshot.is_file() and path.is_file() and path.stat().st_mtime > snapshot.stat().st_mtime:
        say("the database has changed since; `sorites publish` writes a new snapshot")


@group.command()
def serve(
    port: Annotated[int, typer.Option(help="The port on 127.0.0.1.", min=1, max=65535)] = SITE_PORT,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            file_okay=False,
            show_default="build/site",
            help="The folder that `site build --out` wrote.",
        ),
    ] = None,
) -> None:
    """Serve the built site on 127.0.0.1 until Ctrl-C."""
    from engine.show.links.places import output_folder
    from engine.site import open_server

    with open_server(out or output_folder(), port) as server, suppress(KeyboardInterrupt):
        say(f"site: http://127.0.0.1:{port} (stop it with Ctrl-C)")
        server.serve_forever()


def serve_pages(db: Path) -> None:
    """Serve dashboard and site on loopback until Ctrl-C, and then stop both.

    Raises:
        InputError: a port is taken, or the site has not been built.
        SoritesError: the dashboard stopped unexpectedly.
    """
    from engine.show.links.places import output_folder
    from engine.site import open_server

    with (
        suppress(KeyboardInterrupt),
        _terminated_as_interrupted(),  # SIGTERM must not leave the dashboard behind
        open_server(output_folder(), SITE_PORT) as server,
        dashboard.running(DASHBOARD_PORT, db) as process,
    ):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            say(f"dashboard: http://127.0.0.1:{DASHBOARD_PORT}")
            say(f"site:      http://127.0.0.1:{SITE_PORT}")
            say("stop both with Ctrl-C")
            code = process.wait()
        finally:
            server.shutdown()
        raise SoritesError(f"the dashboard stopped unexpectedly (exit code {code})")


def _made_from(snapshot: str | None) -> str:
    return f"snapshot {snapshot}" if snapshot else "without data, because nothing is published"


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """Treat SIGTERM like Ctrl-C within the context."""
    before = signal.signal(signal.SIGTERM, _as_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _as_interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
