"""Readers' judgements of whole arguments, and on which relations questions may rest.

A reader sees the ten sentences of an argument in random order, without its graph, and lists which
is a reason for which; so one reading judges every pair. Support is transitive for readers, too.
When a sentence is reworded, the readings of its argument no longer count.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from engine.families.argqa.arguments.corpus import OwnArgument, Reading
from engine.logic.argument_graph import ArgumentGraph, Attack, tie

Pair = frozenset[str]


def digest(own: OwnArgument) -> str:
    """A digest of the wording of an argument, in eight characters."""
    texts = "\n".join(map(own.graph.text, own.graph.ids))
    return hashlib.sha256(texts.encode()).hexdigest()[:8]


def current_readings(own: OwnArgument) -> tuple[Reading, ...]:
    """The readings of an argument's present wording, in the order they were made."""
    return tuple(one for one in own.file.readings if one.read == digest(own))


def is_accepted(own: OwnArgument) -> bool:
    """Whether no more readers of the present wording found it senseless than not."""
    readings = current_readings(own)
    return 2 * sum(not one.is_sound for one in readings) <= len(readings)


class Votes(NamedTuple):
    """How many readers agreed with the graph about a pair, and how many did not."""

    as_graphed: int
    otherwise: int
    against: int = 0

    @property
    def holds(self) -> bool:
        """Whether questions may rest on the pair: the writer counts as one who agrees."""
        return not self.against and 1 + self.as_graphed >= self.otherwise


def votes(own: OwnArgument) -> dict[Pair, Votes]:
    """The votes on each pair of sentences."""
    found = {frozenset(pair): Votes(0, 0) for pair in combinations(own.graph.ids, 2)}
    for reading in current_readings(own):
        seen = reading.graph(own.graph)
        for pair in combinations(own.graph.ids, 2):
            before = found[frozenset(pair)]
            agrees = is_as_graphed(own.graph, seen, pair)
            found[frozenset(pair)] = Votes(
                before.as_graphed + agrees,
                before.otherwise + (not agrees),
                before.against + bool({Attack(*pair), Attack(*pair[::-1])} & set(seen.attacks)),
            )
    return found


def is_as_graphed(graph: ArgumentGraph, seen: ArgumentGraph, pair: tuple[str, str]) -> bool:
    """Whether a reader saw two sentences related as the graph has them, on any path."""
    return tie(graph, *pair).closed is tie(seen, *pair).closed


def held(own: OwnArgument) -> frozenset[Pair]:
    """The pairs on which questions may rest."""
    return frozenset(pair for pair, found in votes(own).items() if found.holds)


def reading_faults(own: OwnArgument) -> Iterator[str]:
    """The stored readings of another wording."""
    for reading in own.file.readings:
        if reading.read != digest(own):
            yield f"sentences have changed since {reading.reader} read them"
