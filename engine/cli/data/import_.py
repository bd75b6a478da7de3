"""`sorites import`: read data sets and replies published by others."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.cli.family_group import FamilyGroup
from engine.core.left_out import LeftOut
from engine.show.terminal.options import AsJson, Db, Replace, Strict
from engine.show.terminal.output import say, write_json

if TYPE_CHECKING:
    from engine.pipeline.replies.importing import HarnessLog

_SHOWN = 10

DatasetName = Annotated[
    str | None, typer.Option("--dataset", help="The data set, if several contain the items.")
]

group = typer.Typer(
    name="import",
    no_args_is_help=True,
    cls=FamilyGroup,
    help="Import data sets and replies published by others.",
)


@group.command()
def questions(
    file: Annotated[
        Path,
        typer.Argument(help="JSON lines or CSV with id, passage, question, options and answer."),
    ],
    name: Annotated[
        str | None, typer.Option(help="The name of the data set.", show_default="the file's name")
    ] = None,
    replace: Replace = False,
    strict: Strict = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Import multiple-choice questions, to ask models with any rotation and probe."""
    from engine.pipeline.replies.importing import import_questions

    left_out = LeftOut(is_strict=strict)
    dataset = import_questions(file, name, db, replace=replace, left_out=left_out)
    if as_json:
        found = {"dataset": dataset.name, "items": dataset.n, "content": dataset.content_hash}
        write_json({**found, "left_out": left_out.reasons})
        return
    say(f"{dataset.name}: {dataset.n:,} questions; ask them with `sorites evaluate`")
    for sentence in left_out.sentences:
        say(sentence)


@group.command()
def inspect_log(
    file: Annotated[Path, typer.Argument(help="A log of `inspect eval` (.eval).")],
    scorer: Annotated[
        str | None, typer.Option(help="The scorer to compare with ours; the first by default.")
    ] = None,
    model: Annotated[
        str | None, typer.Option(help="The model's name; taken from the log by default.")
    ] = None,
    dataset: DatasetName = None,
    strict: Strict = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Import replies to an exported data set, and compare Inspect's verdicts with ours."""
    from engine.pipeline.replies.importing import read_inspect_log

    left_out = LeftOut(is_strict=strict)
    _store(read_inspect_log(file, scorer, model, left_out), left_out, dataset, db, as_json)


@group.command()
def lm_eval_samples(
    file: Annotated[Path, typer.Argument(help="A file of `lm_eval --log_samples` (.jsonl).")],
    model: Annotated[str, typer.Option(help="The model's name, which the file lacks.")],
    metric: Annotated[
        str | None, typer.Option(help="The metric to compare with ours; the first by default.")
    ] = None,
    dataset: DatasetName = None,
    strict: Strict = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Import replies to an exported data set, and compare lm-eval's verdicts with ours."""
    from engine.pipeline.replies.importing import read_lm_eval_samples

    left_out = LeftOut(is_strict=strict)
    _store(read_lm_eval_samples(file, model, metric, left_out), left_out, dataset, db, as_json)


def _store(
    log: HarnessLog, left_out: LeftOut, dataset: str | None, db: Path | None, as_json: bool
) -> None:
    from engine.pipeline.replies.importing import import_replies

    found, beside = import_replies(log, dataset, db)
    if as_json:
        write_json(
            {
                **asdict(found),
                "model": log.model,
                "scorer": log.scorer,
                "left_out": left_out.reasons,
            }
        )
        return
    say(
        f"{found.dataset}: {found.n:,} replies of {log.model}; {found.right_there:,} right by"
        f" {log.tool}'s {log.scorer}, {found.right_here:,} by our rules"
    )
    if found.unjudged:
        say(
            f"{found.unjudged:,} further replies have no verdict of {log.tool}, which judges one a"
            " question; only our rules grade them"
        )
    if found.cut_off:
        say(f"{found.cut_off:,} replies were cut off at a limit of tokens")
    for sentence in (*left_out.sentences, *beside):
        say(sentence)
    if found.differing:
        named = ", ".join(item[:12] for item in found.differing[:_SHOWN])
        more = " and more" if len(found.differing) > _SHOWN else ""
        say(f"{len(found.differing):,} verdicts differ: {named}{more}")
