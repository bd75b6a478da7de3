"""What the relations among the options of a question give away.

Somebody who sees only the options may still see which is a reason for which. The pattern of these
relations, such as a chain of four, has places that look alike. At each type and pattern the best
guess is a set of such places, and it is right as often as the key is at one of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import NamedTuple

from engine.families.argqa.arguments.asked import Question
from engine.families.argqa.arguments.skeletons import bare_graph
from engine.logic.argument_graph import ArgumentGraph, Tie, tie


class Pattern(NamedTuple):
    """The relations among four options, whatever their order, and where the key may be.

    `places` look alike: whoever sees only the relations cannot tell which of them is the key.
    """

    code: str
    ties: tuple[Tie, ...]
    places: frozenset[int]


Kind = tuple[str, tuple[Tie, ...]]
"""A type of question and a pattern."""


Orders = tuple[tuple[str, ...], ...]


def orders_of(graph: ArgumentGraph, options: Sequence[str]) -> tuple[tuple[Tie, ...], Orders]:
    """The relations among options in their least order, and all orders that show the same."""
    orders: defaultdict[tuple[Tie, ...], list[tuple[str, ...]]] = defaultdict(list)
    for order in permutations(options):
        orders[tuple(tie(graph, *pair).closed for pair in combinations(order, 2))].append(order)
    least = min(orders)
    return least, tuple(orders[least])


@lru_cache(maxsize=8192)
def pattern(shape: str, question: Question) -> Pattern:
    """The pattern of a question on a graph of this shape."""
    ties, orders = orders_of(bare_graph(shape), question.options)
    return Pattern(question.code, ties, frozenset(one.index(question.key) for one in orders))


class Guesses:
    """How many questions the best guess at each type and pattern gets right."""

    def __init__(self) -> None:
        """Count nothing yet."""
        self._counts: defaultdict[Kind, Counter[frozenset[int]]] = defaultdict(Counter)

    def add(self, one: Pattern, n: int = 1) -> None:
        """Count a question, or take it out."""
        self._counts[one.code, one.ties][one.places] += n

    def right(self, *patterns: Pattern) -> float:
        """The questions of these types and patterns, or of all, that guesses get right."""
        kinds = {(one.code, one.ties) for one in patterns} or set(self._counts)
        return sum(max(n / len(at) for at, n in self._counts[kind].items()) for kind in kinds)

    def best(self, code: str, ties: tuple[Tie, ...]) -> frozenset[int]:
        """The places of the best guess at a type and pattern."""
        counts = self._counts[code, ties]
        return max(counts, key=lambda at: (counts[at] / len(at), sorted(at)))

    def gain(self, new: Pattern, old: Pattern) -> float:
        """How many more they get right if one question replaces another."""
        self.add(new, 0)
        before = self.right(new, old)
        self.add(new)
        self.add(old, -1)
        after = self.right(new, old)
        self.add(new, -1)
        self.add(old)
        return after - before


def given_away(patterns: Iterable[Pattern]) -> float:
    """The share of questions that the best guesses get right."""
    guesses, n = Guesses(), 0
    for one in patterns:
        guesses.add(one)
        n += 1
    return guesses.right() / max(n, 1)
