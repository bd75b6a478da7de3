"""Readings of further pairs: those on which questions turn beside the three triplets of a graph.

    python -m engine.arguments.further sheet [ID…]       print the pairs that no one has read yet
    python -m engine.arguments.further record ANSWERS    write a reader's answers beside the others

On the sheet the propositions go by letters, as on the sheet of the first reading, and the pairs in
an order that tells nothing. An answer is a line such as `essays-002 A>C B|D`. Each judgement is
stored with a digest of its two sentences: when one is reworded, the pair is unread again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from engine.arguments.corpus import OwnArgument, own_arguments
from engine.arguments.judgements import digest, further_readings, parts, path, unread
from engine.arguments.reading import letters
from engine.errors import InputError


def sheet(arguments: Iterable[OwnArgument]) -> str:
    """The further pairs that are still to be judged, with their sentences."""
    return "\n".join(_asked(own, pairs) for own in arguments if (pairs := unread(own)))


def _asked(own: OwnArgument, pairs: Iterable[tuple[str, str]]) -> str:
    named = letters(own)
    lettered = sorted(tuple(sorted((named[a], named[b]))) for a, b in pairs)
    sentences = {letter: own.graph.text(one) for one, letter in named.items()}
    shown = sorted({letter for pair in lettered for letter in pair})
    told = "".join(f"{letter} {sentences[letter]}\n" for letter in shown)
    return f"{own.file.id}: {', '.join(' '.join(pair) for pair in lettered)}\n{told}"


def recorded(answers: str) -> dict[str, tuple[str, ...]]:
    """The readings with these answers among them, by argument.

    Raises:
        InputError: a line is none, or names an argument or a letter that is not there.
    """
    by_id = {own.file.id: own for own in own_arguments()}
    found: dict[str, dict[frozenset[str], str]] = {}
    for name, lines in further_readings().pairs.items():
        for line in lines:
            first, _, second = parts(line.partition(" ")[0])
            found.setdefault(name, {})[frozenset((first, second))] = line
    for line in answers.splitlines():
        name, *judgements = line.split() or [""]
        if name and name not in by_id:
            raise InputError(f"there is no argument {name!r}")
        for judgement in judgements:
            pair, told = _stored(by_id[name], judgement)
            found.setdefault(name, {})[pair] = told
    return {name: tuple(sorted(lines.values())) for name, lines in sorted(found.items())}


def written(reader: str, pairs: Mapping[str, Sequence[str]]) -> str:
    """The file of the readings as text."""
    lines = [
        "# Judgements of pairs beside those in graphs/, made without sight of the support:",
        "# `n1>n3` (the first is a reason for the second), `n1|n2` (neither for the other), and a",
        "# digest of the two sentences. Written by `python -m engine.arguments.further record`.",
        "",
        f'reader = "{reader}"',
        "",
        "[pairs]",
    ]
    for name, told in pairs.items():
        quoted = ", ".join(f'"{one}"' for one in told)
        lines.append(f"{name} = [{quoted}]")
    return "\n".join(lines) + "\n"


def _stored(own: OwnArgument, judgement: str) -> tuple[frozenset[str], str]:
    known = {letter: one for one, letter in letters(own).items()}
    first, sign, second = parts(judgement)
    if not {first, second} <= set(known):
        raise InputError(f"{own.file.id}: {judgement!r} names a letter that is not on the sheet")
    one, other = known[first], known[second]
    if sign == "<":
        one, sign, other = other, ">", one
    return frozenset((one, other)), f"{one}{sign}{other} {digest(own, one, other)}"


def main(arguments: Sequence[str]) -> int:
    """Print a sheet or record answers; gives the exit code."""
    try:
        match list(arguments):
            case ["sheet", *ids]:
                chosen = [own for own in own_arguments() if not ids or own.file.id in ids]
                sys.stdout.write(sheet(chosen))
            case ["record", answers]:
                pairs = recorded(Path(answers).read_text(encoding="utf-8"))
                path().write_text(written(further_readings().reader, pairs), encoding="utf-8")
            case _:
                raise InputError("say `sheet [ID…]` or `record ANSWERS`")
    except (InputError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
