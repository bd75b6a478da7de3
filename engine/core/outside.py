"""Read what comes from outside within bounds, or refuse it in one sentence.

Size, nesting and the length of numbers are bounded, so that nothing read here can stop what comes
later: every value can be written as JSON again.
"""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from engine.core.errors import InputError

MOST_BYTES = 256 << 20
"""The most bytes of a file with data; of settings, `MOST_BYTES_OF_SETTINGS`."""
MOST_BYTES_OF_SETTINGS = 4 << 20

_OTHER_ENCODINGS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16", b"PK\x03\x04": "a ZIP archive"}
_LONG_NUMBER = re.compile(rb"[0-9]{4000}")


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """The content of a regular file.

    Raises:
        InputError: it cannot be read, is no regular file, or is too large.
    """
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise InputError(f"{path}: is not a regular file")
            content = file.read(most + 1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    except ValueError as error:  # a NUL in its name
        raise InputError(f"{str(path)!r}: cannot be read ({error})") from None
    if len(content) > most:
        raise InputError(f"{path}: larger than the {most:,} bytes accepted")
    return content


def read_text(path: Path) -> str:
    """The text of a UTF-8 file with its original line ends, without a byte order mark.

    Raises:
        InputError: as `read_bytes`, or it is not UTF-8.
    """
    content = read_bytes(path)
    for beginning, name in _OTHER_ENCODINGS.items():
        if content.startswith(beginning):
            raise InputError(f"{path}: is {name}; save it as text in UTF-8")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path}: byte {error.start:,} is not UTF-8; convert the file to UTF-8"
        ) from None


def parse_json(text: str | bytes, where: str) -> Any:  # Any: JSON
    """A JSON value that can be written again; `where` begins the message of an error.

    Raises:
        InputError: it is not JSON, or nested too deep.
    """
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise InputError(f"{where}: not JSON ({error.msg}, character {error.pos + 1:,})") from None
    check_depth(value, where)
    return value


def read_json(path: Path) -> Any:  # Any: JSON
    """The one JSON value of a file.

    Raises:
        InputError: as `read_text` and `parse_json`.
    """
    return parse_json(read_text(path), str(path))


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file that are not blank, with their numbers from 1.

    Only a line feed ends a line: JSON may hold other separators inside a text.

    Raises:
        InputError: as `read_text`.
    """
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if line.strip():
            yield number, line


def parse_toml(content: bytes, where: str) -> dict[str, Any]:  # Any: TOML
    """A TOML document whose numbers have 64 bits, as TOML says.

    Raises:
        InputError: it is not TOML, or nested too deep.
    """
    if _LONG_NUMBER.search(content):
        raise InputError(f"{where}: a number is longer than 64 bits")
    try:
        table = tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError(f"{where} is not TOML: byte {error.start:,} is not UTF-8") from None
    except ValueError as error:
        raise InputError(f"{where} is not TOML: {error}") from None
    except RecursionError:
        raise InputError(f"{where}: nested too deep") from None
    check_depth(table, where)
    return table


def check_depth(value: object, where: str) -> None:
    """Refuse a value that cannot be written as JSON.

    Raises:
        InputError: it is nested too deep, or holds a number of more than 64 bits.
    """
    try:
        orjson.dumps(value, default=str)
    except TypeError as error:
        what = "a number is longer than 64 bits" if "Integer" in str(error) else "nested too deep"
        raise InputError(f"{where}: {what}") from None


def _without_waiting(path: str, flags: int) -> int:
    """Open a file; a pipe without a writer must not stop us."""
    return os.open(path, flags | os.O_NONBLOCK)
