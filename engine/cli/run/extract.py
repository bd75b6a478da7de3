"""`sorites extract`: a model extracts answers that our rules could not."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from engine.core.paths import db_path
from engine.show.terminal.options import AsJson, BaseUrl, DataSet, Db, KeyEnv
from engine.show.terminal.output import say, write_json

if TYPE_CHECKING:
    from engine.pipeline.replies.extraction import Extracted

ExtractorModel = Annotated[
    str, typer.Option("--extractor-model", help="The model that reads the replies.")
]


def extract(
    dataset: DataSet,
    extractor_model: ExtractorModel,
    model: Annotated[str | None, typer.Option(help="Read only the replies of this model.")] = None,
    base_url: BaseUrl = None,
    key_env: KeyEnv = "OPENAI_API_KEY",
    concurrency: Annotated[int, typer.Option(help="Requests at a time.", min=1, max=1000)] = 16,
    limit: Annotated[
        int | None, typer.Option(help="Read at most this many replies.", min=1)
    ] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Have a model extract answers from stored replies that our rules could not read."""
    from engine.pipeline.replies.extraction import extract_replies

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
    say(
        f"{found.dataset}: {found.extractor} extracted an answer from {found.n_answers:,} of"
        f" {found.n:,} unread replies, {found.n_right:,} of them right (SQL view"
        " extracted_accuracy). The grades by our rules are unchanged."
    )
    if found.n_errors:
        say(
            f"{found.n_errors:,} requests failed ({found.last_error}); repeat the command to ask"
            " them again"
        )
