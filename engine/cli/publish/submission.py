"""`sorites submission`: write a model's raw replies to a file, and grade such files."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.core.paths import db_path, db_to_read
from engine.show.terminal.options import AsJson, Db
from engine.show.terminal.output import say, write_json, write_new
from engine.show.terminal.progress import progress

if TYPE_CHECKING:
    from engine.pipeline.publish.submissions import Judged

group = typer.Typer(
    name="submission",
    no_args_is_help=True,
    help="Write a model's raw replies to a file, and grade such files.",
)


@group.command()
def write(
    run: Annotated[str, typer.Argument(help="The run: its hash or a prefix of it.")],
    out: Annotated[Path, typer.Option(help="The file to write; it must not exist yet.")],
    contact: Annotated[
        str, typer.Option(help="Whom to contact about it, such as an e-mail address.")
    ],
    db: Db = None,
) -> None:
    """Write the raw replies of a run, without verdicts, to a file for submission."""
    from engine.pipeline.publish.submissions import write_submission

    written = write_submission(db_to_read(db), run, contact)
    write_new(out, written.text)
    say(f"{out}: {written.n:,} replies of {written.model}")


@group.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="Files of raw replies.")],
    db: Annotated[Path | None, typer.Option(help="The database to ingest them into.")] = None,
    as_json: AsJson = False,
) -> None:
    """Grade files of raw replies and add them to the boards; exit 1 if replies are missing."""
    from engine.pipeline.publish.submissions import judge_submissions

    judged = []
    for one in judge_submissions(files, db_path(db), progress=progress):
        judged.append(one)
        if not as_json:  # at once: this file stays recorded even if the next one is refused
            show_judged(one)
    if as_json:
        write_json({"submissions": [{**asdict(one), "is_whole": one.is_whole} for one in judged]})
    if not all(one.is_whole for one in judged):
        raise typer.Exit(1)


def show_judged(one: Judged) -> None:
    """Print the result of a submission."""
    share = one.n_right / one.n_asked if one.n_asked else 0.0
    say(
        f"{one.model} on {one.dataset}: {one.n_right:,} of {one.n_asked:,} right ({share:.1%}),"
        f" {one.n_no_answer:,} without a readable answer; run {one.run_hash[:12]}"
    )
    if not one.is_whole:
        lacking = one.n_asked - one.n_replies
        say(f"nothing is recorded, because the file has no line for {lacking:,} questions")
