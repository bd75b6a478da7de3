"""Chooses the nine questions asked about each of our own arguments.

    python -m engine.families.argqa.arguments.choosing

A script for developers: it writes into the data of this checkout.

An argument gets nine different questions, one of each type, that rest on confirmed pairs of
sentences (`judgements.Votes`). An argument that lacks a type, or whose current wording no reviewer
has accepted, gets none. Neither a sentence's place in its graph, nor its length or words should
reveal that it is a key. So in the graphs of one shape and domain, and in each argument, a sentence
is the key in as close to a quarter of the questions that have it as an option as possible, and
every shortcut of `shortcuts` performs at chance for each type. The search starts from a fixed seed
and changes one question at a time, so the same arguments give the same questions. It uses no
trained classifier; `sorites audit` measures afterwards what one gains.
"""

from __future__ import annotations

import math
import sys
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from random import Random

from engine.core.errors import InputError
from engine.core.resources import data_file
from engine.families.argqa.arguments.asked import Question, asks_as, confirmed_questions, written
from engine.families.argqa.arguments.corpus import OwnArgument, own_arguments
from engine.families.argqa.arguments.judgements import is_accepted
from engine.families.argqa.arguments.questions import QUESTION_TYPES
from engine.families.argqa.arguments.shortcuts import SHORTCUTS, Sheet, credit

_SEED = 20_261_122
_SWEEPS = 200
_WARMEST = 3.0

_IN_SHAPE, _IN_DOMAIN, _IN_ARGUMENT, _AT_TYPE, _OVERALL = 1.0, 1.0, 0.15, 40.0, 1.0
"""The cost of a squared deviation: key or option too often in all graphs of a shape, in those of a
domain, in one argument; a shortcut right too often or too rarely at one type, and overall.
"""

Place = tuple[str, str]
"""An argument and a type of question."""

Part = tuple[Hashable, float, float]
"""A quantity that should be zero, the cost of its square, and what a question adds to it."""


def parts(own: OwnArgument, question: Question) -> tuple[Part, ...]:
    """What a question adds to the quantities to be balanced."""
    found: list[Part] = []
    for one in (question.key, *question.wrong):
        step = 3.0 if one == question.key else -1.0
        shape = own.skeleton.name
        found.append(((shape, one), _IN_SHAPE, step))
        found.append(((shape, own.file.domain, one), _IN_DOMAIN, step))
        found.append(((own.file.id, one), _IN_ARGUMENT, step))
    for name, hit in hits(own, question).items():
        found.append(((name, question.code), _AT_TYPE, hit - 0.25))
        found.append((name, _OVERALL, hit - 0.25))
    return tuple(found)


def hits(own: OwnArgument, question: Question) -> dict[str, float]:
    """Each shortcut's score on a question, ties counting in part."""
    graph = own.graph
    sheet = Sheet(
        (graph.text(question.shown[0]), graph.text(question.shown[1])),
        tuple(map(graph.text, (question.key, *question.wrong))),
        tuple(map(graph.text, graph.ids)),
    )
    return {name: credit(sheet, score) for name, score in SHORTCUTS.items()}


class Choice:
    """The questions chosen so far, and the remaining imbalance, by argument and type."""

    def __init__(self, arguments: Iterable[OwnArgument], rng: Random) -> None:
        """Start from random different questions, one of each type."""
        self._rng = rng
        self._sum: defaultdict[Hashable, float] = defaultdict(float)
        self._open: dict[Place, list[tuple[Question, tuple[Part, ...]]]] = {}
        self.at: dict[Place, int] = {}
        for own in arguments:
            for code, questions in confirmed_questions(own).items():
                place = own.file.id, code
                self._open[place] = [(one, parts(own, one)) for one in questions]
                new = [at for at in range(len(questions)) if not self._is_asked(place, at)]
                self.at[place] = rng.choice(new)
                self._add(self._chosen(place), 1.0)

    def sweep(self, warmth: float) -> None:
        """Offer each question a replacement, taken if it improves the balance, or by luck."""
        places = sorted(self.at)
        self._rng.shuffle(places)
        for place in places:
            before = self.at[place]
            other = self._rng.randrange(len(self._open[place]))
            if other == before or self._is_asked(place, other):
                continue
            cost = self._cost(place, other)
            if cost <= 0 or (warmth > 0 and self._rng.random() < math.exp(-cost / warmth)):
                self._add(self._chosen(place), -1.0)
                self.at[place] = other
                self._add(self._chosen(place), 1.0)

    def questions(self, name: str) -> tuple[Question, ...]:
        """The nine questions of an argument, in the order of their types."""
        found = [self._open[place][at][0] for place, at in self.at.items() if place[0] == name]
        return tuple(sorted(found))

    def _chosen(self, place: Place) -> tuple[Part, ...]:
        return self._open[place][self.at[place]][1]

    def _add(self, added: Iterable[Part], sign: float) -> None:
        for quantity, _, step in added:
            self._sum[quantity] += sign * step

    def _cost(self, place: Place, other: int) -> float:
        """The change in cost if another question replaces the chosen one."""
        steps: defaultdict[Hashable, float] = defaultdict(float)
        weights: dict[Hashable, float] = {}
        for quantity, weight, step in self._open[place][other][1]:
            steps[quantity] += step
            weights[quantity] = weight
        for quantity, weight, step in self._chosen(place):
            steps[quantity] -= step
            weights[quantity] = weight
        return sum(
            weights[quantity] * step * (2 * self._sum[quantity] + step)
            for quantity, step in steps.items()
        )

    def _is_asked(self, place: Place, other: int) -> bool:
        """Whether another chosen question of the argument already asks the same."""
        name, code = place
        wanted = self._open[place][other][0].asks
        others = ((name, type_) for type_ in QUESTION_TYPES if type_ != code)
        return any(
            self._open[one][self.at[one]][0].asks == wanted for one in others if one in self.at
        )


def has_all_types(own: OwnArgument) -> bool:
    """Whether an argument has different questions of all types on confirmed pairs."""
    asks = {one.asks for questions in confirmed_questions(own).values() for one in questions}
    there = Counter(kind for kind, _, _ in asks)
    wanted = Counter(map(asks_as, QUESTION_TYPES))
    return all(there[kind] >= n for kind, n in wanted.items())


def choose(arguments: Iterable[OwnArgument]) -> dict[str, tuple[Question, ...]]:
    """The questions of each accepted argument that has all types, by its id."""
    found = (one for one in arguments if is_accepted(one) and has_all_types(one))
    fit = sorted(found, key=lambda one: one.file.id)
    choice = Choice(fit, Random(_SEED))
    for sweep in range(_SWEEPS):
        choice.sweep(max(0.0, _WARMEST * (1 - sweep / (0.75 * _SWEEPS))))
    return {own.file.id: choice.questions(own.file.id) for own in fit}


def main() -> int:
    """Write the questions; returns the exit code."""
    try:
        chosen = choose(own_arguments())
        (data_file("arguments") / "questions.toml").write_text(written(chosen), encoding="utf-8")
    except (InputError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    for own in own_arguments():
        if own.file.id not in chosen:
            sys.stdout.write(f"{own.file.id} is not accepted, or has too few pairs that hold\n")
    sys.stdout.write(f"questions of {len(chosen)} arguments\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
