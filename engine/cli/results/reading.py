"""`sorites reading report`: how the replies of runs were read, and how well the rules read."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from engine.core.paths import db_to_read
from engine.show.terminal.options import AsJson, Db
from engine.show.terminal.output import say, show_table, write_json

if TYPE_CHECKING:
    from engine.analysis.items.readings import CorpusFigure
    from engine.analysis.sources.query import Row

group = typer.Typer(name="reading", no_args_is_help=True, help="Show how replies were read.")


@group.command()
def report(
    dataset: Annotated[str | None, typer.Argument(help="One data set; all by default.")] = None,
    model: Annotated[str | None, typer.Option(help="One model; all by default.")] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Show each run's strict, lenient and extracted accuracy, and its outcomes."""
    from engine.analysis.items.readings import run_readings

    rows = run_readings(db_to_read(db), dataset, model)
    if as_json:
        write_json(rows)
    else:
        _show(rows)


def _show(rows: list[Row]) -> None:
    from engine.analysis.items.readings import LARGEST_GAP
    from engine.show.texts.names import OUTCOMES

    show_table(
        None,
        ("run", "model", "data set", "prompt", "n", "strict", "lenient", "extracted", "outcomes"),
        [
            (
                row["run_hash"][:12],
                row["model"],
                row["dataset"],
                row["prompt"],
                row["n"],
                *(_share(row[name]) for name in ("strict", "lenient", "extracted")),
                ", ".join(
                    f"{n:,} {name}"
                    for key, name in OUTCOMES.items()
                    if (n := row["outcomes"].get(key))
                ),
            )
            for row in rows
        ],
    )
    for row in rows:
        if row["warns"]:
            say(
                f"{row['model']} on {row['dataset']} ({row['run_hash'][:12]}): the readings"
                f" differ by"
                f" more than {LARGEST_GAP:.0%}; look at replies that were not read before comparing"
            )


@group.command()
def corpus(as_json: AsJson = False) -> None:
    """Show how well the rules read replies of real models that were read by hand."""
    from engine.analysis.items.readings import corpus_figures

    figures = corpus_figures()
    if as_json:
        write_json([asdict(figure) for figure in figures])
        return
    show_table(
        "replies read by hand",
        (
            *("part", "answer", "model", "replies", "answers", "precision", "recall"),
            *("read as by hand", "distinct", "over 3 words", "cut off"),
        ),
        [_row(figure) for figure in figures],
    )


def _row(figure: CorpusFigure) -> tuple[object, ...]:
    agreed = figure.n_agreed / figure.n if figure.n else None
    shares = map(_share, (figure.precision, figure.recall, agreed))
    named = (figure.part, figure.kind, figure.model)
    counts = (figure.n_distinct, figure.n_long, figure.n_cut)
    return *named, figure.n, figure.n_answers, *shares, *counts


def _share(value: float | None) -> str | None:
    return None if value is None else f"{value:.1%}"
