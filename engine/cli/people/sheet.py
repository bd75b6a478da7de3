"""`sorites sheet`: questions without answers, for people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.core.errors import InputError

if TYPE_CHECKING:
    from engine.core.items import Item


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("sheet")(sheet)


def sheet(
    dataset: Annotated[str, typer.Argument(help="The data set to draw from.")],
    n: Annotated[int, typer.Option("--n", "-n", help="Questions.", min=1)] = 60,
    out: Annotated[
        Path | None, typer.Option(help="The sheet (CSV); one for print stands beside it (.html).")
    ] = None,
    split: Annotated[
        str | None, typer.Option(help="test by default; all takes the whole set.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Another seed, another sample.")] = 0,
    db: Annotated[Path | None, typer.Option(help="The database.")] = None,
) -> None:
    """Write a blind sheet of questions for people; `import human` reads the answers back."""
    from contextlib import closing

    from engine.ask.prompts import common_kind
    from engine.core.paths import db_path
    from engine.core.sampling import sampled, strata_of, stratified, told
    from engine.io.answer_sheet import sheet_csv, sheet_html
    from engine.show.output import say, write_new
    from engine.store import connect_read_only, find_dataset, load_items

    with closing(connect_read_only(db_path(db))) as con:
        name = find_dataset(con, dataset).name
        items = tuple(load_items(con, name))
    whole = _of_split(items, split)
    if not whole:
        raise InputError(f"{name} has no items of the split {split!r}; try --split all")
    common_kind(whole)
    drawn = stratified(whole, n, seed)
    path = out or Path(f"{name}-sheet.csv")
    printed = path.with_suffix(".html")
    if printed == path:
        raise InputError(f"{path} is the name of the sheet for print; name a .csv file with --out")
    write_new(path, f"\ufeff{sheet_csv(drawn)}")  # the mark by which spreadsheets know UTF-8
    write_new(printed, sheet_html(drawn, name, whole))
    by = told(strata_of([sampled(item) for item in whole]))
    say(
        f"{path} and {printed}: {len(drawn):,} of {len(whole):,} questions, drawn in proportion by"
        f" {by}. Read it back with `sorites import human NAME {path} --dataset {name}`"
    )


def _of_split(items: tuple[Item, ...], split: str | None) -> tuple[Item, ...]:
    """Those that `evaluate` would ask: the test split, or all of a set that has none."""
    if split == "all":
        return items
    chosen = tuple(item for item in items if item.split in (split or "test", None))
    return chosen or (() if split else items)
