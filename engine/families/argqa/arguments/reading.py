"""Reading sheets: readers see the sentences of arguments without their graphs.

A script for developers: it writes into the arguments of this checkout.

    python -m engine.families.argqa.arguments.reading questions ID…           the nine questions
    python -m engine.families.argqa.arguments.reading sheet FILE [ID…]        a sheet of arguments
    python -m engine.families.argqa.arguments.reading record FILE READER DATE write the answers down

The ten sentences of an argument stand on a sheet in an order drawn from its id. A reader answers
with a line per argument: `essays-131 A>C F>C A!D ok 4`, or `… bad 2: B contradicts D`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from random import Random

from engine.core.errors import InputError
from engine.core.outside import read_text
from engine.families.argqa.arguments.asked import asked
from engine.families.argqa.arguments.corpus import (
    OwnArgument,
    Reading,
    argument_paths,
    read_argument,
)
from engine.families.argqa.arguments.judgements import current_readings, digest
from engine.families.argqa.arguments.questions import GOLD
from engine.show.terminal.output import write_new

_LETTERS = "ABCDEFGHIJ"
_READINGS = "\n[[readings]]\n"
_ANSWER = re.compile(r"([a-z_]+-\d{3})((?: [A-J][>!][A-J])*) (ok|bad) ([1-5])(?::? *(.*))?")
_INSTRUCTIONS = """# Arguments to read

Each block is ten sentences of one argument in random order. “A is a reason for B” (A>B) means that
somebody could offer A, alone, to make another person accept B: “A. Therefore, B.” reads naturally
and “B. Therefore, A.” does not. A cause that brings something about is not yet a reason. Reasons
may be weak, as in everyday talk.

For each block, write one line: its id; every A>B that you see, direct ones only (if A>B and B>C,
leave out A>C); A!B where A speaks against B; `ok`, or `bad` if it contradicts itself, makes no
sense or is not grammatical; and how natural the sentences sound, 1 (nobody would say them) to 5 (a
person may well have written them). After `bad`, what is wrong, after a colon at the end. Example:
`essays-999 A>C F>C C>B ok 4`
"""


def letters(own: OwnArgument) -> dict[str, str]:
    """The sentence at each letter of a sheet, shuffled so that the order reveals nothing."""
    ids = list(own.skeleton.ids)
    Random(f"sheet {own.file.id}").shuffle(ids)
    return dict(zip(_LETTERS, ids, strict=True))


def sheet(arguments: Iterable[OwnArgument]) -> str:
    """A sheet of arguments to be read, as Markdown."""
    blocks = [_INSTRUCTIONS]
    for own in arguments:
        listed = (f"{at}. {own.graph.text(one)}" for at, one in letters(own).items())
        blocks.append("\n".join((f"## {own.file.id}\n", *listed)) + "\n")
    return "\n".join(blocks)


def questions(own: OwnArgument) -> str:
    """The nine questions with key and wrong options."""
    lines = [f"{own.file.id}: {own.file.topic}"]
    for one in asked(own):
        lines.append(one.code)
        lines += [f"   Sentence {n}: {s} {own.graph.text(s)}" for n, s in enumerate(one.shown, 1)]
        lines += [
            f"   {GOLD if option == one.key else ' '} {option} {own.graph.text(option)}"
            for option in one.options
        ]
    return "\n".join(lines) + "\n"


def answered(path: Path, reader: str, day: date) -> Iterator[tuple[Path, Reading]]:
    """The readings of a file of answers, each with the file of its argument.

    Raises:
        InputError: the answers cannot be read, or a line is none.
    """
    paths = {one.stem: one for one in argument_paths()}
    for number, line in enumerate(read_text(path).splitlines(), 1):
        if not (bare := line.strip(" `")):
            continue
        found = _ANSWER.fullmatch(bare)
        if found is None or found[1] not in paths:
            raise InputError(f"{path}, line {number}: {bare!r} is not like `essays-131 A>C ok 4`")
        own = read_argument(paths[found[1]])
        at = letters(own)
        reading = Reading(
            reader=reader,
            date=day,
            read=digest(own),
            is_sound=found[3] == "ok",
            natural=int(found[4]),
            note=found[5] or "",
            seen=tuple(at[one[0]] + one[1] + at[one[2]] for one in found[2].split()),
        )
        reading.graph(own.graph)
        yield paths[found[1]], reading


def record(path: Path, reading: Reading) -> None:
    """Write a reading into an argument's file, dropping those of another wording.

    Raises:
        InputError: the reader has read the argument already.
    """
    kept = current_readings(read_argument(path))
    if reading.reader in {one.reader for one in kept}:
        raise InputError(f"{path}: {reading.reader} has read it already")
    head = path.read_text(encoding="utf-8").partition(_READINGS)[0]
    tables = map(_table, (*kept, reading))
    path.write_text(head.rstrip() + "\n" + "".join(tables), encoding="utf-8")
    read_argument(path)


def _table(reading: Reading) -> str:
    quoted = ", ".join(f'"{one}"' for one in reading.seen)
    return (
        f"{_READINGS}reader = {json.dumps(reading.reader)}\ndate = {reading.date}\n"
        f'read = "{reading.read}"\nis_sound = {json.dumps(reading.is_sound)}\n'
        f"natural = {reading.natural}\nnote = {json.dumps(reading.note)}\nseen = [{quoted}]\n"
    )


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
    for path, reading in list(answered(answers, reader, when)):
        record(path, reading)


def main(arguments: Sequence[str]) -> int:
    """Write a sheet or record a reading; returns the exit code."""
    try:
        match list(arguments):
            case ["questions", *ids] if ids:
                sys.stdout.write("\n".join(map(questions, _chosen(ids))))
            case ["sheet", file, *ids]:
                write_new(Path(file), sheet(_chosen(ids)))
            case ["record", answers, reader, day]:
                _record_all(Path(answers), reader, day)
            case _:
                raise InputError(
                    "say `questions ID…`, `sheet FILE [ID…]` or `record FILE READER YYYY-MM-DD`"
                )
    except InputError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
