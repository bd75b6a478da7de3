"""`sorites suite`: generate the data sets of a frozen suite."""

from __future__ import annotations

from typing import Annotated

import typer

from engine.core.paths import db_path
from engine.show.terminal.options import AsJson, Db, Workers
from engine.show.terminal.output import say, show_table, write_json
from engine.show.terminal.progress import progress


def suite(
    name: Annotated[
        str | None, typer.Argument(help="The suite; without it, list all suites.")
    ] = None,
    workers: Workers = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace other data sets of these names.")
    ] = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Generate the data sets of a suite, and check them against the frozen content hashes."""
    from engine.core.workers import pool_of
    from engine.pipeline.generate.suites import find_entry, generate_entry, load_suite

    if name is None:
        _list(as_json)
        return
    path, entries = db_path(db), load_suite(name)
    # check every name before the first data set is generated
    present = [None if replace else find_entry(entry, path) for entry in entries]
    made = []
    with pool_of(workers) as executor:
        for entry, known in zip(entries, present, strict=True):
            dataset = known or generate_entry(entry, path, executor, progress)
            made.append(dataset)
            if not as_json:
                note = "already existed" if known else "as frozen"
                content = dataset.content_hash[:12]
                say(f"{dataset.name}: {dataset.n:,} items, content {content}, {note}")
    if as_json:
        sets = [{"dataset": d.name, "items": d.n, "content_hash": d.content_hash} for d in made]
        write_json({"suite": name, "datasets": sets})


def _list(as_json: bool) -> None:
    from engine.core.suite_files import suite_names, suite_release, suite_title
    from engine.pipeline.generate.suites import load_suite

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
