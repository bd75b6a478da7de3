"""How premises of a rule find each other: computed once for all searches.

When a formula is settled, it is taken for each premise that it can be, and partners for the other
premises are looked up among what is settled, by the letters that they share.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import count
from typing import NamedTuple

from engine.logic.derivation.patterns import (
    ARBITRARY,
    CONSTANT,
    Builder,
    Matcher,
    Node,
    Pattern,
    builder,
    matcher,
    patterns,
)

ANY = -1
"""The root of a premise that is a bare letter."""


class Index(NamedTuple):
    """A premise's place among the indexes, and the letters by which it is looked up there."""

    place: int
    letters: tuple[int, ...]


class Trigger(NamedTuple):
    """One premise of a rule, of which a settled formula may be an instance.

    `entered` are the indexes it goes into; `partners` the other premises, each with the index to
    find it in once the letters of those before it are known. `named` is the letter of the name in
    a premise about a named individual (−1: none).
    """

    rule: Pattern
    at: int
    named: int
    match: Matcher | None
    build: Builder | None
    entered: tuple[Index, ...]
    partners: tuple[tuple[int, Index], ...]


class Table(NamedTuple):
    """The triggers by root, those of lifted rules among them, those about names, the indexes."""

    plain: Mapping[int, tuple[Trigger, ...]]
    lifted: Mapping[int, tuple[Trigger, ...]]
    named: tuple[Trigger, ...]
    n_indexes: int


class BuildUp(NamedTuple):
    """A rule that builds up, taken from its conclusion to its premises."""

    rule: Pattern
    match: Matcher
    builds: tuple[Builder, ...]


@cache
def build_ups() -> tuple[BuildUp, ...]:
    """The rules that build up."""
    return tuple(
        BuildUp(rule, matcher(rule.conclusion), tuple(map(builder, rule.premises)))
        for rule in patterns()
        if rule.builds_up
    )


@cache
def table() -> Table:
    """The triggers of all other rules."""
    indexes: dict[tuple[str, int, tuple[int, ...]], Index] = {}
    numbers = count()
    rules = [rule for rule in patterns() if not rule.builds_up]
    partners: dict[tuple[str, int], tuple[tuple[int, Index], ...]] = {}
    for rule in rules:
        for at in range(len(rule.premises)):
            found = []
            for other, shared in _order(rule, at):
                place = (rule.key, other, shared)
                if place not in indexes:
                    indexes[place] = Index(next(numbers), shared)
                found.append((other, indexes[place]))
            partners[rule.key, at] = tuple(found)
    triggers = [
        (premise.op, _trigger(rule, at, indexes, partners[rule.key, at]))
        for rule in rules
        for at, premise in enumerate(rule.premises)
    ]
    unnamed = [(root, trigger) for root, trigger in triggers if trigger.named < 0]
    return Table(
        _by_root(unnamed),
        _by_root([(root, trigger) for root, trigger in unnamed if trigger.rule.is_lifted]),
        tuple(trigger for _, trigger in triggers if trigger.named >= 0),
        len(indexes),
    )


def _order(rule: Pattern, at: int) -> list[tuple[int, tuple[int, ...]]]:
    """The other premises, each sharing as many letters as can be with those before it."""
    known, rest, found = set(rule.letters_of[at]), set(range(len(rule.premises))) - {at}, []
    while rest:
        other = max(rest, key=lambda j: (len(known & set(rule.letters_of[j])), -j))
        found.append((other, tuple(sorted(known & set(rule.letters_of[other])))))
        known |= set(rule.letters_of[other])
        rest.remove(other)
    return found


def _trigger(
    rule: Pattern,
    at: int,
    indexes: Mapping[tuple[str, int, tuple[int, ...]], Index],
    partners: tuple[tuple[int, Index], ...],
) -> Trigger:
    named = [i for i in rule.letters_of[at] if rule.kinds[i] in (CONSTANT, ARBITRARY)]
    is_plain = not has_marks(rule.conclusion)
    return Trigger(
        rule,
        at,
        named[0] if named else -1,
        None if named else matcher(rule.premises[at]),
        builder(rule.conclusion) if is_plain else None,
        tuple(index for (key, j, _), index in indexes.items() if (key, j) == (rule.key, at)),
        partners,
    )


def has_marks(node: Node) -> bool:
    """Whether a pattern speaks of a name or turns a relation."""
    return node.name >= 0 or node.is_turned or any(map(has_marks, node.parts))


def _by_root(found: list[tuple[int, Trigger]]) -> Mapping[int, tuple[Trigger, ...]]:
    roots = dict.fromkeys(root for root, _ in found)
    return {root: tuple(trigger for r, trigger in found if r == root) for root in roots}
