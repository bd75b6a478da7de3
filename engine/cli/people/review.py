"""`sorites review`: write sheets for people to fill in, and read them back."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated, Literal

import typer

from engine.core.paths import db_path
from engine.show.terminal.options import AsJson, DataSet, Db
from engine.show.terminal.output import say, show_table, write_json

Purpose = Annotated[
    Literal["answers", "validity", "extractions", "relations"],
    typer.Option(
        "--for",
        help="answers: people answer the questions. validity: readers judge the questions."
        " extractions: readers check the answers that a model extracted from replies."
        " relations: readers say how options support or attack the sentences of an argument.",
    ),
]
ExtractorModel = Annotated[
    str | None, typer.Option(help="extractions: the model that extracted the answers.")
]

group = typer.Typer(
    name="review",
    no_args_is_help=True,
    help="Have people answer or judge questions on blind sheets.",
)


@group.command()
def write(
    dataset: DataSet,
    purpose: Purpose,
    out: Annotated[
        Path | None,
        typer.Option(
            help="The sheet (CSV); a printable copy (.html) is written next to it.",
            show_default="DATASET-PURPOSE.csv",
        ),
    ] = None,
    n: Annotated[
        int | None,
        typer.Option("-n", help="Number of rows.", show_default="60, a tenth or 100", min=1),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="The seed; another seed draws another sample.")
    ] = None,
    split: Annotated[
        str | None,
        typer.Option(
            help="answers, validity: the split to draw from; all draws from the whole set.",
            show_default="test for answers, all for validity",
        ),
    ] = None,
    extractor_model: ExtractorModel = None,
    judge_model: Annotated[
        str | None, typer.Option(help="extractions: a model that judges the sample first.")
    ] = None,
    base_url: Annotated[
        str | None, typer.Option(help="The endpoint of the judging model, such as http://host/v1.")
    ] = None,
    key_env: Annotated[
        str, typer.Option(help="The environment variable that holds its key.")
    ] = "OPENAI_API_KEY",
    db: Db = None,
) -> None:
    """Write a blind sheet for people to fill in; `review read` reads it back."""
    from engine.pipeline.replies.reviewing import Wish, judging_model, write_review

    judge = judging_model(judge_model, base_url, key_env) if judge_model else None
    wish = Wish(
        db=db_path(db),
        dataset=dataset,
        n=n,
        seed=seed,
        split=split,
        extractor_model=extractor_model,
        judge=judge,
    )
    path = out or Path(f"{dataset}-{purpose}.csv")
    written = write_review(purpose, wish, path)
    for note in written.notes:
        say(note)
    more = ["--extractor-model", extractor_model] if extractor_model else []
    more += ["--reader-kind", "person"] if purpose == "validity" else []
    command = ["sorites", "review", "read", str(path), dataset, "--for", purpose, *more]
    n_rows = len(written.sheet.entries)
    say(
        f"{path} and {path.with_suffix('.html')}: {n_rows:,} of {written.of:,} rows; read it back"
        f" with `{shlex.join(command)} --reader NAME`"
    )


@group.command()
def read(
    file: Annotated[Path, typer.Argument(help="A filled-in sheet of `review write`.")],
    dataset: DataSet,
    purpose: Purpose,
    reader: Annotated[str, typer.Option(help="The name of the person or model that filled it in.")],
    reader_kind: Annotated[
        Literal["person", "model"] | None,
        typer.Option(help="validity: whether a person or a model filled it in."),
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="validity: replace this reader's earlier sheet.")
    ] = False,
    extractor_model: ExtractorModel = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Read a filled-in sheet, store it, and show the results."""
    from engine.pipeline.replies.reviewing import Wish, read_review

    wish = Wish(
        db=db_path(db),
        dataset=dataset,
        reader=reader.strip(),
        reader_kind=reader_kind,
        replace=replace or None,
        extractor_model=extractor_model,
    )
    found, beside = read_review(purpose, wish, file)
    if as_json:
        write_json(found.document)
        return
    show_table(found.title, found.columns, found.rows)
    for sentence in beside:
        say(sentence)
