"""`sorites results`, `errors` and `cite`: from answers to the tables of a paper."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.core.paths import db_to_read
from engine.show.terminal.options import AsJson, Db
from engine.show.terminal.output import say, show_table, write_json

if TYPE_CHECKING:
    from engine.analysis.sources.query import Row

_SetName = Annotated[str | None, typer.Argument(help="One data set; all by default.")]
_By = Annotated[
    str | None, typer.Option(help="Traits to break down by, such as depth,form; see the error.")
]
_Csv = Annotated[bool, typer.Option("--csv", help="Print CSV: raw numbers, a column each.")]
_REPLY = 300
"""Characters of a reply that the terminal shows, from its end; --json and --csv have all."""


def results(
    dataset: _SetName = None,
    by: _By = None,
    model: Annotated[
        list[str] | None, typer.Option(help="Only this model; may be repeated.")
    ] = None,
    as_csv: _Csv = False,
    parquet: Annotated[Path | None, typer.Option(help="Write a Parquet file.")] = None,
    plot: Annotated[
        Path | None, typer.Option(help="Write an SVG file, by at most one trait.")
    ] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Print the accuracy of every run on the boards, whole or by traits; write CSV or a plot."""
    from engine.analysis.scores import results as analysis
    from engine.analysis.sources.query import open_rows
    from engine.show.tables.result_files import write_csv, write_parquet, write_plot

    traits = analysis.traits_of(_named(by))
    with open_rows(db, dataset) as rows:
        found = analysis.result_rows(rows, dataset, traits, model or ())
        failed = analysis.failed_runs(rows, dataset, model or ())
    if parquet is not None:
        write_parquet(parquet, found)
        say(f"{len(found):,} rows in {parquet}")
    if plot is not None:
        write_plot(plot, found, traits)
        say(f"{len(found):,} rows drawn in {plot}")
    if as_csv:
        write_csv(found)
    elif as_json:
        write_json({"rows": found, "failed": failed})
    elif parquet is None and plot is None:
        _show(found, traits)
    if not as_json:
        for row in failed:
            typer.echo(f"sorites: {analysis.failed_words(row)}", err=True)


def _named(by: str | None) -> list[str]:
    return [name.strip() for name in (by or "").split(",") if name.strip()]


def _show(found: Sequence[Row], traits: Sequence[str]) -> None:
    def of(row: Row) -> str:
        asked = (row["split"], row["asked_in"], row["setting"])
        parts = (row["dataset"], row["origin"], *asked)
        return ", ".join(part for part in parts if part and part != "passage")

    for title, group in groupby(found, of):
        say(title)
        show_table(
            None,
            ("model", "prompt", *traits, "accuracy", "95% interval", "chance", "n", "unread"),
            [
                (
                    row["model"], " · ".join(filter(None, (row["prompt"], row["label"]))) or None,
                    *(row[trait] for trait in traits), f"{row['accuracy']:6.1%}",
                    f"{row['low']:.1%} to {row['high']:.1%}",
                    None if row["chance"] is None else f"{row['chance']:.1%}", _counted(row),
                    row["n_no_answer"],
                )
                for row in group
            ],
        )  # fmt: skip
    named = (row for row in found if row["answered_by"])
    for run, row in {row["run_hash"]: row for row in named}.items():
        say(f"run {run[:12]}: not {row['model']} answered, but {row['answered_by']}")
    if traits and any(row["until"] for row in found):
        say(
            "Runs marked “asked until” ended when they were precise enough, so these intervals by"
            " trait cover less than 95%; without --by, the interval of the whole run is valid."
        )


def _counted(row: Row) -> str:
    """The number of answers, and what the run lacks."""
    from engine.analysis.boards.score import missing_words

    state = (row[name] for name in ("is_sample", "until", "is_incomplete", "is_whole", "n_failed"))
    lacks = missing_words(*state)
    return f"{row['n']} ({lacks})" if lacks else str(row["n"])


def errors(
    dataset: _SetName = None,
    model: Annotated[str, typer.Option(help="The model.")] = ...,  # type: ignore[assignment]
    by: _By = None,
    top: Annotated[
        int | None, typer.Option(help="Show this many; 10 by default, all in files.", min=1)
    ] = None,
    as_csv: _Csv = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Print a model's wrong answers: each item, its reply, and the proof of the right answer."""
    from engine.analysis.scores.results import result_rows, traits_of
    from engine.analysis.sources.query import open_rows
    from engine.pipeline.replies.reporting import errors as wrong_answers
    from engine.show.tables.result_files import write_csv

    traits = traits_of(_named(by))
    with open_rows(db, dataset) as rows:
        counted = result_rows(rows, dataset, traits, [model])
    most = top if as_csv or as_json else top or 10
    found = wrong_answers(db_to_read(db), dataset, model=model, by=traits, most=most)
    if as_csv:
        write_csv(found)
        return
    if as_json:
        write_json({"by": counted, "rows": found})
        return
    if traits:
        _show(sorted(counted, key=lambda row: row["accuracy"]), traits)
    for row in found:
        _show_error(row, traits)
    n_wrong = sum(row["n"] - row["n_right"] for row in counted)
    say(f"{len(found)} of {n_wrong:,} answers that are not right; --json and --csv have all")


def _show_error(row: Row, traits: Sequence[str]) -> None:
    parts = [f"{trait.replace('_', ' ')} {row[trait]}" for trait in traits]
    reply = row["answer"] or row["outcome"].replace("_", " ")
    say(f"{row['dataset']}:{row['idx']}: {reply}, right is {row['gold']}" + "".join(
        f", {part}" for part in (*parts, row["prompt"], row["label"]) if part
    ))  # fmt: skip
    reply = " ".join((row["reply"] or "").split())
    say(f"  question: {row['question']}")
    say(f"  reply: {'…' * (len(reply) > _REPLY)}{reply[-_REPLY:] or 'empty'}")
    for sentence in row["proof"].splitlines():
        say(f"  proof: {sentence}")


def cite(
    dataset: Annotated[
        str | None, typer.Argument(help="A data set to identify, with its family's paper.")
    ] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Print how to cite this version, a data set by its content hash, and the families' papers."""
    from engine.pipeline.replies.reporting import cite as cited

    found = cited(db_to_read(db), dataset)
    if as_json:
        write_json(found)
        return
    say(found["bibtex"])
    if found["dataset"]:
        say(found["dataset"])
    for paper in found["papers"]:
        say(f"{paper['family']}: {paper['authors']}, “{paper['title']}”")
