"""`sorites serve`: a built-in respondent as an OpenAI-compatible endpoint on 127.0.0.1."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import typer

from engine.core.paths import db_to_read
from engine.show.terminal.options import Db
from engine.show.terminal.output import say


def serve(
    name: Annotated[
        str, typer.Argument(metavar="RESPONDENT", help="Any baseline, such as prover-3.")
    ],
    dataset: Annotated[
        str | None, typer.Option(help="Serve the items of this data set; all by default.")
    ] = None,
    port: Annotated[
        int, typer.Option(help="The port on 127.0.0.1; 0 picks a free one.", min=0, max=65535)
    ] = 8399,
    db: Db = None,
) -> None:
    """Serve a built-in respondent over HTTP; ask it with `sorites evaluate --base-url`."""
    from engine.pipeline.publish.serving import serve_respondent

    served = serve_respondent(name, db_to_read(db), dataset, port)
    say(f"{served.name} answers {served.n:,} items at {served.address}; stop it with Ctrl-C")
    with suppress(KeyboardInterrupt):
        served.serve()
