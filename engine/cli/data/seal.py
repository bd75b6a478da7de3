"""`sorites seal` and `sorites freshness`: held-out seeds, and what they show."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("seal")(seal)
    app.command("freshness")(freshness)


def seal(
    file: Annotated[Path, typer.Argument(help="The seed file: made if it is not there.")],
    check: Annotated[
        str | None, typer.Option(help="A seal published before: is it that of the file?")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Make a held-out seed and say the hash that commits to it; exit 1 if --check fails."""
    from engine.pipeline.held_out import make_seed, read_seed
    from engine.show.output import say, write_json

    is_new = not file.exists() and check is None
    found = make_seed(file) if is_new else read_seed(file)
    holds = check is None or check.strip().lower() == found.seal
    if as_json:
        write_json({"file": str(file), "seal": found.seal, "made": is_new, "holds": holds})
    else:
        say(f"{file}: sealed as {found.seal}")
        say("publish the seal; keep the file" if holds else f"it is not the one sealed as {check}")
    if not holds:
        raise typer.Exit(1)


def freshness(
    dataset: Annotated[str | None, typer.Argument(help="The data set; all by default.")] = None,
    db: Annotated[Path | None, typer.Option("--db", help="The database.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Public minus fresh accuracy of each model, in pairs, beside release dates and cut-offs."""
    from contextlib import closing

    from engine.analysis.contamination import freshness_rows
    from engine.cli.results.fresh_board import show_fresh
    from engine.core.paths import db_path
    from engine.show.output import say, write_json
    from engine.store import connect_read_only, find_dataset

    with closing(connect_read_only(db_path(db))) as con:
        rows = freshness_rows(con, dataset and find_dataset(con, dataset).name)
    if as_json:
        write_json({"rows": rows})
    elif rows:
        show_fresh(rows)
    else:
        say("nothing has been asked on fresh items yet; `sorites evaluate --fresh` does")
