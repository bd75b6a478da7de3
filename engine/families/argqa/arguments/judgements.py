"""Readers' judgements of whole arguments, and on which relations questions may rest.

A reader sees the ten sentences of an argument in random order, without its graph, and lists which
is a reason for which; so one reading judges every pair. Support is transitive for readers, too.
When a sentence is reworded, the readings of its argument no longer count.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.families.argqa.arguments.corpus import OwnArgument, Reading
from engine.logic.argument_graph import ArgumentGraph, tie

Pair = frozenset[str]


def digest(own: OwnArgument) -> str:
    """A digest of the wording of an argument, in eight characters."""
    texts = "\n".join(map(own.graph.text, own.graph.ids))
    return hashlib.sha256(texts.encode()).hexdigest()[:8]


def current_readings(own: OwnArgument) -> tuple[Reading, ...]:
    """The readings of an argument's present wording, in the order they were made."""
    present = digest(own)
    return tuple(one for one in own.file.readings if one.read == present)


def is_accepted(own: OwnArgument) -> bool:
    """Whether no more readers of the present wording found it senseless than not."""
    readings = current_readings(own)
    return 2 * sum(not one.is_sound for one in readings) <= len(readings)


def held(own: OwnArgument) -> frozenset[Pair]:
    """The pairs on which questions may rest: as many see each as the graph has it as otherwise.

    The writer counts as one who sees it so. No reader may see one sentence speak against the other.
    """
    readings = [one.graph(own.graph) for one in current_readings(own)]
    pairs = combinations(own.graph.ids, 2)
    return frozenset(frozenset(pair) for pair in pairs if _holds(own.graph, readings, pair))


def _holds(graph: ArgumentGraph, readings: Sequence[ArgumentGraph], pair: tuple[str, str]) -> bool:
    wanted = tie(graph, *pair).closed
    n_agreed = sum(tie(seen, *pair).closed is wanted for seen in readings)
    is_opposed = any(seen.are_opposed(*pair) for seen in readings)
    return not is_opposed and 1 + n_agreed >= len(readings) - n_agreed


def reading_faults(own: OwnArgument) -> Iterator[str]:
    """The stored readings of another wording."""
    for reading in own.file.readings:
        if reading.read != digest(own):
            yield f"sentences have changed since {reading.reader} read them"
