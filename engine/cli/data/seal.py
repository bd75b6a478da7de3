"""`sorites seal`: make held-out seeds and commit to them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.show.terminal.options import AsJson
from engine.show.terminal.output import say, write_json


def seal(
    file: Annotated[Path, typer.Argument(help="The seed file; created if it does not exist.")],
    check: Annotated[
        str | None, typer.Option(help="A published seal: check that it is the seal of the file.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a held-out seed and print the hash that commits to it; exit 1 if a --check fails."""
    from engine.pipeline.generate.held_out import make_seed, read_seed

    is_new = not file.exists() and check is None
    found = make_seed(file) if is_new else read_seed(file)
    holds = check is None or check.strip().lower() == found.seal
    if as_json:
        write_json({"file": str(file), "seal": found.seal, "made": is_new, "holds": holds})
    else:
        say(f"{file}: sealed as {found.seal}")
        say("publish the seal and keep the file secret" if holds else f"it does not match {check}")
    if not holds:
        raise typer.Exit(1)
