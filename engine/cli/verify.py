"""`elenchus verify`: derive everything stored of a data set again."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

_SHOWN = 20


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("verify")(verify)


def verify(
    dataset: Annotated[str, typer.Argument(help="The data set.")],
    workers: Annotated[
        int | None, typer.Option(help="Processes; as many as there are cores by default.", min=1)
    ] = None,
    db: Annotated[Path | None, typer.Option(help="The database.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Derive label, proof, text and counts of every item again; exit 1 if anything disagrees."""
    from engine.cli.output import say, write_json
    from engine.cli.progress import progress
    from engine.datasets import verify_dataset
    from engine.store import connect_read_only, db_path, find_dataset

    path = db_path(db)
    con = connect_read_only(path)
    n = find_dataset(con, dataset).n
    con.close()
    with progress(f"verifying {n:,} items", n) as advance:
        found = verify_dataset(dataset, path, workers=workers, advance=advance)
    if as_json:
        write_json(asdict(found))
    else:
        counts = ", ".join(f"{count:,} {verdict}" for verdict, count in found.verdicts.items())
        say(f"{found.dataset}: {found.verified:,} of {found.items:,} items verified ({counts})")
        if not found.remade:
            say("  made elsewhere or by another version, so not made again from their seeds")
        for row in found.disagreements[:_SHOWN]:
            say(f"  {row['item']}: {row['problem']}")
        if len(found.disagreements) > _SHOWN:
            say(f"  and {len(found.disagreements) - _SHOWN:,} more; --json lists them all")
    if found.disagreements:
        raise typer.Exit(1)
