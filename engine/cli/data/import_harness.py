"""`sorites import inspect-log` and `lm-eval-samples`: replies that other harnesses collected."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from engine.io.published import HarnessLog

_SHOWN = 10

DatasetName = Annotated[
    str | None, typer.Option("--dataset", help="The set asked, where several have its items.")
]
Database = Annotated[Path | None, typer.Option("--db", help="The database.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document.")]


def inspect_log(
    file: Annotated[Path, typer.Argument(help="A log of `inspect eval` (.eval).")],
    scorer: Annotated[
        str | None, typer.Option(help="Whose verdicts are kept beside ours; the first.")
    ] = None,
    model: Annotated[str | None, typer.Option(help="What to call it; as the log does.")] = None,
    dataset: DatasetName = None,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Import replies to an exported set, with Inspect's verdicts and judged again by ours."""
    from engine.io.published import read_inspect_log

    _store(read_inspect_log(file, scorer, model), dataset, db, as_json)


def lm_eval_samples(
    file: Annotated[Path, typer.Argument(help="A file of `lm_eval --log_samples` (.jsonl).")],
    model: Annotated[str, typer.Option(help="Who answered; the file does not say.")],
    metric: Annotated[
        str | None, typer.Option(help="Which verdicts are kept beside ours; the first.")
    ] = None,
    dataset: DatasetName = None,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Import replies to an exported set, with lm-eval's verdicts and judged again by ours."""
    from engine.io.published import read_lm_eval_samples

    _store(read_lm_eval_samples(file, model, metric), dataset, db, as_json)


def _store(log: HarnessLog, dataset: str | None, db: Path | None, as_json: bool) -> None:
    from contextlib import closing
    from dataclasses import asdict

    from engine.core.paths import db_path
    from engine.io.published import store_harness_log
    from engine.pipeline.beside import run_beside_imported
    from engine.show.output import say, write_json
    from engine.store import connect

    path = db_path(db)
    with closing(connect(path)) as con:
        found = store_harness_log(con, log, dataset)
    beside = run_beside_imported(path, found.dataset, {answer.item for answer in log.answers})
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
