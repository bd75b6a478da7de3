"""Verify everything stored of a question on an argument by deriving it from its graph.

Following the edges and Z3 must both find the gold option right and no other; texts, ties, edges
used and counts must be those of the graph.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.core.errors import InputError
from engine.core.items import SupportCertificate
from engine.core.rotations import LETTERS
from engine.decide.case import Case, Found, identity, own
from engine.decide.support import (
    Edge,
    edge_of,
    graph_of,
    option_ties,
    right_by_graph,
    right_by_z3,
    sentences,
    support_traits,
    used_edges,
)
from engine.logic.argument_graph import ArgumentGraph

METHODS = "paths of support, Z3"


@dataclass
class SupportCase(Case):
    """A single choice, decided by the support graph of an argument."""

    @cached_property
    def certificate(self) -> SupportCertificate:
        """The propositions shown, and their ties."""
        return self.stored(SupportCertificate)

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """The premises as edges."""
        return tuple(map(edge_of, self.item.premises))

    @cached_property
    def graph(self) -> ArgumentGraph:
        """The argument."""
        return graph_of(self.item.symbols, self.edges)

    @cached_property
    def named(self) -> tuple[str, ...]:
        """Sentences and options as atoms; each is a different one of the graph."""
        found = (*self.certificate.shown, *self.certificate.propositions)
        if len(set(found)) != len(found) or not set(found) <= set(self.graph.ids):
            raise InputError("sentences and options are not different propositions of the argument")
        if len(self.queries) != len(found) - 2:
            raise InputError("the formulas of the options are not one an option")
        return found

    @property
    def shown(self) -> tuple[str, str]:
        """The sentences shown, as atoms."""
        return self.named[0], self.named[1]

    @property
    def propositions(self) -> tuple[str, ...]:
        """The options, as atoms."""
        return self.named[2:]

    @cached_property
    def is_right(self) -> tuple[bool, ...]:
        """Which options are right, by following the edges."""
        return right_by_graph(self.graph, self.queries)

    @property
    def keys(self) -> list[str]:
        """The letters of the options that are right."""
        return [letter for letter, right in zip(LETTERS, self.is_right, strict=False) if right]

    @property
    def found(self) -> Found:
        """The right option, and the edges by which it is."""
        if len(self.keys) != 1:
            return Found("undecided")
        return Found(self.keys[0], self.certificate.used)


def _letters(case: SupportCase) -> Iterator[str]:
    if "".join(option.key for option in case.item.options) != LETTERS[: len(case.propositions)]:
        yield "the options are not lettered by their order"


def _label(case: SupportCase) -> Iterator[str]:
    item = case.item
    theirs = right_by_z3(case.edges, case.queries)
    if theirs != case.is_right:
        yield f"by the edges the options are right as {case.is_right}, by Z3 as {theirs}"
    if case.keys != [item.gold]:
        yield f"the gold answer is {item.gold}, but right is {', '.join(case.keys) or 'none'}"
    if item.intended != item.gold:
        yield f"the construction intended {item.intended}"


def _text(case: SupportCase) -> Iterator[str]:
    item = case.item
    if item.passage != sentences(case.graph, case.shown):
        yield "the sentences shown are not the propositions that they stand for"
    if tuple(one.text for one in item.options) != tuple(map(case.graph.text, case.propositions)):
        yield "the options are not the propositions that they stand for"
    if not item.question:
        yield "nothing is asked"


def _ties(case: SupportCase) -> Iterator[str]:
    found = option_ties(case.graph, case.propositions, case.shown)
    if case.certificate.ties != tuple((first.value, second.value) for first, second in found):
        yield "the ties stored are not those of the graph"


def _counts(case: SupportCase) -> Iterator[str]:
    if case.keys != [case.item.gold]:
        return
    used = used_edges(case.graph, case.queries[LETTERS.index(case.item.gold)])
    if case.certificate.used != tuple(case.edges.index(edge) for edge in used):
        yield "the edges stored as used are not those of the key"
    traits = case.item.traits
    if traits != support_traits(traits, case.graph, len(used)):
        yield "the traits are not those of the graph"


CHECKS = (identity, _letters, _label, _text, _ties, own, _counts)
