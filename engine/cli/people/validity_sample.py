"""`sorites validity-sample`: a blind sheet of questions for readers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("validity-sample")(validity_sample)


def validity_sample(
    dataset: Annotated[str, typer.Argument(help="The data set to draw from.")],
    out: Annotated[Path, typer.Option(help="The sheet (CSV); instructions go beside it (.txt).")],
    share: Annotated[float, typer.Option(help="How much of the set, above 0 up to 1.")] = 0.1,
    seed: Annotated[int, typer.Option(help="Another seed, another sample.")] = 1,
    db: Annotated[Path | None, typer.Option(help="The database.")] = None,
) -> None:
    """Write questions without answers for a reader to judge; `import validity` reads them back."""
    from contextlib import closing

    from engine.core.paths import db_path
    from engine.io.validity import draw_sample, instructions, sheet_text
    from engine.show.output import say, write_new
    from engine.store import connect_read_only, find_dataset, load_items

    with closing(connect_read_only(db_path(db))) as con:
        name = find_dataset(con, dataset).name
        items = tuple(load_items(con, name))
    drawn = draw_sample(items, share, seed)
    told = out.with_suffix(".txt")
    sheet = sheet_text(drawn)
    write_new(told, instructions(drawn, name, out.name))
    write_new(out, f"\ufeff{sheet}")  # the mark by which spreadsheets know UTF-8
    say(
        f"{out}: {len(drawn):,} of {len(items):,} questions; {told} tells the reader what to do."
        f" Read it back with `sorites import validity {out} --dataset {name} --reader NAME"
        " --reader-kind person|model`"
    )
