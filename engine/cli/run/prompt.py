"""`sorites prompt`: the exact messages that ask a model an item."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.core.canary import canary
from engine.core.paths import db_to_read
from engine.show.terminal.options import AsJson, Db
from engine.show.terminal.output import say, write_json


def prompt(
    item: Annotated[
        str, typer.Argument(help="The item: its hash or a prefix of it, or DATASET:INDEX.")
    ],
    style: Annotated[
        str | None,
        typer.Option("--prompt", help="zero-shot, few-shot, cot or paper; or a prompt file."),
    ] = None,
    demonstrations: Annotated[
        Path | None, typer.Option(help="Show the examples in a file written by `demonstrations`.")
    ] = None,
    probe: Annotated[str, typer.Option(help="A probe, as for `evaluate`.")] = "none",
    rotation: Annotated[
        int,
        typer.Option(help="By how many places to rotate the options of a single choice.", min=0),
    ] = 0,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Print the exact messages that ask a model an item."""
    from engine.pipeline.evaluate.preview import preview

    shown = preview(db_to_read(db), item, style, probe, rotation, demonstrations)
    if as_json:
        document = {"item": shown.item, "prompt": shown.prompt_id, "canary": canary()}
        write_json({**document, "messages": shown.messages})
        return
    say(f"item {shown.item}, prompt {shown.prompt_id}, probe {probe}\n{canary()}")
    for message in shown.messages:
        say(f"\n--- {message['role']}\n{message['content']}")
