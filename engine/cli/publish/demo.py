"""`sorites demo`: the whole length of the product in one command, without a key."""

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
    as_json: Annotated[
        bool,
        typer.Option("--json", help="The board as one JSON document; all else on stderr."),
    ] = False,
) -> None:
    """Generate, verify, audit and evaluate a suite; print the board and build the site."""
    import sys
    from contextlib import nullcontext, redirect_stdout

    from engine.cli.publish.site import build, serve_pages
    from engine.cli.results.leaderboard import leaderboard
    from engine.pipeline.publishing import publish
    from engine.show.output import say
    from engine.store import db_path

    path = db_path(db)
    with redirect_stdout(sys.stderr) if as_json else nullcontext():
        _make_data(path)
        publish(path)
    leaderboard(db=path, as_json=as_json)
    with redirect_stdout(sys.stderr) if as_json else nullcontext():
        build(db=path)
        if serve:
            serve_pages(path)
        else:
            say("Look at it with `sorites dashboard` and `sorites site serve`.")


def _make_data(db: Path) -> None:
    """The suite's data sets, verified, audited and answered, and the figures of the papers."""
    from contextlib import closing, suppress

    from engine.cli.check.audit import audit
    from engine.cli.check.verify import verify
    from engine.cli.run.evaluate import evaluate
    from engine.io.published import load_figures
    from engine.pipeline.suites import generate_entry, load_suite
    from engine.show.progress import progress
    from engine.store import connect

    for entry in load_suite("demo"):
        generate_entry(entry, db, progress=progress)
        verify(entry.name, db=db)
        # the faithful set has the published faults, and the audit is there to find them
        with suppress(typer.Exit):
            audit(entry.name, db=db)
        evaluate(entry.name, baselines=True, db=db)
    with closing(connect(db)) as con:
        load_figures(con)
