"""`sorites reproduce`: the figures of others' raw files, for where those files are absent."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the group of commands."""
    group = typer.Typer(help="Compute others' figures from their raw files.")
    group.command("justlogic")(justlogic)
    app.add_typer(group, name="reproduce", no_args_is_help=True)


def justlogic(
    folder: Annotated[Path, typer.Option("--from", help="Folder with the result files.")],
    out: Annotated[
        Path | None, typer.Option(help="File to write [data/reproduced/justlogic.json].")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Write accuracy by model, prompt, depth and argument form; no text of the files is kept."""
    from engine.cli.data.import_ import tracked
    from engine.cli.output import say, write_json
    from engine.core.resources import data_file
    from engine.families.justlogic.published.reproduction import reproduce_justlogic, write_figures

    reproduced = reproduce_justlogic(folder, tracked)
    write_figures(reproduced, out or data_file("reproduced/justlogic.json"))
    if as_json:
        write_json(reproduced.model_dump(mode="json"))
        return
    for figure in reproduced.figures:
        if figure.breakdown == "overall":
            score = f"{figure.value:.2%} of {figure.n:,}"
            say(f"{figure.origin}: {figure.model} {figure.prompt} {score}")
