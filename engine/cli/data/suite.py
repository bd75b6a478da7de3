"""`sorites suite`: the frozen data sets, by name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from engine.pipeline.suites import SuiteEntry
    from engine.store import Dataset


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("suite")(suite)


def suite(
    name: Annotated[str | None, typer.Argument(help="The suite; none lists them all.")] = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes; as many as there are cores by default.", min=1)
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Take the place of other sets of these names.")
    ] = False,
    db: Annotated[Path | None, typer.Option(help="The database.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Generate the data sets of a suite, and check that they come out as they were frozen."""
    from engine.core.paths import db_path
    from engine.pipeline.suites import find_entry, load_suite
    from engine.show.output import say, write_json

    if name is None:
        _list(as_json)
        return
    path, entries = db_path(db), load_suite(name)
    # every name is looked at before the work on the first begins
    present = [None if replace else find_entry(entry, path) for entry in entries]
    made = []
    for entry, known in zip(entries, present, strict=True):
        dataset = known or _made(entry, path, workers)
        made.append(dataset)
        if not as_json:
            told = "was there already" if known else "as frozen"
            say(f"{dataset.name}: {dataset.n:,} items, content {dataset.content_hash[:12]}, {told}")
    if as_json:
        sets = [{"dataset": d.name, "items": d.n, "content_hash": d.content_hash} for d in made]
        write_json({"suite": name, "datasets": sets})


def _made(entry: SuiteEntry, db: Path, workers: int | None) -> Dataset:
    from engine.core.workers import chosen
    from engine.pipeline.suites import generate_entry
    from engine.show.progress import progress

    with chosen(workers) as executor:
        return generate_entry(entry, db, executor, progress)


def _list(as_json: bool) -> None:
    from engine.pipeline.suites import load_suite, suite_names, suite_release, suite_title
    from engine.show.output import show_table, write_json

    rows = [
        (
            name,
            suite_title(name),
            suite_release(name).isoformat(),
            entry.name,
            entry.spec.n_items,
            entry.spec.seed,
        )
        for name in suite_names()
        for entry in load_suite(name)
    ]
    columns = ("suite", "title", "released", "dataset", "items", "seed")
    if as_json:
        write_json({"suites": [dict(zip(columns, row, strict=True)) for row in rows]})
    else:
        show_table(None, columns, rows)
