"""`sorites extract` and `extract-sample`: a model reads what our rules could not."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from engine.grade.extraction import Extracted

ExtractorModel = Annotated[
    str, typer.Option("--extractor-model", help="The model that reads the replies.")
]
BaseUrl = Annotated[
    str | None, typer.Option(help="Any OpenAI-compatible endpoint, such as http://host/v1.")
]
KeyEnv = Annotated[str, typer.Option(help="The environment variable that holds the key.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("extract")(extract)
    app.command("extract-sample")(extract_sample)


def extract(
    dataset: Annotated[str, typer.Argument(help="The data set.")],
    extractor_model: ExtractorModel,
    model: Annotated[str | None, typer.Option(help="Replies of this respondent alone.")] = None,
    base_url: BaseUrl = None,
    key_env: KeyEnv = "OPENAI_API_KEY",
    concurrency: Annotated[int, typer.Option(help="Replies at a time.", min=1, max=1000)] = 16,
    limit: Annotated[int | None, typer.Option(help="So many replies at most.", min=1)] = None,
    db: Annotated[Path | None, typer.Option("--db", help="The database.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Have a model find the answers in stored replies that our rules could not read."""
    from engine.core.paths import db_path
    from engine.pipeline.extraction import extract_replies
    from engine.show.output import write_json

    found = extract_replies(
        db_path(db),
        dataset,
        extractor_model,
        base_url,
        key_env,
        model=model,
        concurrency=concurrency,
        limit=limit,
    )
    if as_json:
        write_json(asdict(found))
    else:
        show_extracted(found)
    if found.n_errors:
        raise typer.Exit(1)


def show_extracted(found: Extracted) -> None:
    """Print what a model extracted."""
    from engine.show.output import say

    say(
        f"{found.dataset}: of {found.n:,} unread replies {found.extractor} took an answer from"
        f" {found.n_answers:,}, {found.n_right:,} of them right (SQL view extracted_accuracy); what"
        " our rules made of the replies stays as it was"
    )
    if found.n_errors:
        say(
            f"{found.n_errors:,} were not answered ({found.last_error}); the same command asks"
            " again"
        )


def extract_sample(
    dataset: Annotated[str, typer.Argument(help="The data set.")],
    extractor_model: ExtractorModel,
    out: Annotated[Path, typer.Option(help="The sheet (CSV); instructions go beside it (.txt).")],
    n: Annotated[int, typer.Option("-n", help="Extractions in the sample.", min=1)] = 100,
    seed: Annotated[int, typer.Option(help="Another seed, another sample.")] = 1,
    judge_model: Annotated[
        str | None, typer.Option(help="A model that judges the sample first.")
    ] = None,
    base_url: BaseUrl = None,
    key_env: KeyEnv = "OPENAI_API_KEY",
    db: Annotated[Path | None, typer.Option("--db", help="The database.")] = None,
) -> None:
    """Draw extractions to be judged: by a model if you like, and by a person on a blind sheet."""
    from engine.core.paths import db_path
    from engine.pipeline.extraction import draw_extractions
    from engine.show.output import say, write_new

    path = db_path(db)
    drawn = draw_extractions(
        path, dataset, extractor_model, n, seed, judge_model, base_url, key_env
    )
    if judge_model:
        say(f"{judge_model} found {drawn.faithful:,} of {drawn.judged:,} extractions faithful")
    write_new(out.with_suffix(".txt"), drawn.instructions)
    write_new(out, drawn.sheet)
    say(
        f"{out}: {drawn.n:,} extractions for a person; read it back with `sorites import"
        f" extractions {out} --dataset {dataset} --extractor-model {extractor_model} --reader NAME`"
    )
