"""`sorites import validity`: what a reader found of a validity sample."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from engine.core.errors import InputError


def validity(
    file: Annotated[Path, typer.Argument(help="A filled sheet of `sorites validity-sample`.")],
    dataset: Annotated[str, typer.Option(help="The data set that it was drawn from.")],
    reader: Annotated[str, typer.Option(help="Who read it.")],
    reader_kind: Annotated[
        Literal["person", "model"], typer.Option(help="Whether a person or a model read it.")
    ],
    replace: Annotated[
        bool, typer.Option("--replace", help="Take the place of what this reader found before.")
    ] = False,
    db: Annotated[Path | None, typer.Option("--db", help="The database.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Import a reader's answers to a validity sample, and compare them with the stored ones."""
    from contextlib import closing

    from engine.core.paths import db_path
    from engine.io.validity import read_sheet
    from engine.pipeline.publishing import publish
    from engine.show.output import write_json
    from engine.store import connect, load_items, validity_rates, write_validity

    if not reader.strip():
        raise InputError("a reader needs a name; give it with --reader")
    path = db_path(db)
    with closing(connect(path)) as con:
        readings = read_sheet(file, tuple(load_items(con, dataset)))
        write_validity(
            con,
            dataset,
            readings,
            reader=reader.strip(),
            reader_kind=reader_kind,
            source=file.name,
            replace=replace,
        )
        rows = validity_rates(con, dataset)
    publish(path)
    if as_json:
        write_json({"dataset": dataset, "readings": len(readings), "validity": rows})
    else:
        _show(dataset, rows)


def _show(dataset: str, rows: list[dict[str, Any]]) -> None:
    """The share found invalid by question and reader, as in the paper's Table 9."""
    from engine.show.output import show_table

    show_table(
        f"{dataset}: questions found invalid",
        ("reader", "by", "questions", "invalid", "share", "95 % interval"),
        [
            (
                _reader(row),
                row["question"],
                row["n"],
                row["n_invalid"],
                f"{row['invalid_share']:.1%}",
                f"{row['low']:.1%} to {row['high']:.1%}",
            )
            for row in rows
        ],
    )


def _reader(row: dict[str, Any]) -> str:
    if row["reader"] is None:
        return f"all {row['n_readers']} together"
    return f"{row['reader']} ({row['reader_kind']})"
