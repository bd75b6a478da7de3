"""Read a CSV that somebody else published: every cell is data, and every fault is named.

Nothing in a cell is ever evaluated. Where a format documents a Python literal, `ast.literal_eval`
reads it, within a bound on its size.
"""

from __future__ import annotations

import ast
import csv
import io
import warnings
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import orjson

from engine.core.errors import InputError
from engine.core.left_out import STRICT, LeftOut
from engine.core.outside import MOST_BYTES, read_text

MAX_LITERAL_CHARACTERS = 2**16
MOST_OF_A_CELL = 1_000_000


@dataclass(frozen=True, slots=True)
class Row:
    """One record of a file, with what an error message needs to point at it.

    `number` counts records from 1, the header not included.
    """

    path: Path
    number: int
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def fault(self, column: str, what: str) -> InputError:
        """The error that says what is wrong with one cell."""
        return InputError(f"{self.path.name}, row {self.number}, column {column!r}: {what}")

    def literal(self, column: str) -> object:
        """The Python literal written in a cell; InputError where it is none."""
        text = self.cells[column]
        if len(text) > MAX_LITERAL_CHARACTERS:
            raise self.fault(column, f"longer than {MAX_LITERAL_CHARACTERS:,} characters")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # an odd escape such as \d is their spelling
                value: object = ast.literal_eval(text)
        except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
            raise self.fault(column, "is not a Python literal (expected a list or dict)") from None
        try:
            orjson.dumps(value, default=str, option=orjson.OPT_NON_STR_KEYS)
        except TypeError as error:  # such as half a surrogate pair
            raise self.fault(column, f"cannot be stored ({error})") from None
        return value


def read_rows(path: Path, required: Collection[str], left_out: LeftOut = STRICT) -> list[Row]:
    """All records of a UTF-8 CSV file that has at least the required columns.

    Records that are not CSV or of another length than the header are refused, or noted in
    `left_out`.

    Raises InputError, naming file, row and column, for a file that is absent, empty, too large,
    not UTF-8, not CSV or separated otherwise than by commas, for a missing or repeated column, and
    for a record that may not be left out.
    """
    content = read_text(path)
    if not content.strip():
        raise InputError(f"{path.name}: is empty")
    records = csv_records(content)
    _, cells = next(records)
    header = readable(cells, f"{path.name}, its header")
    _check_separator(path, content, required)
    _check_header(path, header, required)
    rows: list[Row] = []
    for number, (_, record) in enumerate(records, start=1):
        with left_out.noted():
            rows.append(Row(path, number, named(record, header, f"{path.name}, row {number}")))
    left_out.require(rows, path.name)
    if not rows:
        raise InputError(f"{path.name}: has a header but no rows")
    return rows


def csv_records(content: str) -> Iterator[tuple[int, list[str] | None]]:
    """The records of a CSV and the lines on which they begin; None for one that is not CSV."""
    csv.field_size_limit(MOST_BYTES)  # a long cell ends where it ends, and is refused then
    records = csv.reader(io.StringIO(content, newline=""), strict=True)
    while True:
        line = records.line_num + 1
        try:
            yield line, next(records)
        except StopIteration:
            return
        except csv.Error:
            yield line, None


def readable(record: list[str] | None, where: str) -> list[str]:
    """A record of `csv_records` if it is CSV and no cell is too long.

    Raises:
        InputError: it is not.
    """
    if record is None:
        raise InputError(
            f"{where}: not readable as CSV: a quote is not closed, or text follows a closing quote"
        )
    if any(len(cell) > MOST_OF_A_CELL for cell in record):
        raise InputError(f"{where}: a cell is longer than {MOST_OF_A_CELL:,} characters")
    return record


def named(record: list[str] | None, header: Sequence[str], where: str) -> dict[str, str]:
    """The cells of a record by the names in the header.

    Raises:
        InputError: the record is not readable, or of another length than the header.
    """
    cells = readable(record, where)
    if len(cells) != len(header):
        raise InputError(f"{where}: {len(cells)} cells where the header has {len(header)}")
    return dict(zip(header, cells, strict=True))


def _check_separator(path: Path, content: str, required: Collection[str]) -> None:
    """Refuse a table that a spreadsheet wrote with something else between columns than commas."""
    first, _, _ = content.partition("\n")
    for sign, name in ((";", "semicolons"), ("\t", "tabs")):
        header = [name.strip('"') for name in first.strip().split(sign)]
        if sign in first and set(required) <= set(header):
            raise InputError(
                f"{path.name}: its columns are separated by {name}; save it with commas"
            )


def _check_header(path: Path, header: list[str], required: Collection[str]) -> None:
    missing = [column for column in required if column not in header]
    if missing:
        raise InputError(f"{path.name}: no column {', '.join(map(repr, missing))} in the header")
    if len(set(header)) < len(header):
        raise InputError(f"{path.name}: the header names a column twice")
