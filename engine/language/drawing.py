"""Draws the propositions of an item, no two with the same subject."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import NamedTuple

from engine.core.errors import InputError
from engine.language.bank import Proposition
from engine.language.sources import source as propositions_of


def draw_propositions(source: str, count: int, rng: Random) -> tuple[Proposition, ...]:
    """`count` propositions of the source, no two with the same subject.

    Raises:
        InputError: the source has too few.
    """
    pool = propositions_of(source)
    if count > len(pool):
        raise InputError(
            f"{source}: an item of this depth needs {count} propositions, but there are only"
            f" {len(pool)}; give a larger file or a smaller max_depth"
        )
    rng.random()  # chose a domain in earlier versions; without it all items would be others
    drawn: dict[str, Proposition] = {}
    while len(drawn) < count:
        proposition = pool[int(rng.random() * len(pool))]
        drawn.setdefault(proposition.subject.casefold(), proposition)
    return tuple(drawn.values())


class Drawing:
    """Draws propositions one after the other, no two with the same subject.

    `longest` is the number of words that neither a proposition nor its negation exceeds.

    Raises:
        InputError: the source cannot be read.
    """

    def __init__(self, source: str, longest: int | None = None) -> None:
        self._source = source
        self._pool = _within(source, longest)
        self._taken: set[str] = set()

    def __call__(self, rng: Random) -> Measured:
        """The next proposition, with its length.

        Raises:
            InputError: the source has too few.
        """
        pool, taken = self._pool, self._taken
        if len(taken) >= len(pool):
            raise InputError(
                f"{self._source}: an item of this depth and length needs more than the"
                f" {len(pool)} propositions there are; give a larger file, a smaller max_depth or"
                " fewer words"
            )
        while True:
            drawn = pool[int(rng.random() * len(pool))]
            if drawn.subject not in taken:
                taken.add(drawn.subject)
                return drawn


class Measured(NamedTuple):
    """A proposition, its subject in lower case, and the mean length of it and its negation."""

    proposition: Proposition
    subject: str
    n_words: float


@lru_cache(maxsize=32)
def _within(source: str, longest: int | None) -> tuple[Measured, ...]:
    found = []
    for proposition in propositions_of(source):
        lengths = [len(text.split()) for text in (proposition.text, proposition.negation)]
        if longest is None or max(lengths) <= longest:
            subject = proposition.subject.casefold()
            found.append(Measured(proposition, subject, sum(lengths) / 2))
    return tuple(found)


def n_propositions(source: str) -> int:
    """The number of propositions in a source.

    Raises:
        InputError: it cannot be read.
    """
    return len(propositions_of(source))
