"""The errors that a caller can act on.

    SoritesError one clear sentence: what was wrong, where, what to do
    ├── InputError           a file, flag, formula or value that cannot be used (exit code 2)
    │   └── ParseError       text that is not a formula: line, column, expected, found
    ├── StoreError           the database is absent, locked or of another version
    └── VerificationError    a label, certificate or hash that does not hold

Errors are split by what the caller can do about them, not by the module that raises them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import ValidationError


_LONGEST = 1_000
"""The most letters of a message; what it quotes may be longer."""


class SoritesError(Exception):
    """Root of the errors whose message is meant for a person: one line, whatever it quotes."""

    def __str__(self) -> str:
        text = " ".join(super().__str__().splitlines())
        return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} …"


class InputError(SoritesError):
    """Input that cannot be used as given."""


class ParseError(InputError):
    """Text that is not a formula.

    `line` and `column` count from 1 and point at the first character that does not fit;
    `expected` and `found` are phrases for the message.
    """

    def __init__(self, line: int, column: int, expected: str, found: str) -> None:
        super().__init__(f"line {line}, column {column}: expected {expected}, found {found}")
        self.line = line
        self.column = column
        self.expected = expected
        self.found = found

    def __reduce__(self) -> tuple[type[ParseError], tuple[int, int, str, str]]:
        return ParseError, (self.line, self.column, self.expected, self.found)


class StoreError(SoritesError):
    """The database cannot be opened, read or written as asked."""


class VerificationError(SoritesError):
    """Something stored does not hold when it is derived again."""


def first_fault(error: ValidationError) -> str:
    """The first thing wrong with a document, and where in it."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(map(str, first["loc"]))
    message = first["msg"].removeprefix("Value error, ")
    return f"{place}: {message}" if place else message


def sentence_of(error: BaseException) -> str:
    """The first line of a message; of a Python traceback that DuckDB passes on, what was raised."""
    lines = str(error).splitlines() or ["no reason given"]
    return lines[-1].partition(": ")[2] if lines[0].startswith("Traceback") else lines[0]
