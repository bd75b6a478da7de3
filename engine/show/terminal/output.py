"""Output of commands: sentences for people, one JSON document for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import orjson
from rich.console import Console
from rich.table import Table
from rich.text import Text

from engine.core.errors import InputError

_UNCUT = 100_000
"""Width of tables in a file or pipe, which need not fit a screen."""


def say(sentence: str) -> None:
    """Print a sentence on standard output, never interpreting markup or emoji names."""
    Console(highlight=False).print(Text(printable(sentence)), soft_wrap=True)


def show_table(title: str | None, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table: numbers right-aligned, missing values as dashes, text never as markup."""
    lines = [list(row) for row in rows]
    table = Table(title=title and Text(printable(title)), title_justify="left", title_style="bold")
    for number, name in enumerate(columns):
        is_numeric = all(isinstance(line[number], int | float | None) for line in lines)
        table.add_column(
            Text(printable(name)), justify="right" if is_numeric else "left", overflow="fold"
        )
    for line in lines:
        table.add_row(*(Text("–" if cell is None else printable(str(cell))) for cell in line))
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = _UNCUT
    console.print(table)


def printable(text: str) -> str:
    """The text with terminal escapes and direction overrides spelt out."""
    return "".join(
        char if char.isprintable() or char == "\n" else char.encode("unicode_escape").decode()
        for char in text
    )


def write_json(document: object) -> None:
    """Print one JSON document and nothing else."""
    text = orjson.dumps(document, option=orjson.OPT_INDENT_2).decode()
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(orjson.loads(text), indent=2)
    sys.stdout.write(text + "\n")


def write_new(path: Path, text: str) -> None:
    """Write a new file or none, never overwriting one: a sheet may hold somebody's work.

    Raises:
        InputError: the file exists or cannot be written.
    """
    is_begun = False
    try:
        with path.open("x", encoding="utf-8", newline="") as file:
            is_begun = True
            file.write(text)
    except FileExistsError:
        raise InputError(f"{path} already exists; name another file with --out") from None
    except OSError as error:
        path.unlink(missing_ok=True) if is_begun else None
        raise InputError(f"cannot write {path}: {error.strerror}") from None
