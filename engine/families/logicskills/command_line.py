"""`sorites import logicskills`: LogicSkills' published questions and replies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.show.terminal.options import AsJson, Db, Replace, Strict

if TYPE_CHECKING:
    from engine.core.left_out import LeftOut
    from engine.families.logicskills.published.importing import ImportedTask


def logicskills(
    folder: Annotated[Path, typer.Argument(help="A folder with LogicSkills' JSON files.")],
    replace: Replace = False,
    strict: Strict = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Import LogicSkills' items and replies, judged as published and by what they mean."""
    from contextlib import closing

    from engine.core.left_out import LeftOut
    from engine.core.paths import db_path
    from engine.families.logicskills.published.importing import import_logicskills
    from engine.io.published import load_figures
    from engine.show.terminal.progress import tracked
    from engine.store import connect

    left_out = LeftOut(is_strict=strict)
    with closing(connect(db_path(db))) as con:
        imported = import_logicskills(
            con, folder, replace=replace, track=tracked, left_out=left_out
        )
        load_figures(con)
    _report(imported, left_out, as_json)
    if left_out.reasons or any(task.strays for task in imported):
        raise typer.Exit(1)


def _report(imported: Sequence[ImportedTask], left_out: LeftOut, as_json: bool) -> None:
    from engine.show.terminal.output import say, show_table, write_json

    if as_json:
        tasks = [
            {
                "dataset": task.dataset.name,
                "items": task.dataset.n,
                "runs": [asdict(tally) for tally in task.tallies],
                "files_left_out": task.strays,
            }
            for task in imported
        ]
        write_json({"tasks": tasks, "left_out": left_out.reasons})
        return
    for task in imported:
        say(f"{task.dataset.name}: {task.dataset.n:,} items.")
        for stray in task.strays:
            say(f"{stray} answers other questions and is left out.")
    for sentence in left_out.sentences:
        say(sentence)
    columns = ("task", "language", "model", "origin", "prompt", "n", "right", "no answer")
    rows = []
    for task in imported:
        for t in task.tallies:
            named = (t.task, t.language, t.model, t.origin, t.prompt)
            rows.append((*named, t.n, t.right, t.no_answer, t.disagreements))
    show_table(None, (*columns, "not as published"), rows)
