"""`sorites evaluate`: ask a model, or the built-in respondents, the questions of data sets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from engine.cli.run.evaluate_command import as_given
from engine.cli.run.evaluate_report import report, show_estimates
from engine.core.errors import InputError
from engine.core.paths import db_path, db_to_read
from engine.show.terminal.options import Db
from engine.show.terminal.progress import lines, progress

_SUITE = "suite"


def evaluate(
    dataset: Annotated[
        str | None, typer.Argument(help="The data set, or the word `suite`.")
    ] = None,
    suite: Annotated[str | None, typer.Argument(help="The suite, after the word `suite`.")] = None,
    *,
    settings: Annotated[
        Path | None, typer.Option(help="A TOML file of these options; flags override it.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Estimate requests, tokens and cost; ask nothing.")
    ] = False,
    db: Db = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON document, and progress as JSON lines.")
    ] = False,
    context: typer.Context = None,  # type: ignore[assignment]  # absent in a call from Python
    **flags: Any,  # Any: the values of options of several types
) -> None:
    """Ask a model, grade its replies and store them; repeat the command to resume a run."""
    from engine.pipeline.evaluate.evaluation import Evaluation
    from engine.pipeline.evaluate.run_configuration import configure
    from engine.pipeline.evaluate.until import evaluate_as_wanted

    configuration = configure({**_what(dataset, suite), **flags}, settings)
    if dry_run:
        evaluation = Evaluation(configuration, db_to_read(db), note, checks=False)
        show_estimates(evaluation, as_json=as_json)
        return
    shown = lines if as_json else progress
    done = evaluate_as_wanted(configuration, db_path(db), progress=shown, tell=note)
    report(done, as_given(context), as_json=as_json)


def _what(dataset: str | None, suite: str | None) -> dict[str, str | None]:
    """The data set to ask, or the suite; neither if the file of settings names it."""
    if suite is None:
        return {"dataset": dataset}
    if dataset != _SUITE:
        raise InputError(
            f"{suite!r} after the data set {dataset} makes no sense; to ask all data sets of a"
            f" suite, use `evaluate suite {suite}`"
        )
    return {"suite": suite}


def note(sentence: str) -> None:
    """Print a sentence on standard error."""
    typer.echo(f"sorites: {sentence}", err=True)
