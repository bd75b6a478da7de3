"""`sorites verify`: derive everything stored of a data set again."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.core.errors import InputError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from engine.store import Dataset

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
    from engine.pipeline.datasets import verify_dataset
    from engine.show.output import say, write_json
    from engine.show.progress import progress
    from engine.store import connect_read_only, db_path, find_dataset

    path = db_path(db)
    con = connect_read_only(path)
    try:
        known = find_dataset(con, dataset)
        _refuse_without_formulas(con, known)
    finally:
        con.close()
    with progress(f"verifying {known.n:,} items", known.n) as advance:
        found = verify_dataset(dataset, path, workers=workers, advance=advance)
    if as_json:
        write_json(asdict(found))
    else:
        counts = _counted(found.verdicts)
        say(f"{found.dataset}: {found.verified:,} of {found.items:,} items verified ({counts})")
        if not found.remade:
            say("  made elsewhere or by another version, so not made again from their seeds")
        for row in found.disagreements[:_SHOWN]:
            say(f"  {row['item']}: {row['problem']}")
        if len(found.disagreements) > _SHOWN:
            say(f"  and {len(found.disagreements) - _SHOWN:,} more; --json lists them all")
    if found.disagreements:
        raise typer.Exit(1)


def _counted(verdicts: dict[str, int]) -> str:
    """How often each answer was derived, where there are few; formulas differ from item to item."""
    if len(verdicts) > _SHOWN:
        return f"{len(verdicts):,} different answers"
    return ", ".join(f"{count:,} {verdict}" for verdict, count in verdicts.items())


def _refuse_without_formulas(con: DuckDBPyConnection, dataset: Dataset) -> None:
    """Imported questions say nothing but their answers: there is nothing to derive these from."""
    [(n,)] = con.execute(
        "SELECT count(*) FROM items WHERE dataset_id = $key AND len(query) > 0",
        {"key": dataset.dataset_id},
    ).fetchall()
    if not n and dataset.source == "imported":
        raise InputError(
            f"{dataset.name} cannot be verified: its questions were imported without formulas, from"
            " which a label could be derived; `sorites audit` and `sorites evaluate` need none"
        )
