"""Reading sheets: readers judge the pairs behind the questions without seeing the edges.

A script for developers: it writes into the arguments of this checkout.

    python -m engine.families.argqa.arguments.reading questions ID…            the nine questions
    python -m engine.families.argqa.arguments.reading sheet FILE [ID…]         pairs nobody has read
    python -m engine.families.argqa.arguments.reading disputed FILE [ID…]      pairs seen otherwise
    python -m engine.families.argqa.arguments.reading record FILE READER DATE  write judgements down

A sheet is one of `engine.io.review`: a row per pair, in an order drawn from the argument's id, so
the reader cannot see which sentence is meant to follow from which.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from itertools import permutations
from pathlib import Path
from random import Random

from engine.core.errors import InputError
from engine.families.argqa.arguments.asked import asked
from engine.families.argqa.arguments.corpus import (
    OwnArgument,
    Reading,
    argument_paths,
    read_argument,
)
from engine.families.argqa.arguments.judgements import (
    Judgement,
    current_judgements,
    digest,
    disputed,
    judgement,
    unread,
)
from engine.families.argqa.arguments.questions import GOLD, ROLES
from engine.families.argqa.arguments.wording import stems
from engine.io.review import Ask, Entry, Sheet, as_csv, as_html, read_sheet
from engine.show.output import write_new

Pairs = Callable[[OwnArgument], Iterable[tuple[str, str]]]

_READINGS = "\n[[readings]]\n"
_A_ROW = 4
"""Judgements per line of a file, within a hundred characters."""


def sheet(arguments: Iterable[OwnArgument], pairs: Pairs = unread) -> Sheet:
    """A sheet of the pairs to be judged in some arguments."""
    arguments = list(arguments)
    entries = [_entry(own, *pair) for own in arguments for pair in _shuffled(own, pairs(own))]
    return Sheet(f"{len(entries)} pairs of sentences", _INSTRUCTIONS, _ASKS, entries)


_INSTRUCTIONS = """
Is one of the two sentences a reason for the other? Write > where the first is a reason for the
second, < where the second is one for the first, and | where neither is. Mark doubts with a ?."""
_ASKS = {"sign": Ask("How do they stand?", ("<", ">", "|", "<?", ">?", "|?"))}


def _shuffled(own: OwnArgument, pairs: Iterable[tuple[str, str]]) -> Sequence[tuple[str, str]]:
    """Shuffle the pairs and their directions so that they reveal nothing about the graph."""
    order = list(own.skeleton.ids)
    random = Random(own.file.id)
    random.shuffle(order)
    found = sorted(tuple(sorted(pair, key=order.index)) for pair in pairs)
    random.shuffle(found)
    return [(first, second) for first, second in found]


def _entry(own: OwnArgument, first: str, second: str) -> Entry:
    texts = own.graph.text(first), own.graph.text(second)
    return Entry(_name(own, *texts), dict(zip(("first", "second"), texts, strict=True)))


def _name(own: OwnArgument, *texts: str) -> str:
    return f"{own.file.id}-{hashlib.sha256(repr(texts).encode()).hexdigest()[:8]}"


def questions(own: OwnArgument) -> str:
    """The nine questions with key and wrong options, and the stems each shares with a sentence."""
    lines = [f"{own.file.id}: {own.file.topic}"]
    for one in asked(own):
        lines.append(one.code)
        lines += [f"   Sentence {n}: {s} {own.graph.text(s)}" for n, s in enumerate(one.shown, 1)]
        lines += [
            f"   {role:4}{option} {own.graph.text(option)}{_shared(own, option, one.shown)}"
            for role, option in zip((GOLD, *ROLES), (one.key, *one.wrong), strict=True)
        ]
    return "\n".join(lines) + "\n"


def _shared(own: OwnArgument, option: str, shown: tuple[str, str]) -> str:
    mine = stems(own.graph.text(option))
    both = [" ".join(sorted(mine & stems(own.graph.text(one)))) or "-" for one in shown]
    return f"   [{both[0]} / {both[1]}]"


def answered(arguments: Iterable[OwnArgument], path: Path) -> dict[str, list[Judgement]]:
    """A reader's judgements by argument, each with the digest of its sentences as worded now.

    Raises:
        InputError: the sheet cannot be read, or has an unknown pair or one twice.
    """
    known = {
        entry.name: (own, pair, entry)
        for own in arguments
        for pair in permutations(own.graph.ids, 2)
        if (entry := _entry(own, *pair))
    }
    found: dict[str, list[Judgement]] = {}
    for row in read_sheet(path, _ASKS, (entry for _, _, entry in known.values())):
        own, (first, second), _ = known[row.name]
        sign = row["sign"]
        one = judgement(f"{first}{sign[0]}{second}{sign[1:]}")
        read = one._replace(read=digest(own, first, second))
        found.setdefault(own.file.id, []).append(read)
    return found


def record(path: Path, reader: str, day: date, judgements: Iterable[Judgement]) -> None:
    """Write a reader's judgements into a file, dropping those of sentences reworded since.

    Raises:
        InputError: the reader has already judged one of the pairs.
    """
    own = read_argument(path)
    kept: dict[tuple[str, date], dict[frozenset[str], Judgement]] = {}
    for reading, found in current_judgements(own):
        kept.setdefault((reading.reader, reading.date), {})[found.pair] = found
    new = kept.setdefault((reader, day), {})
    for found in judgements:
        if found.pair in new:
            raise InputError(f"{path}: {reader} has judged {found.line()!r} already")
        new[found.pair] = found
    head = path.read_text(encoding="utf-8").partition(_READINGS)[0]
    tables = [
        _table(Reading(reader=who, date=when, pairs=_lines(read)))
        for (who, when), read in kept.items()
    ]
    path.write_text(head.rstrip() + "\n" + "".join(tables), encoding="utf-8")
    read_argument(path)


def _lines(read: Mapping[frozenset[str], Judgement]) -> tuple[str, ...]:
    return tuple(sorted(one.line() for one in read.values()))


def _table(reading: Reading) -> str:
    name = reading.reader.replace("\\", "").replace('"', "")
    quoted = [f'"{line}"' for line in reading.pairs]
    rows = (quoted[at : at + _A_ROW] for at in range(0, len(quoted), _A_ROW))
    listed = "".join(f"  {', '.join(row)},\n" for row in rows)
    return f'{_READINGS}reader = "{name}"\ndate = {reading.date}\npairs = [\n{listed}]\n'


def _chosen(ids: Sequence[str]) -> list[OwnArgument]:
    paths = [path for path in argument_paths() if not ids or path.stem in ids]
    if missing := set(ids) - {path.stem for path in paths}:
        raise InputError(f"there is no argument {min(missing)!r}")
    return [read_argument(path) for path in paths]


def _record_all(answers: Path, reader: str, day: str) -> None:
    try:
        when = date.fromisoformat(day)
    except ValueError as error:
        raise InputError(f"the answers cannot be recorded: {error}") from None
    paths = {path.stem: path for path in argument_paths()}
    for name, judgements in answered(map(read_argument, paths.values()), answers).items():
        record(paths[name], reader, when, judgements)


def _write(path: Path, written: Sheet) -> None:
    write_new(path, f"\ufeff{as_csv(written)}")
    write_new(path.with_suffix(".html"), as_html(written))


def main(arguments: Sequence[str]) -> int:
    """Write a sheet or record a reading; returns the exit code."""
    try:
        match list(arguments):
            case ["questions", *ids] if ids:
                sys.stdout.write("\n".join(map(questions, _chosen(ids))))
            case ["sheet", file, *ids]:
                _write(Path(file), sheet(_chosen(ids)))
            case ["disputed", file, *ids]:
                _write(Path(file), sheet(_chosen(ids), disputed))
            case ["record", answers, reader, day]:
                _record_all(Path(answers), reader, day)
            case _:
                raise InputError(
                    "say `questions ID…`, `sheet FILE [ID…]`, `disputed FILE [ID…]` or"
                    " `record FILE READER YYYY-MM-DD`"
                )
    except InputError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
