"""`elenchus export`: a data set in the form that others have it in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("export")(export)


def export(
    dataset: Annotated[str, typer.Argument(help="The data set.")],
    to: Annotated[Literal["argqa"], typer.Option(help="argqa: the authors' release, by split.")],
    out: Annotated[Path, typer.Option(help="The folder to write to.")],
    db: Annotated[Path | None, typer.Option("--db", help="The database.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Write a data set to files, with the fields that its authors release."""
    from contextlib import closing

    from engine.cli.output import say, write_json
    from engine.exports import released
    from engine.store import connect_read_only, db_path, load_items

    with closing(connect_read_only(db_path(db))) as con:
        records = released(list(load_items(con, dataset)))
    written = {split: _write(out / f"{split}.json", found) for split, found in records.items()}
    if as_json:
        write_json({"dataset": dataset, "folder": str(out), "records": written})
    else:
        told = ", ".join(f"{n:,} {split}" for split, n in written.items())
        say(f"{dataset}: {told}, in {out}")


def _write(path: Path, records: list[dict[str, object]]) -> int:
    """Write records as a JSON array; gives their number."""
    import orjson

    from engine.errors import InputError

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(orjson.dumps(records, option=orjson.OPT_INDENT_2) + b"\n")
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror})") from None
    return len(records)
