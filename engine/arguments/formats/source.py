"""What readers of argument corpora share: files in order, errors that name file and line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.arguments.graph import ArgumentGraph, Attack, Proposition, Support, argument_graph
from engine.errors import InputError


def corpus_files(path: Path, *endings: str) -> list[Path]:
    """The file itself, or the files under a folder whose names end so, by path.

    Raises:
        InputError: there are none.
    """
    if path.is_file():
        return [path]
    found = sorted(one for one in path.rglob("*") if one.is_file() and one.name.endswith(endings))
    if not found:
        raise InputError(f"{path}: there is no file ending in {' or '.join(endings)}")
    return found


def read_text(path: Path) -> str:
    """The text of a file, its line ends as they are, so that offsets hold.

    Raises:
        InputError: it cannot be read as UTF-8.
    """
    try:
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read ({error})") from None


def read_json(path: Path) -> Any:  # whatever JSON holds; the readers check its shape
    """The one JSON value of a file.

    Raises:
        InputError: it is none; names the line.
    """
    return parse_json(read_text(path), f"{path}, line ", 1)


def parse_json(text: str, where: str, first_line: int) -> Any:  # as above
    """A JSON value; `where` and the line number name its place in an error."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(
            f"{where}{first_line + error.lineno - 1}: not JSON ({error.msg})"
        ) from None
    except RecursionError:
        raise InputError(
            f"{where}{first_line}: not JSON that can be read (nested too deep)"
        ) from None


def line_of(text: str, *needles: str) -> int:
    """The first line that holds all needles; the first of the file where none does."""
    lines = enumerate(text.splitlines(), 1)
    return next((number for number, line in lines if all(n in line for n in needles)), 1)


class Builder:
    """Gathers one graph; each thing told is checked where it stands in the file."""

    def __init__(self, name: str, path: Path) -> None:
        self.name, self.path = name, path
        self._lines: dict[str, int] = {}
        self._propositions: list[Proposition] = []
        self._supports: list[Support] = []
        self._attacks: list[Attack] = []

    def fail(self, line: int, what: str) -> InputError:
        """An error that names file and line."""
        return InputError(f"{self.path}, line {line}: {what}")

    def __contains__(self, proposition: str) -> bool:
        return proposition in self._lines

    def proposition(self, line: int, proposition: Proposition) -> None:
        """Add a proposition."""
        if proposition.id in self:
            first = self._lines[proposition.id]
            raise self.fail(line, f"the id {proposition.id!r} was given on line {first} already")
        if not proposition.text.strip():
            raise self.fail(line, f"the proposition {proposition.id!r} has no text")
        self._lines[proposition.id] = line
        self._propositions.append(proposition)

    def support(self, line: int, sources: tuple[str, ...], target: str) -> None:
        """Add a support, of one proposition or of several linked ones; their order says nothing."""
        self._known(line, (*sources, target))
        self._supports.append(Support(tuple(dict.fromkeys(sources)), target))

    def attack(self, line: int, source: str, target: str) -> None:
        """Add an attack."""
        self._known(line, (source, target))
        self._attacks.append(Attack(source, target))

    def _known(self, line: int, ids: tuple[str, ...]) -> None:
        for one in ids:
            if one not in self:
                raise self.fail(line, f"a relation names {one!r}, which is no proposition here")
        if ids[-1] in ids[:-1]:
            raise self.fail(line, f"{ids[-1]!r} is related to itself")

    def graph(self) -> ArgumentGraph:
        """What was gathered.

        Raises:
            InputError: supports lead in a circle; names it, and the line where the graph begins.
        """
        try:
            return argument_graph(self.name, self._propositions, self._supports, self._attacks)
        except InputError as error:
            line = self._lines[self._propositions[0].id] if self._propositions else 1
            told = str(error).removeprefix(f"{self.name}: ")
            raise self.fail(line, f"{self.name}: {told}") from None
