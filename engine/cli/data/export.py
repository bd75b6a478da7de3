"""`sorites export`: a data set in the form that others have it in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.cli.options import AsJson, DataSet, Db

_REASONS = {
    "sentence": "with a sentence of a set to be kept apart from",
    "formula": "with a formula or argument of such a set, but for its letters",
    "repeated": "among the examples already",
}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("export")(export)


def export(
    dataset: DataSet,
    to: Annotated[
        str,
        typer.Option(
            help="jsonl, csv, parquet, huggingface or croissant: files; inspect, lm-eval, rewards:"
            " tasks for harnesses; every-eval-ever: results; sft: training examples; or the release"
            " format of a family's paper, by the family's name."
        ),
    ],
    out: Annotated[Path, typer.Option(help="The folder to write to.")],
    prompt: Annotated[
        str | None,
        typer.Option(help="The prompt style: zero-shot by default, published-style for sft."),
    ] = None,
    split: Annotated[
        str | None, typer.Option(help="For tasks: test by default; all takes the whole set.")
    ] = None,
    language: Annotated[
        str | None, typer.Option(help="For tasks: en by default; all takes all.")
    ] = None,
    apart_from: Annotated[
        list[str] | None,
        typer.Option(help="For sft: leave out what this data set contains; may be repeated."),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(help="For sft: at most this many examples.", min=1)
    ] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Write a data set, or what was measured on it, in a format that other tools read."""
    from engine.core.errors import InputError
    from engine.pipeline.exporting import TRAINING, export_dataset, export_training, wish_for
    from engine.show.output import say, write_json

    if to != TRAINING and (apart_from or limit):
        raise InputError(f"--apart-from and --limit go with --to {TRAINING} alone")
    wish = wish_for(dataset, out, db, prompt=prompt, split=split, language=language)
    if to == TRAINING:
        made = export_training(wish, apart_from or [], limit)
    else:
        made = export_dataset(to, wish)
    if as_json:
        document = {"dataset": dataset, "folder": str(out), "records": made.records}
        if to == TRAINING:
            document |= {"apart_from": apart_from or [], "left_out": made.left_out}
        write_json(document)
        return
    counted = ", ".join(f"{n:,} {split}" for split, n in made.records.items())
    say(f"{dataset}: {counted}, in {out}")
    for reason, n in made.left_out.items():
        say(f"left out, {_REASONS[reason]}: {n:,}")
