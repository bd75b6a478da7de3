"""The nine questions asked about each of our own arguments: `data/arguments/questions.toml`.

A graph allows some 1,500 questions. Those asked rest on no relation that readers dispute.
`choosing` selects them so that each sentence is the key about once for every three times it is a
wrong option; then nothing about an option alone reveals whether it is right.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from pydantic import TypeAdapter

from engine.core.errors import InputError
from engine.core.resources import data_file
from engine.families.argqa.arguments.corpus import OwnArgument, own_arguments
from engine.families.argqa.arguments.judgements import held, is_accepted
from engine.families.argqa.arguments.questions import (
    QUESTION_TYPES,
    Triplet,
    candidates,
    shown_and_key,
)
from engine.families.argqa.arguments.skeletons import bare_graph
from engine.families.argqa.arguments.triplets import triplets
from engine.logic.argument_graph import ArgumentGraph

_ASKS_AS = {"2.2": "2.1", "3.3": "3.2"}
"""Twin types ask the same thing, with either sibling shown."""


def asks_as(code: str) -> str:
    """The type that represents all types asking the same thing."""
    return _ASKS_AS.get(code, code)


class Question(NamedTuple):
    """One question: its type, the two propositions shown, the key, and three wrong options."""

    code: str
    shown: tuple[str, str]
    key: str
    wrong: tuple[str, str, str]

    @property
    def options(self) -> tuple[str, str, str, str]:
        """The options, the key first."""
        return (self.key, *self.wrong)

    @property
    def pairs(self) -> frozenset[frozenset[str]]:
        """The pairs of propositions whose relations the question rests on."""
        tied = {frozenset((option, one)) for option in self.options for one in self.shown}
        return frozenset({frozenset(self.shown), *tied})

    @property
    def asks(self) -> tuple[str, frozenset[str], str]:
        """What it asks, whatever the order of the sentences shown: twin types may ask the same."""
        return asks_as(self.code), frozenset(self.shown), self.key


def possible(graph: ArgumentGraph) -> Iterator[Question]:
    """All questions that a graph allows, by type, each once."""
    found = list(triplets(graph, on_paths=True))
    for code, kind in QUESTION_TYPES.items():
        turned = (one for found_one in found for one in _turned(found_one))
        named = (one for one in turned if one.structure == kind.structure)
        for shown, key in dict.fromkeys(shown_and_key(kind, triplet) for triplet in named):
            for wrong in combinations(candidates(graph, kind, shown), 3):
                yield Question(code, shown, key, wrong)


def _turned(triplet: Triplet) -> tuple[Triplet, ...]:
    """The triplet, and the same with its siblings swapped if it has any."""
    a, b, c = triplet.members
    match triplet.structure:
        case "convergent":
            return triplet, Triplet(triplet.structure, (b, a, c))
        case "divergent":
            return triplet, Triplet(triplet.structure, (a, c, b))
    return (triplet,)


@lru_cache(maxsize=8)
def _possible_on(skeleton: str) -> tuple[Question, ...]:
    return tuple(possible(bare_graph(skeleton)))


def open_questions(own: OwnArgument) -> dict[str, tuple[Question, ...]]:
    """The questions of an argument, by type, on relations that hold (`judgements.held`)."""
    holds = held(own)
    found: dict[str, list[Question]] = {code: [] for code in QUESTION_TYPES}
    for one in _possible_on(own.skeleton.name):
        if one.pairs <= holds:
            found[one.code].append(one)
    return {code: tuple(questions) for code, questions in found.items()}


@lru_cache(maxsize=1)
def _chosen() -> dict[str, tuple[str, ...]]:
    text = (data_file("arguments") / "questions.toml").read_text(encoding="utf-8")
    return TypeAdapter(dict[str, tuple[str, ...]]).validate_python(tomllib.loads(text))


@lru_cache(maxsize=1)
def asked_arguments() -> tuple[OwnArgument, ...]:
    """Our own arguments that questions are asked about.

    An argument is left out if readers dispute a relation that its questions rest on, or find its
    present wording senseless.
    """
    chosen = (own for own in own_arguments() if own.file.id in _chosen())
    return tuple(own for own in chosen if is_accepted(own) and _holds(own))


def _holds(own: OwnArgument) -> bool:
    holds = held(own)
    return all(question.pairs <= holds for question in asked(own))


def asked(own: OwnArgument) -> tuple[Question, ...]:
    """The nine questions about an argument, in the order of the types.

    Raises:
        InputError: the file has none, or one that the graph does not allow.
    """
    lines = _chosen().get(own.file.id, ())
    if len(lines) != len(QUESTION_TYPES):
        raise InputError(
            f"{own.file.id}: no nine questions are chosen;"
            " run engine.families.argqa.arguments.choosing"
        )
    questions = tuple(map(_read, lines))
    for one in questions:
        if one not in _possible_on(own.skeleton.name):
            raise InputError(
                f"{own.file.id}: its graph does not allow the {one.code} that is asked"
            )
    return questions


def _read(line: str) -> Question:
    code, first, second, key, i, ii, iii = line.split()
    return Question(code, (first, second), key, (i, ii, iii))


def written(chosen: Mapping[str, Sequence[Question]]) -> str:
    """The file of the chosen questions, as text."""
    lines = [
        "# The nine questions asked of each argument: type, Sentence 1, Sentence 2, the key, and",
        "# the wrong options. Written by `python -m engine.families.argqa.arguments.choosing`.",
        "",
    ]
    for name, questions in sorted(chosen.items()):
        quoted = [f'"{" ".join((q.code, *q.shown, q.key, *q.wrong))}"' for q in questions]
        lines.append(f"{name} = [{', '.join(quoted)}]")
    return "\n".join(lines) + "\n"
