"""`sorites serve`: a built-in respondent as an OpenAI-compatible endpoint on 127.0.0.1."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import typer

from engine.cli.options import Db


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("serve")(serve)


def serve(
    name: Annotated[
        str,
        typer.Argument(
            metavar="RESPONDENT",
            help="solver, prover-3 and so on, or simulated, whose accuracy you set.",
        ),
    ],
    dataset: Annotated[
        str | None, typer.Option(help="Serve the items of this data set; all by default.")
    ] = None,
    port: Annotated[
        int, typer.Option(help="The port on 127.0.0.1; 0 picks a free one.", min=0, max=65535)
    ] = 8399,
    accuracy: Annotated[
        str,
        typer.Option(
            help="For simulated: the accuracy; with --by per value, as 1=0.9,2=0.7,other=0.5."
        ),
    ] = "0.8",
    by: Annotated[
        str | None,
        typer.Option(help="For simulated: the trait that accuracy depends on, such as depth."),
    ] = None,
    sloppy: Annotated[
        float,
        typer.Option(
            help="For simulated: share of replies that ignore the requested format.", min=0, max=1
        ),
    ] = 0.0,
    silent: Annotated[
        float, typer.Option(help="For simulated: share of replies without an answer.", min=0, max=1)
    ] = 0.0,
    prefers: Annotated[
        str, typer.Option(help="For simulated: the position it prefers, as a letter.")
    ] = "A",
    preference: Annotated[
        float,
        typer.Option(help="For simulated: share of answers chosen by position.", min=0, max=1),
    ] = 0.0,
    seed: Annotated[
        int, typer.Option(help="For simulated: the seed; another seed gives other answers.")
    ] = 0,
    db: Db = None,
) -> None:
    """Serve a built-in respondent over HTTP; ask it with `sorites evaluate --base-url`."""
    from engine.core.paths import db_path
    from engine.pipeline.publish.serving import serve_respondent
    from engine.show.terminal.output import say

    ability = {
        "accuracy": accuracy,
        "by": by,
        "sloppy": sloppy,
        "silent": silent,
        "prefers": prefers,
        "preference": preference,
    }
    served = serve_respondent(name, db_path(db), dataset, port, seed, **ability)
    say(f"{served.name} answers {served.n:,} items at {served.address}; stop it with Ctrl-C")
    with suppress(KeyboardInterrupt):
        served.serve()
