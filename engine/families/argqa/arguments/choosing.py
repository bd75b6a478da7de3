"""Chooses the nine questions asked about each of our own arguments.

    python -m engine.families.argqa.arguments.choosing

A script for developers: it writes into the data of this checkout.

An argument gets nine different questions, one of each type, on relations that hold
(`judgements.held`). Nothing about a sentence should reveal that it is a key: neither its place in
its graph, nor its form, length or words, nor its relations to the other options. So in the graphs
of one shape and domain, in each argument, and at each type for each form and length and for reasons
as for claims, a sentence is the key in as close to a quarter of the questions that have it as an
option as possible; every shortcut of `shortcuts` performs at chance for each type; and who knows
the type and reads all relations among the options, such as a chain of four, is right as rarely as
possible. Of questions that do as well, those are preferred whose options are tied to the sentences
directly. The search starts from a fixed seed and changes one question at a time, so the same
arguments give the same questions. It uses no trained classifier; `sorites audit` measures
afterwards what one gains.
"""

from __future__ import annotations

import math
import sys
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from functools import lru_cache
from random import Random
from typing import NamedTuple

from engine.core.errors import InputError
from engine.core.resources import data_file
from engine.families.argqa.arguments.asked import Question, asks_as, open_questions, written
from engine.families.argqa.arguments.corpus import OwnArgument, own_arguments
from engine.families.argqa.arguments.judgements import is_accepted
from engine.families.argqa.arguments.patterns import Guesses, Pattern, pattern
from engine.families.argqa.arguments.questions import QUESTION_TYPES
from engine.families.argqa.arguments.shortcuts import SHORTCUTS, Sheet, credit
from engine.families.argqa.arguments.skeletons import bare_graph
from engine.families.argqa.arguments.wording import is_long
from engine.logic.argument_graph import Tie, tie

_SEED = 20_261_127
_SWEEPS = 100
_WARMEST = 12.0

_IN_SHAPE, _IN_DOMAIN, _IN_ARGUMENT, _AT_TYPE, _OVERALL = 1.0, 1.0, 0.15, 40.0, 1.0
"""The cost of a squared deviation: key or option too often in all graphs of a shape, in those of a
domain, in one argument; a shortcut right too often or too rarely at one type, and overall.
"""
_OF_FORM = 1.0
"""The same for sentences of one form or length at one type."""
_OF_END = 1.0
"""The same for reasons, for claims and for what is as much of either at one type."""
_CAUGHT = 600.0
"""The cost of a question that the relations among its options give away."""
_OVER_OTHERS = 4.0
"""The cost of a tie that leads over other sentences."""

Place = tuple[str, str]
"""An argument and a type of question."""

Part = tuple[Hashable, float, float]
"""A quantity that should be zero, the cost of its square, and what a question adds to it."""


class Offer(NamedTuple):
    """A question, what it adds to the quantities to be balanced, and its own cost."""

    question: Question
    parts: tuple[Part, ...]
    pattern: Pattern
    cost: float


def offer(own: OwnArgument, question: Question) -> Offer:
    """A question with what choosing it would cost."""
    shape, code, found = own.skeleton.name, question.code, list[Part]()
    form = dict(zip(own.skeleton.ids, own.file.forms, strict=True))
    for one in question.options:
        step = 3.0 if one == question.key else -1.0
        found.append(((shape, one), _IN_SHAPE, step))
        found.append(((shape, own.file.domain, one), _IN_DOMAIN, step))
        found.append(((own.file.id, one), _IN_ARGUMENT, step))
        found.append(((_end(shape, one), code), _OF_END, step))
        found.append(((form[one], code), _OF_FORM, step))
        found.append(((is_long(own.graph.text(one)), code), _OF_FORM, step))
    for name, hit in hits(own, question).items():
        found.append(((name, code), _AT_TYPE, hit - 0.25))
        found.append((name, _OVERALL, hit - 0.25))
    cost = _OVER_OTHERS * _n_over(shape, question)
    return Offer(question, tuple(found), pattern(shape, question), cost)


def hits(own: OwnArgument, question: Question) -> dict[str, float]:
    """Each shortcut's score on a question, ties counting in part."""
    text = own.graph.text
    first, second = question.shown
    sheet = Sheet((text(first), text(second)), tuple(map(text, own.graph.ids)))
    options = tuple(map(text, question.options))
    return {name: credit(options, sheet, score) for name, score in SHORTCUTS.items()}


@lru_cache(maxsize=8192)
def _n_over(shape: str, question: Question) -> int:
    """How many ties between the options and the sentences lead over other sentences."""
    graph = bare_graph(shape)
    ties = [tie(graph, option, one) for option in question.options for one in question.shown]
    return sum(tied in (Tie.ABOVE, Tie.BELOW) for tied in ties)


@lru_cache(maxsize=64)
def _end(shape: str, one: str) -> int:
    """1 if a sentence supports more sentences than support it, -1 if fewer, otherwise 0."""
    graph = bare_graph(shape)
    n_above = sum(graph.is_supported(one, other) for other in graph.ids)
    n_below = sum(graph.is_supported(other, one) for other in graph.ids)
    return (n_above > n_below) - (n_above < n_below)


class Choice:
    """The questions chosen so far, and the remaining imbalance, by argument and type."""

    def __init__(self, arguments: Iterable[OwnArgument], rng: Random) -> None:
        """Start from random different questions, one of each type."""
        self._rng = rng
        self._sum: defaultdict[Hashable, float] = defaultdict(float)
        self._own = {own.file.id: own for own in arguments}
        self._open: dict[Place, tuple[Question, ...]] = {}
        self._at: dict[Place, Offer] = {}
        self._guesses = Guesses()
        for name, own in self._own.items():
            for code, questions in open_questions(own).items():
                place = name, code
                self._open[place] = questions
                new = [one for one in questions if not self._is_asked(place, one)]
                self._at[place] = offer(own, rng.choice(new))
                self._add(self._at[place], 1)

    def sweep(self, warmth: float) -> None:
        """Offer each question a replacement, taken if it improves the balance, or by luck."""
        places = sorted(self._at)
        self._rng.shuffle(places)
        for place in places:
            question = self._rng.choice(self._open[place])
            if question == self._at[place].question or self._is_asked(place, question):
                continue
            new = offer(self._own[place[0]], question)
            cost = self._cost(new, self._at[place])
            if cost <= 0 or (warmth > 0 and self._rng.random() < math.exp(-cost / warmth)):
                self._add(self._at[place], -1)
                self._at[place] = new
                self._add(new, 1)

    def questions(self, name: str) -> tuple[Question, ...]:
        """The nine questions of an argument, in the order of their types."""
        return tuple(self._at[name, code].question for code in QUESTION_TYPES)

    def _add(self, added: Offer, sign: int) -> None:
        for quantity, _, step in added.parts:
            self._sum[quantity] += sign * step
        self._guesses.add(added.pattern, sign)

    def _cost(self, new: Offer, old: Offer) -> float:
        """The change in cost if one question replaces another."""
        steps: defaultdict[Hashable, float] = defaultdict(float)
        weights: dict[Hashable, float] = {}
        for parts, sign in ((new.parts, 1.0), (old.parts, -1.0)):
            for quantity, weight, step in parts:
                steps[quantity] += sign * step
                weights[quantity] = weight
        unbalanced = sum(
            weights[quantity] * step * (2 * self._sum[quantity] + step)
            for quantity, step in steps.items()
        )
        caught = self._guesses.gain(new.pattern, old.pattern)
        return unbalanced + _CAUGHT * caught + new.cost - old.cost

    def _is_asked(self, place: Place, question: Question) -> bool:
        """Whether another chosen question of the argument already asks the same."""
        name, code = place
        others = ((name, type_) for type_ in QUESTION_TYPES if type_ != code)
        return any(
            self._at[one].question.asks == question.asks for one in others if one in self._at
        )


def has_all_types(own: OwnArgument) -> bool:
    """Whether an argument has different questions of all types on relations that hold."""
    asks = {one.asks for questions in open_questions(own).values() for one in questions}
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
            sys.stdout.write(f"{own.file.id} is not accepted, or has too few relations that hold\n")
    sys.stdout.write(f"questions of {len(chosen)} arguments\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
