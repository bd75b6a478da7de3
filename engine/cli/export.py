"""`elenchus export`: a data set in the form that others have it in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("export")(export)


def export(
    dataset: Annotated[str, typer.Argument(help="The data set.")],
    to: Annotated[
        Literal["argqa", "sft"],
        typer.Option(help="argqa: the authors' release, by split; sft: examples to train on."),
    ],
    out: Annotated[Path, typer.Option(help="The folder to write to.")],
    apart_from: Annotated[
        list[str] | None,
        typer.Option(help="sft: leave out what this data set has too; may be given again."),
    ] = None,
    prompt: Annotated[
        str | None, typer.Option(help="sft: the prompt style, published-style by default.")
    ] = None,
    limit: Annotated[int | None, typer.Option(help="sft: so many examples at most.", min=1)] = None,
    db: Annotated[Path | None, typer.Option("--db", help="The database.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Write a data set to files: as its authors release it, or as examples to train on."""
    from contextlib import closing

    from engine.cli.output import write_json
    from engine.errors import InputError
    from engine.store import connect_read_only, db_path

    if to != "sft" and (apart_from or prompt or limit):
        raise InputError("--apart-from, --prompt and --limit go with --to sft alone")
    with closing(connect_read_only(db_path(db))) as con:
        if to == "argqa":
            told = _release(con, dataset, out)
        else:
            told = _train(con, dataset, out, apart_from or [], prompt, limit)
    if as_json:
        write_json({"dataset": dataset, "folder": str(out), **told})
    else:
        _say(dataset, out, told)


def _release(con: DuckDBPyConnection, dataset: str, out: Path) -> dict[str, Any]:
    """The release of ArgQA's authors. Any: JSON."""
    import orjson

    from engine.exports import released
    from engine.store import load_items

    records = released(list(load_items(con, dataset)))
    for split, found in records.items():
        text = orjson.dumps(found, option=orjson.OPT_INDENT_2) + b"\n"
        _write(out / f"{split}.json", [text])
    return {"records": {split: len(found) for split, found in records.items()}}


def _train(
    con: DuckDBPyConnection,
    dataset: str,
    out: Path,
    apart_from: list[str],
    prompt: str | None,
    limit: int | None,
) -> dict[str, Any]:
    """Examples to train on, one a line. Any: JSON."""
    from itertools import islice

    import orjson

    from engine.exports import PROMPT, Held, examples
    from engine.store import load_items

    held, left_out = Held(), Counter[str]()
    for name in apart_from:
        for item in load_items(con, name):
            held.add(item)
    found = examples(load_items(con, dataset), held, left_out, prompt or PROMPT)
    lines = (orjson.dumps(example) + b"\n" for example in islice(found, limit))
    n = _write(out / f"{dataset}.jsonl", lines)
    return {"records": {"train": n}, "apart_from": apart_from, "left_out": dict(left_out)}


def _write(path: Path, parts: Iterable[bytes]) -> int:
    """Write parts to a file that is there only when it is whole; gives their number."""
    from engine.errors import InputError

    partial = path.with_name(f"{path.name}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with partial.open("wb") as file:
            n = sum(1 for part in parts if file.write(part))
        partial.replace(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror})") from None
    finally:
        partial.unlink(missing_ok=True)
    return n


def _say(dataset: str, out: Path, told: dict[str, Any]) -> None:
    from engine.cli.output import say

    counted = ", ".join(f"{n:,} {split}" for split, n in told["records"].items())
    say(f"{dataset}: {counted}, in {out}")
    for reason, n in told.get("left_out", {}).items():
        say(f"left out, {_REASONS[reason]}: {n:,}")


_REASONS = {
    "sentence": "with a sentence of a set to be kept apart from",
    "formula": "with a formula or argument of such a set, but for its letters",
    "repeated": "among the examples already",
}
