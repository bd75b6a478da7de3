"""Checks our own arguments against their format and guide; one sentence per fault.

    python -m engine.families.argqa.arguments.lint data/arguments/graphs/*.toml

Exit code 0: no fault; 1: faults; 2: a file cannot be read.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

from engine.core.errors import InputError
from engine.families.argqa.arguments.corpus import OwnArgument, read_argument
from engine.families.argqa.arguments.judgements import reading_faults
from engine.families.argqa.arguments.wording import sentence_faults, similarity, words

TOO_ALIKE = 0.5
"""Sentences that share more of their stems than this say nearly the same."""
_BEGINNING, _LONG_BEGINNING = 3, 5
"""Words with which two sentences of one argument, or of two, may not both begin."""


def argument_faults(own: OwnArgument) -> Iterator[str]:
    """Yield what is wrong with one argument, one sentence per fault."""
    sentences = own.file.propositions
    for (one, sentence), form in zip(sentences.items(), own.file.forms, strict=True):
        for fault in sentence_faults(sentence, form):
            yield f"{own.file.id}: {one} {fault}."
    for one, other in combinations(sentences, 2):
        first, second = sentences[one], sentences[other]
        if words(first)[:_BEGINNING] == words(second)[:_BEGINNING]:
            yield f"{own.file.id}: {one} and {other} begin with the same three words."
        if similarity(first, second) > TOO_ALIKE:
            yield f"{own.file.id}: {one} and {other} say nearly the same words."
    for fault in reading_faults(own):
        yield f"{own.file.id}: {fault}."


def corpus_faults(arguments: Sequence[OwnArgument]) -> Iterator[str]:
    """Yield faults between arguments: repeated topics and beginnings of sentences."""
    topics: dict[str, str] = {}
    seen: dict[tuple[str, ...], str] = {}
    for own in arguments:
        name = own.file.id
        if (other := topics.setdefault(own.file.topic.casefold(), name)) != name:
            yield f"{other} and {name} have the same topic."
        for one, sentence in own.file.propositions.items():
            beginning, here = words(sentence)[:_LONG_BEGINNING], f"{name} {one}"
            if (where := seen.setdefault(beginning, here)) != here:
                yield f"{here} begins like {where}: {' '.join(beginning)!r}."


def main(paths: Sequence[str]) -> int:
    """Print the faults of these files; returns the exit code."""
    try:
        arguments = [read_argument(Path(path)) for path in paths]
    except InputError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    faults = [fault for own in arguments for fault in argument_faults(own)]
    faults += corpus_faults(arguments)
    for fault in faults:
        sys.stdout.write(f"{fault}\n")
    sys.stdout.write(f"{len(arguments)} arguments, {len(faults)} faults\n")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
