"""`sorites runs`: list the runs, merge journals, and remove a mistaken run with its reason."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from engine.core.errors import InputError
from engine.core.paths import db_path
from engine.show.terminal.options import AsJson, Db
from engine.show.terminal.output import say, show_table, write_json

group = typer.Typer(
    name="runs",
    no_args_is_help=True,
    help="List runs, merge those of several hosts, and remove mistaken ones.",
)


@group.command("list")
def list_runs(
    dataset: Annotated[str | None, typer.Argument(help="One data set; all by default.")] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """List the runs with their hashes, and those that were removed with their reasons."""
    from engine.analysis.scores.runs import listed, removed
    from engine.analysis.sources.query import open_rows

    with open_rows(db, dataset) as rows:
        kept, gone = listed(rows, dataset), removed(rows, dataset)
    if as_json:
        write_json({"runs": kept, "removed": gone})
        return
    if not kept:
        say("there are no runs yet; ask a model with `sorites evaluate`")
    else:
        show_table(
            None,
            ("run", "data set", "model", "prompt", "probe", "right", "n", "of", "failed"),
            [
                (
                    run["run_hash"][:12], run["dataset"], run["model"], run["prompt"], run["probe"],
                    f"{run['value']:6.1%}" if run["value"] is not None else None, run["n"],
                    run["n_planned"], run["n_failed"],
                )
                for run in kept
            ],
        )  # fmt: skip
    for run in gone:
        say(
            f"removed on {run['removed_at']:%Y-%m-%d}: run {run['run_hash'][:12]} of {run['model']}"
            f" on {run['dataset']}, {run['n']:,} answers: {run['reason']}"
        )


@group.command()
def merge(
    journals: Annotated[
        list[Path], typer.Argument(help="The folders `journal` of other hosts.", metavar="JOURNAL")
    ],
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Take in the answers that other hosts have in their journals; no answer twice."""
    from engine.pipeline.replies.merging import merge_journals

    found = merge_journals(db_path(db), journals)
    if as_json:
        write_json(asdict(found))
    else:
        say(
            f"merged {found.added:,} new answers of {found.runs:,} runs; `sorites publish` updates"
            " dashboard and site"
        )
        for sentence in filter(None, (found.postponed, *found.skipped, *found.incomplete)):
            say(sentence)
    if found.refused:
        raise InputError("; ".join(found.refused))


@group.command("rm")
def remove(
    run: Annotated[str, typer.Argument(metavar="RUN", help="The beginning of the run's hash.")],
    reason: Annotated[str, typer.Option(help="Why it is removed; kept in the record.")],
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Remove a mistaken run; its reason is kept, and its journal in the folder journal/removed."""
    from engine.pipeline.replies.removing import remove_run

    gone = remove_run(db_path(db), run, reason)
    if as_json:
        write_json(gone)
        return
    say(
        f"removed run {gone['run_hash'][:12]} of {gone['model']} on {gone['dataset']},"
        f" {gone['n']:,} answers; `sorites publish` updates dashboard and site. The same command"
        " would take its replies from the cache; delete the folder cache to have them asked again."
    )
