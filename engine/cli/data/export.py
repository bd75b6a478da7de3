"""`sorites export`: a data set in the form that others have it in."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

FormatName = Literal[
    "jsonl",
    "csv",
    "parquet",
    "huggingface",
    "croissant",
    "inspect",
    "lm-eval",
    "rewards",
    "every-eval-ever",
    "sft",
    "argqa",
]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("export")(export)


def export(
    dataset: Annotated[str, typer.Argument(help="The data set.")],
    to: Annotated[
        FormatName,
        typer.Option(
            help="Files, a folder for the Hub, a task of a harness, rewards, measured results;"
            " sft: examples to train on; argqa: the authors' release."
        ),
    ],
    out: Annotated[Path, typer.Option(help="The folder to write to.")],
    prompt: Annotated[
        str | None,
        typer.Option(help="The prompt style; zero-shot, or for --to sft published-style."),
    ] = None,
    split: Annotated[
        str | None, typer.Option(help="Of tasks: test by default; all takes the whole set.")
    ] = None,
    language: Annotated[
        str | None, typer.Option(help="Of tasks: en by default; all takes all.")
    ] = None,
    apart_from: Annotated[
        list[str] | None,
        typer.Option(help="sft: leave out what this data set has too; may be given again."),
    ] = None,
    limit: Annotated[int | None, typer.Option(help="sft: so many examples at most.", min=1)] = None,
    db: Annotated[Path | None, typer.Option("--db", help="The database.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Write a data set, or what was measured on it, as other tools read it."""
    from contextlib import closing

    from engine.core.errors import InputError
    from engine.core.paths import db_path
    from engine.io.exports import FORMATS, Wish
    from engine.io.exports import export as exported
    from engine.show.output import write_json
    from engine.store import connect_read_only

    if to != "sft" and (apart_from or limit):
        raise InputError("--apart-from and --limit go with --to sft alone")
    path = db_path(db)
    told: dict[str, Any]
    if to in FORMATS:
        wish = Wish(path, dataset, out, prompt, split, language)
        told = {"records": exported(to, wish)}
    else:
        if split or language or (prompt and to == "argqa"):
            raise InputError(f"--split, --language and --prompt mean nothing to --to {to}")
        with closing(connect_read_only(path)) as con:
            told = (
                _release(con, dataset, out)
                if to == "argqa"
                else _train(con, dataset, out, apart_from or [], prompt, limit)
            )
    if as_json:
        write_json({"dataset": dataset, "folder": str(out), **told})
    else:
        _say(dataset, out, told)


def _release(con: DuckDBPyConnection, dataset: str, out: Path) -> dict[str, Any]:
    """The release of ArgQA's authors. Any: JSON."""
    from engine.io.exports import released, write_document
    from engine.store import load_items

    records = released(list(load_items(con, dataset)))
    for split, found in records.items():
        write_document(out / f"{split}.json", found)
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

    from engine.io.exports import Held, examples, write_lines
    from engine.store import load_items

    held, left_out = Held(), Counter[str]()
    for name in apart_from:
        for item in load_items(con, name):
            held.add(item)
    found = examples(load_items(con, dataset), held, left_out, prompt)
    n = write_lines(out / f"{dataset}.jsonl", islice(found, limit))
    return {"records": {"train": n}, "apart_from": apart_from, "left_out": dict(left_out)}


def _say(dataset: str, out: Path, told: dict[str, Any]) -> None:
    from engine.show.output import say

    counted = ", ".join(f"{n:,} {split}" for split, n in told["records"].items())
    say(f"{dataset}: {counted}, in {out}")
    for reason, n in told.get("left_out", {}).items():
        say(f"left out, {_REASONS[reason]}: {n:,}")


_REASONS = {
    "sentence": "with a sentence of a set to be kept apart from",
    "formula": "with a formula or argument of such a set, but for its letters",
    "repeated": "among the examples already",
}
