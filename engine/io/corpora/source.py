"""Shared by the corpus readers: files in order, and errors that name file and line.

A reader gives a function for each document, so that a faulty one can be left out.
"""

from __future__ import annotations

import json
import os
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.core.errors import InputError
from engine.core.outside import check_depth
from engine.logic.argument_graph import ArgumentGraph, Attack, Proposition, Support, argument_graph

_MOST_NAMED = 250_000
"""The most ends of relations in a document: a short one can imply the square of its length."""

Documents = Iterator[Callable[[], ArgumentGraph]]
"""The documents of a corpus in order; calling one reads it, or raises an InputError."""


def corpus_files(path: Path, *endings: str) -> list[Path]:
    """The file itself, or the files under a folder with one of these endings, by path.

    Raises:
        InputError: there are none, or a folder cannot be read.
    """

    def refuse(error: OSError) -> None:
        raise InputError(f"{error.filename}: cannot be read ({error.strerror})") from None

    if path.is_file():
        return [path]
    walked = os.walk(path, onerror=refuse)
    found = sorted(
        Path(at, name) for at, _, names in walked for name in names if name.endswith(endings)
    )
    if not found:
        raise InputError(f"{path}: there is no file ending in {' or '.join(endings)}")
    return found


def parse_json(text: str, path: Path, first_line: int = 1) -> Any:  # Any: whatever JSON holds
    """A JSON value in which no object has a key twice; errors name the file and the line."""
    closed: Counter[str] = Counter()

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        here = Counter(key for key, _ in pairs)
        for key, n in here.items():
            if n > 1:
                line = first_line + _breaks_before(text, key, closed[key] + 1)
                raise InputError(f"{path}, line {line}: the key {key!r} occurs twice in one object")
        closed.update(here)
        return dict(pairs)

    try:
        value = json.loads(text, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        line = first_line + error.lineno - 1
        raise InputError(f"{path}, line {line}: not JSON ({error.msg})") from None
    except RecursionError:
        raise InputError(f"{path}, line {first_line}: JSON nested too deep to read") from None
    except ValueError:
        raise InputError(f"{path}, line {first_line}: a number is longer than 64 bits") from None
    check_depth(value, f"{path}, line {first_line}")
    return value


def _breaks_before(text: str, key: str, n: int) -> int:
    """The number of line ends before occurrence `n` (from 0) of a key."""
    places = [one.start() for one in re.finditer(re.escape(json.dumps(key)) + r"\s*:", text)]
    return text.count("\n", 0, places[n]) if n < len(places) else 0


def line_of(text: str, *needles: str) -> int:
    """The number of the first line that holds all needles; 1 if none does."""
    lines = enumerate(text.splitlines(), 1)
    return next((number for number, line in lines if all(one in line for one in needles)), 1)


class Places:
    """The lines on which the matches of a pattern end, by a key, found in one pass."""

    def __init__(
        self,
        text: str,
        pattern: re.Pattern[str],
        key: Callable[[re.Match[str]], Hashable],
        start: int = 0,
    ) -> None:
        self._lines: dict[Hashable, list[int]] = {}
        line, counted = 1, 0
        for found in pattern.finditer(text, start):
            line += text.count("\n", counted, found.end())
            counted = found.end()
            self._lines.setdefault(key(found), []).append(line)

    def of(self, key: Hashable, n: int = 0, otherwise: int = 1) -> int:
        """The line of occurrence `n` of a key, or of the last one."""
        lines = self._lines.get(key, [otherwise])
        return lines[min(n, len(lines) - 1)]


class Builder:
    """Builds one graph; checks each part, with errors that name its line."""

    def __init__(self, name: str, path: Path) -> None:
        self.name, self.path = name, path
        self._lines: dict[str, int] = {}
        self._propositions: list[Proposition] = []
        self._supports: list[Support] = []
        self._support_lines: list[int] = []
        self._attacks: list[Attack] = []
        self._n_named = 0

    def fail(self, line: int, what: str) -> InputError:
        """An error that names file and line."""
        return InputError(f"{self.path}, line {line}: {what}")

    def __contains__(self, proposition: str) -> bool:
        return proposition in self._lines

    def proposition(self, line: int, proposition: Proposition) -> None:
        """Add a proposition."""
        if proposition.id in self:
            first = self._lines[proposition.id]
            raise self.fail(line, f"the id {proposition.id!r} was already used on line {first}")
        if not proposition.text.strip():
            raise self.fail(line, f"the proposition {proposition.id!r} has no text")
        self._lines[proposition.id] = line
        self._propositions.append(proposition)

    def support(self, line: int, sources: tuple[str, ...], target: str) -> None:
        """Add a support from one or several linked propositions, in any order."""
        self._known(line, (*sources, target))
        self._supports.append(Support(tuple(dict.fromkeys(sources)), target))
        self._support_lines.append(line)

    def attack(self, line: int, source: str, target: str) -> None:
        """Add an attack."""
        self._known(line, (source, target))
        self._attacks.append(Attack(source, target))

    def _known(self, line: int, ids: tuple[str, ...]) -> None:
        self._n_named += len(ids)
        if self._n_named > _MOST_NAMED:
            raise self.fail(line, f"its relations name propositions over {_MOST_NAMED:,} times")
        for one in ids:
            if one not in self:
                raise self.fail(line, f"a relation names {one!r}, which is no proposition here")
        if ids[-1] in ids[:-1]:
            raise self.fail(line, f"{ids[-1]!r} is related to itself")

    def graph(self) -> ArgumentGraph:
        """The finished graph.

        Raises:
            InputError: supports form a cycle; the message names it and the line that closes it.
        """
        with suppress(InputError):
            return argument_graph(self.name, self._propositions, self._supports, self._attacks)
        numbers = range(1, len(self._supports) + 1)
        closing = bisect_left(numbers, True, key=lambda n: self._circle(n) is not None)
        raise self.fail(self._support_lines[closing], str(self._circle(closing + 1)))

    def _circle(self, n: int) -> str | None:
        """The error for a cycle among the first `n` supports, or None."""
        try:
            argument_graph(self.name, self._propositions, self._supports[:n])
        except InputError as error:
            return str(error)
        return None
