"""Files that are there only when they are whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

import orjson

from engine.core.errors import InputError


def write_file(path: Path, parts: Iterable[bytes]) -> int:
    """Write parts to a file; gives their number.

    Raises:
        InputError: the file cannot be written.
    """
    n = 0

    def write(partial: Path) -> None:
        nonlocal n
        with partial.open("wb") as file:
            n = sum(1 for part in parts if file.write(part))

    write_whole(path, write)
    return n


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Have a file written beside its place and moved there; a device such as /dev/stdout, in place.

    Raises:
        InputError: the file cannot be written.
    """
    partial = path.with_name(f"{path.name}.partial")
    try:
        if path.exists() and not path.is_file():
            write(path)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        write(partial)
        partial.replace(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror or error})") from None
    finally:
        with suppress(OSError):  # what was not written cannot be removed either
            partial.unlink()


def write_lines(path: Path, documents: Iterable[object]) -> int:
    """Write JSON documents, one a line; gives their number."""
    return write_file(
        path, (orjson.dumps(one, option=orjson.OPT_APPEND_NEWLINE) for one in documents)
    )


def write_rows(path: Path, head: Mapping[str, object], name: str, rows: Iterable[object]) -> None:
    """Write one JSON document, with each of the rows called `name` on a line, for short diffs."""
    fields = [f"{_json(key)}: {_json(value)}" for key, value in head.items()]
    body = ",\n    ".join(map(_json, rows))
    fields.append(f"{_json(name)}: [\n    {body}\n]")
    write_text(path, "{" + ",\n ".join(fields) + "}\n")


def _json(value: object) -> str:
    return orjson.dumps(value).decode()


def write_document(path: Path, document: object) -> None:
    """Write one JSON document, indented."""
    options = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    write_file(path, [orjson.dumps(document, option=options)])


def write_text(path: Path, text: str) -> None:
    """Write a text."""
    write_file(path, [text.encode()])
