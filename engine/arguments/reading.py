"""The second reader's pass: every pair that a question turns on is judged without the edges.

    python -m engine.arguments.reading questions FILE   print the nine questions and their keys
    python -m engine.arguments.reading sheet FILE       print the sentences and the pairs
    python -m engine.arguments.reading record FILE ANSWERS READER DATE

On the sheet the propositions go by letters in an order drawn from the file's id, so that the reader
cannot see which is meant to follow from which. An answer is a line such as `A > C` (A is a reason
for C), `C < A` (the same) or `A | C` (neither is a reason for the other).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from string import ascii_uppercase

from engine.arguments.corpus import OwnArgument, read_argument
from engine.arguments.judgements import agreeing
from engine.arguments.questions import (
    GOLD,
    QUESTION_TYPES,
    ROLES,
    candidates,
    pairs_asked,
    shown_and_key,
)
from engine.arguments.wording import stems
from engine.errors import InputError

_LINE = re.compile(r"(\w+) *([<>|]) *(\w+)")


def letters(own: OwnArgument) -> dict[str, str]:
    """The letter of each proposition on the sheet."""
    order = list(own.skeleton.ids)
    Random(own.file.id).shuffle(order)
    return dict(zip(order, ascii_uppercase, strict=False))


def sheet(own: OwnArgument) -> str:
    """The sentences and the pairs to be judged, as text."""
    named = letters(own)
    lines = [
        f"{own.file.id}: judge each pair by itself; write `>`, `<` or `|` between the letters."
    ]
    lines += [
        f"{letter}. {own.graph.text(one)}" for one, letter in sorted(named.items(), key=_letter)
    ]
    pairs = pairs_asked(own.graph, own.skeleton.triplets)
    lines += sorted(" ? ".join(sorted((named[a], named[b]))) for a, b in pairs)
    return "\n".join(lines) + "\n"


def questions(own: OwnArgument) -> str:
    """The nine questions with key and wrong options, and the stems each shares with a sentence."""
    lines = [f"{own.file.id}: {own.file.topic}"]
    for code, kind in QUESTION_TYPES.items():
        triplet = next(one for one in own.skeleton.triplets if one.structure == kind.structure)
        shown, key = shown_and_key(kind, triplet)
        lines.append(f"{code}")
        lines += [f"   Sentence {n}: {one} {own.graph.text(one)}" for n, one in enumerate(shown, 1)]
        roles = [(key,), *candidates(own.graph, kind, shown)]
        for role, ids in zip((GOLD, *ROLES), roles, strict=True):
            lines += [
                f"   {role:4}{one} {own.graph.text(one)}{_shared(own, one, shown)}" for one in ids
            ]
    return "\n".join(lines) + "\n"


def _shared(own: OwnArgument, option: str, shown: tuple[str, str]) -> str:
    mine = stems(own.graph.text(option))
    both = [" ".join(sorted(mine & stems(own.graph.text(one)))) or "-" for one in shown]
    return f"   [{both[0]} / {both[1]}]"


def _letter(entry: tuple[str, str]) -> str:
    return entry[1]


def answered(own: OwnArgument, answers: str) -> tuple[str, ...]:
    """The reader's lines, by the ids of the propositions.

    Raises:
        InputError: a line is none, or names a letter that is not on the sheet.
    """
    known = {letter: one for one, letter in letters(own).items()}
    found = []
    for number, line in enumerate(answers.splitlines(), 1):
        if not line.strip():
            continue
        match = _LINE.fullmatch(line.strip())
        if match is None or not {match[1], match[3]} <= set(known):
            raise InputError(
                f"{own.file.id}: line {number} of the answers is not like `A > C`: {line!r}"
            )
        found.append(f"{known[match[1]]} {match[2]} {known[match[3]]}")
    return tuple(found)


def reading_faults(own: OwnArgument) -> Iterator[str]:
    """Where the second reader's pass is missing a pair or disagrees with the graph."""
    if own.file.reading is None:
        return
    judged: dict[frozenset[str], tuple[str, str, str]] = {}
    for line in own.file.reading.pairs:
        match = _LINE.fullmatch(line)
        if match is None or not {match[1], match[3]} <= set(own.skeleton.ids):
            yield f"the reading has {line!r}, which is not like `n1 > n3`"
            continue
        first, sign, second = match.groups()
        judged[frozenset((first, second))] = (
            (second, ">", first) if sign == "<" else (first, sign, second)
        )
    for one, other in pairs_asked(own.graph, own.skeleton.triplets):
        found = judged.get(frozenset((one, other)))
        if found is None:
            yield f"the reading has no line on {one} and {other}"
        elif " ".join(found) not in agreeing(own.graph, one, other):
            yield (
                f"the second reader found `{' '.join(found)}`, the graph has"
                f" `{agreeing(own.graph, one, other)[0]}`"
            )


def record(path: Path, answers: str, reader: str, day: str) -> None:
    """Write the second reader's pass at the end of a file.

    Raises:
        InputError: the file has one already, or the answers are none.
    """
    own = read_argument(path)
    if own.file.reading is not None:
        raise InputError(f"{path}: there is a reading already; remove it to record another")
    lines = "".join(f'  "{line}",\n' for line in answered(own, answers))
    name = reader.replace("\\", "").replace('"', "")
    text = f'\n[reading]\nreader = "{name}"\ndate = {day}\npairs = [\n{lines}]\n'
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")
    read_argument(path)


def main(arguments: Sequence[str]) -> int:
    """Print a sheet or record a reading; gives the exit code."""
    try:
        match list(arguments):
            case ["questions", path]:
                sys.stdout.write(questions(read_argument(Path(path))))
            case ["sheet", path]:
                sys.stdout.write(sheet(read_argument(Path(path))))
            case ["record", path, answers, reader, day]:
                record(Path(path), Path(answers).read_text(encoding="utf-8"), reader, day)
            case _:
                raise InputError(
                    "say `questions FILE`, `sheet FILE` or `record FILE ANSWERS READER YYYY-MM-DD`"
                )
    except (InputError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
