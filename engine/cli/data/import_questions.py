"""`sorites import questions`: any multiple-choice data set."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def questions(
    file: Annotated[
        Path, typer.Argument(help="JSON lines or CSV: id, passage, question, options, answer.")
    ],
    name: Annotated[
        str | None, typer.Option(help="What to call it.", show_default="the file's name")
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Take the place of another set of this name.")
    ] = False,
    db: Annotated[Path | None, typer.Option("--db", help="The database.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Import multiple-choice questions, to be asked in every rotation and under every probe."""
    from contextlib import closing

    from engine.core.paths import db_path
    from engine.io.published import read_questions, store_questions
    from engine.show.output import say, write_json
    from engine.store import connect

    items = read_questions(file)
    called = file.stem if name is None else name
    with closing(connect(db_path(db))) as con:
        dataset = store_questions(con, items, called, file.name, replace=replace)
    if as_json:
        write_json({"dataset": dataset.name, "items": dataset.n, "content": dataset.content_hash})
    else:
        say(f"{dataset.name}: {dataset.n:,} questions; ask them with `sorites evaluate`")
