"""`elenchus demo`: the whole length of the product in one command, without a key."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("demo")(demo)


def demo(
    serve: Annotated[
        bool, typer.Option(help="Serve dashboard and site on loopback at the end.")
    ] = True,
    db: Annotated[Path | None, typer.Option(help="The database.")] = None,
) -> None:
    """Generate, verify, audit and evaluate a suite; print the board and build the site."""
    from engine.cli.audit import audit
    from engine.cli.evaluate import evaluate
    from engine.cli.leaderboard import leaderboard
    from engine.cli.output import say
    from engine.cli.progress import progress
    from engine.cli.site import build, serve_pages
    from engine.cli.verify import verify
    from engine.store import db_path
    from engine.suites import generate_entry, load_suite

    path = db_path(db)
    entries = load_suite("demo")
    for entry in entries:
        n = entry.spec.n_items
        with progress(f"generating {entry.name}", n) as advance:
            generate_entry(entry, path, workers=None, advance=advance)
        verify(entry.name, db=path)
        audit(entry.name, db=path)
        evaluate(entry.name, baselines=True, db=path)
    leaderboard(db=path)
    build(db=path)
    if serve:
        serve_pages(path)
    else:
        say("Not serving (SERVE=0). See it with: elenchus dashboard, elenchus site serve")
