"""`sorites demo`: the whole workflow in one command, without a key."""

from __future__ import annotations

import sys
from contextlib import nullcontext, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.cli.check.audit import show_audit
from engine.cli.check.verify import show_verified
from engine.cli.publish.site import build, serve_pages
from engine.cli.publish.submission import show_judged
from engine.cli.results.leaderboard import leaderboard
from engine.cli.run.evaluate import note
from engine.cli.run.evaluate_report import report
from engine.core.extras import require
from engine.core.paths import db_path
from engine.show.terminal.options import Db
from engine.show.terminal.output import say
from engine.show.terminal.progress import progress

if TYPE_CHECKING:
    from engine.pipeline.evaluate.run_configuration import RunConfiguration


def demo(
    serve: Annotated[
        bool,
        typer.Option(
            help="Serve dashboard and site on 127.0.0.1 when done; without, a warning of the site"
            " is an error."
        ),
    ] = True,
    ask: Annotated[
        str | None,
        typer.Option(help="Also ask your own model at this OpenAI-compatible endpoint."),
    ] = None,
    model: Annotated[
        str | None, typer.Option(help="Your model's name; by default the only one served there.")
    ] = None,
    limit: Annotated[
        int, typer.Option(help="Questions of each family for your model.", min=1)
    ] = 30,
    db: Db = None,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json", help="Print the board as one JSON document, everything else on stderr."
        ),
    ] = False,
) -> None:
    """Generate and verify all families, judge models' replies, and show board and site."""
    from engine.pipeline.demo import own_model

    for extra in ("audit", "site", *(["dashboard"] if serve else [])):
        require(extra)
    path, own = db_path(db), own_model(ask, model, limit) if ask else None
    with redirect_stdout(sys.stderr) if as_json else nullcontext():
        _make_data(path, own)
    leaderboard(db=path, as_json=as_json)
    with redirect_stdout(sys.stderr) if as_json else nullcontext():
        build(strict=not serve, db=path)
        if serve:
            serve_pages(path)
        else:
            say("View it with `sorites dashboard` and `sorites site serve`.")


def _make_data(db: Path, own: RunConfiguration | None) -> None:
    """Make the data, and print the results of each step as its own command does."""
    from engine.pipeline.check.verification import VerifiedDataset
    from engine.pipeline.demo import Judged
    from engine.pipeline.demo import demo as make
    from engine.pipeline.evaluate.evaluation import Evaluated

    for done in make(db, progress=progress, own=own, tell=note):
        if isinstance(done, VerifiedDataset):
            show_verified(done)
        elif isinstance(done, Evaluated):
            report(done, None, as_json=False)
        elif isinstance(done, Judged):
            show_judged(done)
        else:
            show_audit(done)
