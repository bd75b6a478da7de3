"""`sorites extract` and `extract-sample`: a model reads what our rules could not."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from engine.ask.runs import Summary
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
    from engine.pipeline.publishing import publish
    from engine.store import db_path

    path = db_path(db)
    found = run(path, dataset, extractor_model, model, base_url, key_env, concurrency, limit)
    if found.n:
        publish(path)
    report(found, as_json=as_json)
    if found.n_errors:
        raise typer.Exit(1)


def run(
    db: Path,
    dataset: str,
    extractor: str,
    model: str | None,
    base_url: str | None,
    key_env: str,
    concurrency: int = 16,
    limit: int | None = None,
) -> Extracted:
    """Extract from the unread replies to a data set, of one respondent or of all."""
    from engine.ask.endpoints.address import address
    from engine.grade.extraction import Extractor
    from engine.grade.extraction import extract as extract_answers

    asked = Extractor(extractor, address(base_url, key_env), concurrency)
    return extract_answers(db, dataset, asked, model=model, limit=limit)


def extract_from(
    summaries: Sequence[Summary],
    extractor: str,
    db: Path | None,
    base_url: str | None,
    key_env: str | None,
    *,
    is_quiet: bool,
) -> None:
    """Extract from the unread replies of runs that were just made, at the same endpoint."""
    from engine.ask.endpoints.address import DEFAULT_KEY
    from engine.store import db_path

    for dataset, model in dict.fromkeys((one.dataset, one.model) for one in summaries):
        found = run(db_path(db), dataset, extractor, model, base_url, key_env or DEFAULT_KEY)
        if not is_quiet:
            report(found)


def report(found: Extracted, *, as_json: bool = False) -> None:
    """Say what came of it."""
    from dataclasses import asdict

    from engine.show.output import say, write_json

    if as_json:
        write_json(asdict(found))
        return
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
    from engine.ask.endpoints.address import address
    from engine.grade.extraction import (
        Extractor,
        for_persons,
        instructions,
        judge,
        sample_of,
        sheet_text,
    )
    from engine.show.output import say, write_new
    from engine.store import db_path

    path = db_path(db)
    sample = sample_of(path, dataset, extractor_model, n, seed)
    verdicts = {}
    if judge_model:
        judged_by = Extractor(judge_model, address(base_url, key_env))
        verdicts = judge(path, sample, extractor_model, judged_by)
        n_faithful = sum(verdicts.values())
        say(f"{judge_model} found {n_faithful:,} of {len(verdicts):,} extractions faithful")
    drawn = for_persons(sample, verdicts, seed)
    write_new(out.with_suffix(".txt"), instructions())
    write_new(out, f"\ufeff{sheet_text(drawn)}")  # the mark by which spreadsheets know UTF-8
    say(
        f"{out}: {len(drawn):,} extractions for a person; read it back with `sorites import"
        f" extractions {out} --dataset {dataset} --extractor-model {extractor_model} --reader NAME`"
    )
