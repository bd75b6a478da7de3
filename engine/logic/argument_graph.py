"""Arguments as graphs of propositions, supports and attacks.

Support is transitive: if a supports b and b supports c, then a supports c. Linked premises, which
support only together, stay together: their members do not support anything individually.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

from engine.core.errors import InputError


@dataclass(frozen=True, slots=True)
class Proposition:
    """One statement of an argument; `start` and `end` are its characters in the source text."""

    id: str
    text: str
    kind: str | None = None
    start: int | None = None
    end: int | None = None


class Support(NamedTuple):
    """`sources` support `target`: one alone, or several only together (linked premises)."""

    sources: tuple[str, ...]
    target: str


class Attack(NamedTuple):
    """`source` speaks against `target`."""

    source: str
    target: str


@dataclass(frozen=True)
class ArgumentGraph:
    """One argument; `name` says where it comes from. Made by `argument_graph`, which checks it."""

    name: str
    propositions: tuple[Proposition, ...]
    supports: tuple[Support, ...]
    attacks: tuple[Attack, ...] = ()
    domain: str | None = None
    _text: dict[str, str] = field(init=False, repr=False, compare=False)
    _direct: frozenset[tuple[str, str]] = field(init=False, repr=False, compare=False)
    _above: dict[str, frozenset[str]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        text = {proposition.id: proposition.text for proposition in self.propositions}
        direct = frozenset((s.sources[0], s.target) for s in self.supports if len(s.sources) == 1)
        object.__setattr__(self, "_text", text)
        object.__setattr__(self, "_direct", direct)
        object.__setattr__(self, "_above", _closure(self.name, text, direct))

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the propositions in their order."""
        return tuple(self._text)

    @property
    def edges(self) -> frozenset[tuple[str, str]]:
        """Pairs in which the first proposition, alone, directly supports the second."""
        return self._direct

    @property
    def paths(self) -> frozenset[tuple[str, str]]:
        """Pairs in which the first proposition supports the second, directly or over others."""
        return frozenset((one, other) for one, above in self._above.items() for other in above)

    def text(self, proposition: str) -> str:
        """The wording of a proposition."""
        return self._text[proposition]

    def is_direct(self, source: str, target: str) -> bool:
        """Whether an edge leads from the one to the other."""
        return (source, target) in self._direct

    def is_supported(self, source: str, target: str) -> bool:
        """Whether the one supports the other, directly or over others."""
        return target in self._above[source]

    def are_unrelated(self, one: str, other: str) -> bool:
        """Whether neither supports the other on any path."""
        return not (self.is_supported(one, other) or self.is_supported(other, one))

    def are_independent(self, one: str, other: str) -> bool:
        """Whether they are unrelated and neither attacks the other."""
        return not self.are_opposed(one, other) and self.are_unrelated(one, other)

    def are_opposed(self, one: str, other: str) -> bool:
        """Whether either attacks the other."""
        return Attack(one, other) in self.attacks or Attack(other, one) in self.attacks


def argument_graph(
    name: str,
    propositions: Iterable[Proposition],
    supports: Iterable[Support],
    attacks: Iterable[Attack] = (),
    domain: str | None = None,
) -> ArgumentGraph:
    """Build a graph, checking that ids are unique and known and supports have no cycle.

    Raises:
        InputError: one of these does not hold; the message begins with `name`.
    """
    known: set[str] = set()
    stated = tuple(propositions)
    for proposition in stated:
        if proposition.id in known:
            raise InputError(f"{name}: there are two propositions {proposition.id!r}")
        known.add(proposition.id)
    support, attack = tuple(dict.fromkeys(supports)), tuple(dict.fromkeys(attacks))
    pairs = [(s, one.target) for one in support for s in one.sources] + [tuple(a) for a in attack]
    for source, target in pairs:
        if unknown := {source, target} - known:
            raise InputError(f"{name}: a relation names {min(unknown)!r}, which is not there")
        if source == target:
            raise InputError(f"{name}: {source!r} is related to itself")
    _no_circle(name, support)
    return ArgumentGraph(name, stated, support, attack, domain)


def _no_circle(name: str, supports: Iterable[Support]) -> None:
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for support in supports:
        sorter.add(support.target, *support.sources)
    try:
        sorter.prepare()
    except CycleError as error:
        circle = " → ".join(reversed(error.args[1]))
        raise InputError(f"{name}: the supports lead in a circle, {circle}") from None


_MOST_PATHS = 1_000_000


def _closure(
    name: str, ids: Iterable[str], direct: Iterable[tuple[str, str]]
) -> dict[str, frozenset[str]]:
    """What each proposition supports on any path."""
    n_paths = 0
    sorter: TopologicalSorter[str] = TopologicalSorter({one: () for one in ids})
    targets: dict[str, list[str]] = {}
    for source, target in sorted(direct):
        sorter.add(source, target)
        targets.setdefault(source, []).append(target)
    above: dict[str, frozenset[str]] = {}
    for one in sorter.static_order():
        nearest = targets.get(one, [])
        above[one] = frozenset(nearest).union(*(above[target] for target in nearest))
        n_paths += len(above[one])
        if n_paths > _MOST_PATHS:
            raise InputError(f"{name}: its supports make more than {_MOST_PATHS:,} paths")
    return above


class Tie(StrEnum):
    """How a proposition stands to another."""

    SUPPORTS = "supports"
    SUPPORTED = "is supported by"
    ABOVE = "is supported, over others, by"
    BELOW = "supports, over others,"
    NONE = "has nothing to do with"

    @property
    def closed(self) -> Tie:
        """The tie with support over others counted as support."""
        match self:
            case Tie.ABOVE:
                return Tie.SUPPORTED
            case Tie.BELOW:
                return Tie.SUPPORTS
        return self


def tie(graph: ArgumentGraph, option: str, sentence: str) -> Tie:
    """How a proposition stands to another."""
    if graph.is_direct(option, sentence):
        return Tie.SUPPORTS
    if graph.is_direct(sentence, option):
        return Tie.SUPPORTED
    if graph.is_supported(option, sentence):
        return Tie.BELOW
    if graph.is_supported(sentence, option):
        return Tie.ABOVE
    return Tie.NONE
