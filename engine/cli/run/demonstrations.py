"""`sorites demonstrations`: verified examples to show a model before the question."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from engine.core.paths import db_to_read
from engine.core.writing import write_document
from engine.show.terminal.options import Db
from engine.show.terminal.output import say, write_json


def demonstrations(
    dataset: Annotated[
        str | None,
        typer.Argument(
            help="The data set whose answers show the weak skills; the largest by default."
        ),
    ] = None,
    model: Annotated[str, typer.Option(help="The model whose weak skills count.")] = ...,  # type: ignore[assignment]
    n: Annotated[int, typer.Option("--n", "-n", help="Number of examples.", min=1, max=50)] = 4,
    strategy: Annotated[
        str,
        typer.Option(help="weak: the model's weakest skills; random: skills drawn at random."),
    ] = "weak",
    prompt: Annotated[
        str | None, typer.Option(help="The prompt of the model's run; zero-shot by default.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="The seed; another seed gives other examples.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="The file to write; standard output by default.")
    ] = None,
    db: Db = None,
) -> None:
    """Write verified examples with correct explanations, for `evaluate --demonstrations`."""
    from engine.pipeline.improve.demonstrating import write_demonstrations

    document = write_demonstrations(
        db_to_read(db), dataset, model, n, strategy, prompt=prompt, seed=seed
    )
    if out is None:
        write_json(document)
        return
    write_document(out, document)
    say(f"{out}: {_summary(document)}")


def _summary(document: dict[str, Any]) -> str:  # Any: JSON
    examples = document["examples"]
    answers = sorted(example["answer"] for example in examples)
    each = ", ".join(f"{answers.count(a)} {a}" for a in dict.fromkeys(answers))
    where = "weak skills" if document["strategy"] == "weak" else "skills drawn at random"
    return (
        f"{len(examples)} examples ({each}) on {where} of {document['model']}, run"
        f" {document['run'][:12]}; {_contrasts(document['contrasts'])}"
    )


def _contrasts(n: int) -> str:
    if not n:
        return "no contrast was needed"
    return (
        f"{n} use the contrast of the skill, because the skill itself never has the answer"
        " needed (contrast_of in the file)"
    )
