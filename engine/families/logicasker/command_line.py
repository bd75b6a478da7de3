"""`sorites import logicasker`: LogicAsker's published questions."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from engine.show.terminal.options import AsJson, Db, Replace, Strict

if TYPE_CHECKING:
    from engine.core.left_out import LeftOut
    from engine.families.logicasker.published.dataset import PublishedLogicAsker
    from engine.store import Dataset


def logicasker(
    file: Annotated[Path, typer.Argument(help="A LogicAsker data file (CSV).")],
    name: Annotated[
        str | None,
        typer.Option(help="What to call it.", show_default="logicasker-published-SPLIT"),
    ] = None,
    split: Annotated[
        Literal["train", "validation", "test"], typer.Option(help="Which split the items are.")
    ] = "test",
    replace: Replace = False,
    strict: Strict = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Import LogicAsker's questions: read formulas from the English, derive labels again."""
    from engine.core.left_out import LeftOut
    from engine.core.paths import db_path
    from engine.families.logicasker.published.dataset import read_logicasker
    from engine.families.logicasker.published.findings import store_logicasker
    from engine.io.published import load_figures
    from engine.show.terminal.progress import tracked
    from engine.store import connect

    called = f"logicasker-published-{split}" if name is None else name
    left_out = LeftOut(is_strict=strict)
    published = read_logicasker(file, split, tracked, left_out)
    with connect(db_path(db)) as con:
        dataset = store_logicasker(con, published, called, replace=replace)
        load_figures(con)
    _report(dataset, published, left_out, as_json)
    if published.unread or left_out.reasons:
        raise typer.Exit(1)


def _report(
    dataset: Dataset, published: PublishedLogicAsker, left_out: LeftOut, as_json: bool
) -> None:
    from engine.families.logicasker.published.findings import agreements, logicasker_findings
    from engine.show.terminal.output import say, show_table, write_json

    found, once = agreements(published.judged), agreements(published.distinct)
    if as_json:
        write_json(
            {
                "dataset": dataset.name,
                "items": dataset.n,
                "rows": len(published.judged),
                "agreements": [asdict(agreement) for agreement in found],
                "agreements_of_distinct_questions": [asdict(agreement) for agreement in once],
                "ambiguous": sum(judged.is_ambiguous for judged in published.judged),
                "ambiguous_with_another_answer": sum(judged.turns for judged in published.judged),
                "repeated": published.repeated,
                "unread": published.unread,
                "left_out": left_out.reasons,
            }
        )
        return
    say(f"{dataset.name}: {dataset.n:,} items. {logicasker_findings(published)}")
    for sentence in left_out.sentences:
        say(sentence)
    show_table(
        "published labels by what follows: by rows, and each distinct question counted once",
        (
            *("published as", "free variable"),
            *("rows", "not so", "answer wrong"),
            *("distinct questions", "not so", "answer wrong"),
        ),
        [
            (
                *(row.kind, row.reading),
                *(f"{row.n:,}", row.differ, row.answers_wrong),
                *(f"{question.n:,}", question.differ, question.answers_wrong),
            )
            for row, question in zip(found, once, strict=True)
        ],
    )
