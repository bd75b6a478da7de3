"""`sorites export`: write a data set, or results on it, in the formats of other tools."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.core.errors import InputError
from engine.show.terminal.options import AsJson, DataSet, Db
from engine.show.terminal.output import say, write_json

_REASONS = {
    "sentence": "shares a sentence with a set of --apart-from",
    "formula": "shares a formula or argument with such a set, up to renaming of letters",
    "repeated": "repeats an example",
}


def export(
    dataset: DataSet,
    to: Annotated[
        str,
        typer.Option(
            help="Files: jsonl, csv, parquet, huggingface or croissant. Tasks for harnesses:"
            " inspect, lm-eval or rewards. Results: every-eval-ever. Training examples: sft. The"
            " release format of a paper: the family's name."
        ),
    ],
    out: Annotated[Path, typer.Option(help="The folder to write to.")],
    prompt: Annotated[
        str | None,
        typer.Option(help="The prompt style, zero-shot by default."),
    ] = None,
    split: Annotated[
        str | None,
        typer.Option(help="For tasks: the split, test by default; all exports every split."),
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(help="For tasks: the language, en by default; all exports every language."),
    ] = None,
    apart_from: Annotated[
        list[str] | None,
        typer.Option(help="For sft: leave out everything this data set contains; may be repeated."),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(help="For sft: the maximum number of examples.", min=1)
    ] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Write a data set, or the results on it, in a format that other tools read."""
    from engine.pipeline.publish.exporting import (
        TRAINING,
        export_dataset,
        export_training,
        wish_for,
    )

    if to != TRAINING and (apart_from or limit):
        raise InputError(f"--apart-from and --limit work only with --to {TRAINING}")
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
        say(f"left out, because it {_REASONS[reason]}: {n:,}")
