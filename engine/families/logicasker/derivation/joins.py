"""How a rule's premises find each other: computed once for all searches.

A newly settled formula is tried as each premise it can be. Partners for the other premises are
looked up among settled formulas by the letters they share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import count
from operator import itemgetter
from typing import Any, NamedTuple

from engine.families.logicasker.derivation.patterns import (
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
"""The root connective of a premise that is a bare letter."""


class Index(NamedTuple):
    """Where a premise is indexed, and its lookup key: the values of its letters."""

    place: int
    values: Callable[[Sequence[int]], Any]  # a number for one letter, else a tuple


class Trigger(NamedTuple):
    """A premise of a rule that a settled formula may be an instance of.

    `entered` are the indexes it goes into. `partners` are the other premises, each with the index
    to search once the letters of those before it are known; `first_is_bare` says whether the first
    is a bare letter. `named` is the letter of the name in a premise about a named individual (−1:
    none).
    """

    rule: Pattern
    at: int
    named: int
    match: Matcher | None
    build: Builder | None
    entered: tuple[Index, ...]
    partners: tuple[tuple[int, Index], ...]
    first_is_bare: bool


class Table:
    """Triggers by the formulas they take, triggers about names, and the number of indexes.

    A premise that is a bare letter takes anything. Such triggers are `bare`, and have one partner
    each, which contains the letter.
    """

    def __init__(self, triggers: Sequence[Trigger], n_indexes: int) -> None:
        unnamed = [trigger for trigger in triggers if trigger.named < 0]
        self.bare = tuple(trigger for trigger in unnamed if _premise(trigger).op == ANY)
        self._unnamed = tuple(trigger for trigger in unnamed if _premise(trigger).op != ANY)
        self.named = tuple(trigger for trigger in triggers if trigger.named >= 0)
        self.n_indexes = n_indexes
        self._found: dict[tuple[tuple[int, int, int], bool, int, int], tuple[Trigger, ...]] = {}

    def that_take(
        self, look: tuple[int, int, int], is_lifted: bool, fewest: int, concluded: int
    ) -> tuple[Trigger, ...]:
        """The triggers that may take a formula, of all rules or only of lifted ones.

        `look` holds its connective and those of its parts. Triggers have at least `fewest`
        partners, and may conclude a formula with the connective `concluded` (`ANY`: any
        connective).
        """
        asked = (look, is_lifted, fewest, concluded)
        found = self._found.get(asked)
        if found is None:
            found = self._found[asked] = tuple(
                trigger
                for trigger in self._unnamed
                if trigger.rule.is_lifted >= is_lifted
                and len(trigger.partners) >= fewest
                and may_be(trigger.rule.conclusion, concluded)
                and _may_take(trigger, *look)
            )
        return found


def is_bare(node: Node) -> bool:
    """Whether a premise is a bare letter that is not about a name."""
    return node.op == ANY and node.name < 0


def may_be(node: Node, op: int) -> bool:
    """Whether an instance of a pattern may have this connective; `ANY` matches every one."""
    return node.op == op or ANY in (node.op, op)


def _premise(trigger: Trigger) -> Node:
    return trigger.rule.premises[trigger.at]


def _may_take(trigger: Trigger, op: int, left: int, right: int) -> bool:
    """Whether the outermost connectives match the premise."""
    premise = _premise(trigger)
    parts = zip(premise.parts, (left, right), strict=False)
    return premise.op == op and all(part.op in (ANY, theirs) for part, theirs in parts)


class BuildUp(NamedTuple):
    """A rule that builds up, read from its conclusion to its premises."""

    rule: Pattern
    match: Matcher
    builds: tuple[Builder, ...]


@cache
def build_ups() -> Mapping[int, tuple[BuildUp, ...]]:
    """The rules that build up, by the connective of their conclusion."""
    found: dict[int, list[BuildUp]] = {}
    for rule in patterns():
        if rule.builds_up:
            made = BuildUp(rule, matcher(rule.conclusion), tuple(map(builder, rule.premises)))
            found.setdefault(rule.conclusion.op, []).append(made)
    return {op: tuple(rules) for op, rules in found.items()}


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
                    values = itemgetter(*shared) if shared else _nothing
                    indexes[place] = Index(next(numbers), values)
                found.append((other, indexes[place]))
            partners[rule.key, at] = tuple(found)
    triggers = [
        _trigger(rule, at, indexes, partners[rule.key, at])
        for rule in rules
        for at in range(len(rule.premises))
    ]
    return Table(triggers, len(indexes))


def _order(rule: Pattern, at: int) -> list[tuple[int, tuple[int, ...]]]:
    """The other premises, each sharing as many letters as possible with earlier ones."""
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
        bool(partners) and is_bare(rule.premises[partners[0][0]]),
    )


def _nothing(bound: Sequence[int]) -> None:
    """The lookup key of a premise that shares no letter."""


def has_marks(node: Node) -> bool:
    """Whether a pattern has a name or a turned relation."""
    return node.name >= 0 or node.is_turned or any(map(has_marks, node.parts))
