"""`sorites import extractions`: what a person found of extracted answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.core.errors import InputError


def extractions(
    file: Annotated[Path, typer.Argument(help="A filled sheet of `sorites extract-sample`.")],
    dataset: Annotated[str, typer.Option(help="The data set that it was drawn from.")],
    extractor_model: Annotated[
        str, typer.Option("--extractor-model", help="The model that read the replies.")
    ],
    reader: Annotated[str, typer.Option(help="Who judged.")],
    db: Annotated[Path | None, typer.Option("--db", help="The database.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Import whether extracted answers are what the replies say, and show how often they are."""
    from contextlib import closing

    from engine.ask.prompts import our_prompt_id
    from engine.core.paths import db_path
    from engine.grade.extraction import read_sheet
    from engine.pipeline.publishing import publish
    from engine.show.output import show_table, write_json
    from engine.store import connect, extracted_replies, faithfulness, write_judgements

    if not reader.strip():
        raise InputError("a reader needs a name; give it with --reader")
    prompt = our_prompt_id("extract")
    path = db_path(db)
    with closing(connect(path)) as con:
        replies = extracted_replies(con, dataset, extractor_model, prompt)
        found = read_sheet(file, replies)
        write_judgements(con, extractor_model, prompt, reader.strip(), "person", found)
        rows = faithfulness(con, dataset, extractor_model, prompt)
    publish(path)
    if as_json:
        write_json({"dataset": dataset, "judged": len(found), "faithfulness": rows})
        return
    show_table(
        f"{dataset}: extractions by {extractor_model} that are what the reply says",
        ("judged by", "questions", "n", "faithful", "share", "95 % interval"),
        [
            (
                row["judge"],
                row["question_type"] or "all",
                row["n"],
                row["n_faithful"],
                f"{row['value']:.1%}",
                f"{row['low']:.1%} to {row['high']:.1%}",
            )
            for row in rows
        ],
    )
