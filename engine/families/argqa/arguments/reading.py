"""Readers' passes: pairs of sentences on which questions turn are judged without the edges.

    python -m engine.families.argqa.arguments.reading questions ID…              the nine questions
    and their keys
    python -m engine.families.argqa.arguments.reading sheet [ID…]                pairs that nobody
    has read yet
    python -m engine.families.argqa.arguments.reading disputed [ID…]             pairs seen
    otherwise than graphed
    python -m engine.families.argqa.arguments.reading record ANSWERS READER DATE write answers into
    the arguments

On a sheet the sentences go by letters and the pairs stand in an order, both drawn from the
argument's id, so that the reader cannot see which is meant to follow from which. An answer is a
line such as `essays-002 A>C B|D C<E?`: A is a reason for C, neither of B and D is one for the
other, E is one for C, of which the reader is in doubt.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from random import Random
from string import ascii_uppercase

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
    digest,
    disputed,
    judgement,
    standing,
    unread,
)
from engine.families.argqa.arguments.questions import GOLD, ROLES
from engine.families.argqa.arguments.wording import stems

Pairs = Callable[[OwnArgument], Iterable[tuple[str, str]]]

_READINGS = "\n[[readings]]\n"
_A_ROW = 4
"""Judgements on a line of a file, which keeps it within a hundred characters."""


def letters(own: OwnArgument) -> dict[str, str]:
    """The letter of each sentence on the sheet."""
    order = list(own.skeleton.ids)
    Random(own.file.id).shuffle(order)
    return dict(zip(order, ascii_uppercase, strict=False))


def sheet(arguments: Iterable[OwnArgument], pairs: Pairs = unread) -> str:
    """The sentences of the arguments, and the pairs to be judged; those with none are left out."""
    return "\n".join(_asked(own, found) for own in arguments if (found := tuple(pairs(own))))


def _asked(own: OwnArgument, pairs: Sequence[tuple[str, str]]) -> str:
    named = letters(own)
    lettered = sorted(tuple(sorted((named[a], named[b]))) for a, b in pairs)
    Random(own.file.id).shuffle(lettered)
    texts = {letter: own.graph.text(one) for one, letter in named.items()}
    shown = sorted({letter for pair in lettered for letter in pair})
    told = "".join(f"{letter}. {texts[letter]}\n" for letter in shown)
    return f"== {own.file.id}\n{told}Judge: {', '.join(' '.join(pair) for pair in lettered)}\n"


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


def answered(arguments: Mapping[str, OwnArgument], answers: str) -> dict[str, list[Judgement]]:
    """A reader's judgements by argument, each with the digest of its sentences as worded now.

    Raises:
        InputError: a line is none, names an argument or letter that is not there, or a pair twice.
    """
    found: dict[str, dict[frozenset[str], Judgement]] = {}
    for line in filter(str.strip, answers.splitlines()):
        name, *told = line.split()
        if name not in arguments:
            raise InputError(f"there is no argument {name!r}")
        known = {letter: one for one, letter in letters(arguments[name]).items()}
        for answer in told:
            one = _by_ids(arguments[name], known, answer)
            if one.pair in found.setdefault(name, {}):
                raise InputError(f"{name}: {answer!r} judges a pair a second time")
            found[name][one.pair] = one
    return {name: list(judgements.values()) for name, judgements in found.items()}


def _by_ids(own: OwnArgument, known: Mapping[str, str], answer: str) -> Judgement:
    lettered = judgement(answer)
    if not lettered.pair <= set(known):
        raise InputError(f"{own.file.id}: {answer!r} names a letter that is not on the sheet")
    first, second = known[lettered.first], known[lettered.second]
    return lettered._replace(first=first, second=second, read=digest(own, first, second))


def record(path: Path, reader: str, day: date, judgements: Iterable[Judgement]) -> None:
    """Write a reader's judgements into a file; those of sentences reworded since go out.

    Raises:
        InputError: the reader has judged one of the pairs already.
    """
    own = read_argument(path)
    kept: dict[tuple[str, date], dict[frozenset[str], Judgement]] = {}
    for reading, found in standing(own):
        kept.setdefault((reading.reader, reading.date), {})[found.pair] = found
    new = kept.setdefault((reader, day), {})
    for found in judgements:
        if found.pair in new:
            raise InputError(f"{path}: {reader} has judged {found.told()!r} already")
        new[found.pair] = found
    head = path.read_text(encoding="utf-8").partition(_READINGS)[0]
    told = [
        _told(Reading(reader=who, date=when, pairs=_lines(read)))
        for (who, when), read in kept.items()
    ]
    path.write_text(head.rstrip() + "\n" + "".join(told), encoding="utf-8")
    read_argument(path)


def _lines(read: Mapping[frozenset[str], Judgement]) -> tuple[str, ...]:
    return tuple(sorted(one.told() for one in read.values()))


def _told(reading: Reading) -> str:
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
    paths = {path.stem: path for path in argument_paths()}
    try:
        when, told = date.fromisoformat(day), answers.read_text(encoding="utf-8")
    except (ValueError, OSError) as error:
        raise InputError(f"the answers cannot be recorded: {error}") from None
    arguments = {name: read_argument(path) for name, path in paths.items()}
    for name, judgements in answered(arguments, told).items():
        record(paths[name], reader, when, judgements)


def main(arguments: Sequence[str]) -> int:
    """Print a sheet or record a reading; gives the exit code."""
    try:
        match list(arguments):
            case ["questions", *ids] if ids:
                sys.stdout.write("\n".join(map(questions, _chosen(ids))))
            case ["sheet", *ids]:
                sys.stdout.write(sheet(_chosen(ids)))
            case ["disputed", *ids]:
                sys.stdout.write(sheet(_chosen(ids), disputed))
            case ["record", answers, reader, day]:
                _record_all(Path(answers), reader, day)
            case _:
                raise InputError(
                    "say `questions ID…`, `sheet [ID…]`, `disputed [ID…]` or"
                    " `record ANSWERS READER YYYY-MM-DD`"
                )
    except InputError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
