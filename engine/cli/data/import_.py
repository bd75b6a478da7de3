"""`sorites import`: data sets and replies that others published."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.cli.family_group import FamilyGroup
from engine.cli.options import AsJson, Db

if TYPE_CHECKING:
    from engine.io.published import HarnessLog

_SHOWN = 10

DatasetName = Annotated[
    str | None, typer.Option("--dataset", help="The data set asked, if several have its items.")
]


def register(app: typer.Typer) -> None:
    """Add the group of commands; families add their own to it."""
    group = typer.Typer(cls=FamilyGroup, help="Import data sets and replies of others.")
    group.command("questions")(questions)
    group.command("inspect-log")(inspect_log)
    group.command("lm-eval-samples")(lm_eval_samples)
    app.add_typer(group, name="import", no_args_is_help=True)


def questions(
    file: Annotated[
        Path, typer.Argument(help="JSON lines or CSV: id, passage, question, options, answer.")
    ],
    name: Annotated[
        str | None, typer.Option(help="The data set's name.", show_default="the file's name")
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace another data set of this name.")
    ] = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Import multiple-choice questions; models can be asked them in every rotation and probe."""
    from engine.pipeline.importing import import_questions
    from engine.show.output import say, write_json

    dataset = import_questions(file, name, db, replace=replace)
    if as_json:
        write_json({"dataset": dataset.name, "items": dataset.n, "content": dataset.content_hash})
    else:
        say(f"{dataset.name}: {dataset.n:,} questions; ask them with `sorites evaluate`")


def inspect_log(
    file: Annotated[Path, typer.Argument(help="A log of `inspect eval` (.eval).")],
    scorer: Annotated[
        str | None, typer.Option(help="The scorer to compare with; the first by default.")
    ] = None,
    model: Annotated[
        str | None, typer.Option(help="The model's name; the log's by default.")
    ] = None,
    dataset: DatasetName = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Import replies to an exported data set, with Inspect's verdicts beside ours."""
    from engine.pipeline.importing import read_inspect_log

    _store(read_inspect_log(file, scorer, model), dataset, db, as_json)


def lm_eval_samples(
    file: Annotated[Path, typer.Argument(help="A file of `lm_eval --log_samples` (.jsonl).")],
    model: Annotated[str, typer.Option(help="The model's name, which the file does not hold.")],
    metric: Annotated[
        str | None, typer.Option(help="The metric to compare with; the first by default.")
    ] = None,
    dataset: DatasetName = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Import replies to an exported data set, with lm-eval's verdicts beside ours."""
    from engine.pipeline.importing import read_lm_eval_samples

    _store(read_lm_eval_samples(file, model, metric), dataset, db, as_json)


def _store(log: HarnessLog, dataset: str | None, db: Path | None, as_json: bool) -> None:
    from dataclasses import asdict

    from engine.pipeline.importing import import_replies
    from engine.show.output import say, write_json

    found, beside = import_replies(log, dataset, db)
    if as_json:
        write_json({**asdict(found), "model": log.model, "scorer": log.scorer})
        return
    say(
        f"{found.dataset}: {found.n:,} replies of {log.model}; right by {log.tool}'s {log.scorer}"
        f" {found.right_there:,}, by our rules {found.right_here:,}"
    )
    for sentence in beside:
        say(sentence)
    if found.differing:
        named = ", ".join(item[:12] for item in found.differing[:_SHOWN])
        more = " and more" if len(found.differing) > _SHOWN else ""
        say(f"{len(found.differing):,} verdicts differ: {named}{more}")
