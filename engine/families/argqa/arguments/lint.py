"""Checks our own arguments against their format and guide; one sentence per fault.

    python -m engine.families.argqa.arguments.lint data/arguments/graphs/*.toml

Exit code 0: no fault; 1: faults; 2: a file cannot be read.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.core.errors import InputError
from engine.families.argqa.arguments.corpus import OwnArgument, read_argument
from engine.families.argqa.arguments.judgements import reading_faults
from engine.families.argqa.arguments.wording import graph_faults, sentence_faults, similarity, words

TWINS = 0.6
"""Sentences of two files that share more of their words than this count as the same."""
OFTEN, LOPSIDED = 40, 0.75
"""A word this frequent in the corpus may not have a larger share in one half."""


def argument_faults(own: OwnArgument) -> Iterator[str]:
    """Yield what is wrong with one argument, one sentence per fault."""
    for one, sentence in own.file.propositions.items():
        for fault in sentence_faults(sentence):
            yield f"{own.file.id}: {one} {fault}."
    for fault in graph_faults(own.file.propositions):
        yield f"{own.file.id}: {fault}."
    for fault in reading_faults(own):
        yield f"{own.file.id}: {fault}."


def corpus_faults(arguments: Sequence[OwnArgument]) -> Iterator[str]:
    """Yield faults between arguments: repeated topics and sentences."""
    for at, own in enumerate(arguments):
        for other in arguments[at + 1 :]:
            if own.file.topic.casefold() == other.file.topic.casefold():
                yield f"{own.file.id} and {other.file.id} have the same topic."
    seen: dict[str, str] = {}
    for own in arguments:
        for sentence in own.file.propositions.values():
            beginning = " ".join(sentence.split()[:4])
            twin = seen.setdefault(beginning, sentence)
            if twin is not sentence and similarity(twin, sentence) > TWINS:
                yield f"{own.file.id}: {sentence!r} is nearly {twin!r}."


def cue_faults(arguments: Sequence[OwnArgument]) -> Iterator[str]:
    """Words whose distribution shows whether a sentence is a reason or a claim."""
    lower: Counter[str] = Counter()
    upper: Counter[str] = Counter()
    for own in arguments:
        sentences = list(own.file.propositions.values())
        half = len(sentences) // 2
        lower.update(word for one in sentences[:half] for word in set(words(one)))
        upper.update(word for one in sentences[-half:] for word in set(words(one)))
    for word in sorted(lower | upper):
        n = lower[word] + upper[word]
        most = max(lower[word], upper[word])
        if n >= OFTEN and most > LOPSIDED * n:
            where = "lower" if most == lower[word] else "upper"
            yield f"the word {word!r} is in the {where} half {most} times out of {n}."


def main(paths: Sequence[str]) -> int:
    """Print the faults of these files; returns the exit code."""
    try:
        arguments = [read_argument(Path(path)) for path in paths]
    except InputError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    faults = [fault for own in arguments for fault in argument_faults(own)]
    faults += [*corpus_faults(arguments), *cue_faults(arguments)]
    for fault in faults:
        sys.stdout.write(f"{fault}\n")
    sys.stdout.write(f"{len(arguments)} arguments, {len(faults)} faults\n")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
