"""Layouts of the sound recipe, and their mirrored propositions.

`mirrored` says what is mirrored, and why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple, TypeVar

from engine.families.divlogiceval.params import Params
from engine.families.divlogiceval.propositions import (
    RULES,
    SLOTS,
    VARIABLES,
    Kind,
    Proposition,
    goal_sign,
)
from engine.families.divlogiceval.relation import Option

Choice = TypeVar("Choice")


class Layout(NamedTuple):
    """How many ends are mirrored in each set, and what else a passage needs.

    `from_facts`: some literal is stated. `in_ring`: each mirrored proposition has its own middle
    variable, or shares each of its two with one neighbour, as in a ring, so that none stands out.
    """

    name: str
    ends: tuple[int, ...]
    from_facts: bool = False
    in_ring: bool = False


GRID = Layout("two by two", (2, 2))
LITERALS = Layout("literals", (4,), from_facts=True, in_ring=True)
LINK = Layout("missing link", (2, 2, 1), from_facts=True)
LINK_OF_PAIR = Layout("missing link of a pair", (2, 2, 1, 1))


def layouts(params: Params, question_type: str) -> tuple[Layout, ...]:
    """The possible layouts of a question type."""
    with_literals = params.content == "literals"
    if question_type == "missing":
        return (LINK,) if with_literals else (LINK_OF_PAIR,)
    return (GRID, LITERALS) if with_literals else (GRID,)


_PLACES = tuple((kind, slot) for kind in RULES for slot in (0, SLOTS[kind] - 1))
"""Where an end can be; the two literals of a compound antecedent count as one place."""

_PLACES_OF_CONDITIONALS = ((Kind.CONDITIONAL, 0), (Kind.CONDITIONAL, 1))


class Plan(NamedTuple):
    """The forms of a passage: a place for each set of mirrored ends, and the rest.

    `sizes` are the numbers of middle variables in its propositions, ends first.
    """

    layout: Layout
    places: tuple[tuple[Kind, int], ...]
    others: list[Kind]
    middles: int
    sizes: list[int]


class Arrangement(NamedTuple):
    """A plan with its variables: those of the ends, and the middle ones of each proposition."""

    plan: Plan
    ends: list[int]
    hands: list[list[int]]

    @property
    def n_signs(self) -> int:
        """The number of signs to draw: one per slot, shared by mirrored propositions."""
        mirrored = sum(SLOTS[kind] - 1 for kind, _ in self.plan.places)
        return mirrored + sum(SLOTS[kind] for kind in self.plan.others)


class Mirrored(NamedTuple):
    """A passage, and the goal literals of its ends, by set of mirrored ones."""

    passage: list[Proposition]
    goals: list[list[int]]


def arrangements(
    params: Params, question_type: str, layout: Layout, rng: Random
) -> Iterator[Arrangement]:
    """Endless arrangements of the layout, whatever their passages entail."""
    n_ends = sum(layout.ends)
    while True:
        plan = _plan(params, question_type, layout, rng)
        variables = rng.sample(range(1, VARIABLES + 1), n_ends + plan.middles)
        hands = _hands(plan, variables[n_ends:], rng)
        if hands is not None:
            yield Arrangement(plan, variables[:n_ends], hands)


def signed(arrangement: Arrangement, signs: Sequence[int], rng: Random) -> Mirrored:
    """The passage with these signs (1 or -1); those of the ends are drawn, since any will do."""
    plan, ends, hands = arrangement
    following = iter(signs)
    passage: list[Proposition] = []
    goals: list[list[int]] = []
    for (kind, slot), k in zip(plan.places, plan.layout.ends, strict=True):
        pattern = [next(following) for _ in range(SLOTS[kind] - 1)]
        goals.append([])
        for at in range(len(passage), len(passage) + k):
            end = ends[at] if rng.random() < 0.5 else -ends[at]
            literals = [one * middle for one, middle in zip(pattern, hands[at], strict=True)]
            literals.insert(slot, end)
            passage.append(Proposition(kind, tuple(literals)))
            goals[-1].append(goal_sign(kind, slot) * end)
    for kind, hand in zip(plan.others, hands[len(passage) :], strict=True):
        passage.append(Proposition(kind, tuple([middle * next(following) for middle in hand])))
    return Mirrored(passage, goals)


def options_of(layout: Layout, goals: Sequence[Sequence[int]]) -> list[Option]:
    """The four options between these goals.

    A pair leads from the source of a first end to the goal of a second. A missing link leads the
    other way, from what the passage may reach to what may reach the conclusion.
    """
    if layout is LITERALS:
        return [(goal,) for goal in goals[0]]
    way = -1 if layout is GRID else 1
    return [(way * first, -way * second) for first in goals[0] for second in goals[1]]


def conclusion_of(layout: Layout, goals: Sequence[Sequence[int]]) -> Option:
    """The conclusion of a passage of type `missing`."""
    concluded = goals[2][0]
    return (concluded,) if layout is LINK else (-goals[3][0], concluded)


def _plan(params: Params, question_type: str, layout: Layout, rng: Random) -> Plan:
    """Forms whose slots let every middle variable occur equally often, at least twice."""
    n_ends = sum(layout.ends)
    free = VARIABLES - n_ends
    # three of four pairs are entailed only where something joins the middle variables
    fewest = n_ends + (layout.from_facts or question_type == "3e1c")
    most = params.propositions - (question_type == "missing")
    kinds = (*RULES, Kind.LITERAL) if layout.from_facts else RULES
    # with two middle variables, propositions that have both could not be distinguished
    where = _PLACES if free > 2 else _PLACES_OF_CONDITIONALS
    while True:
        places = tuple([_one_of(where, rng) for _ in layout.ends])
        others = [Kind.LITERAL] * layout.from_facts
        n_others = rng.randint(fewest, most) - n_ends
        others += [_one_of(kinds, rng) for _ in range(n_others - len(others))]
        sizes: list[int] = []
        for (kind, _), k in zip(places, layout.ends, strict=True):
            sizes += [SLOTS[kind] - 1] * k
        sizes += [SLOTS[kind] for kind in others]
        total = sum(sizes)
        least = free if layout.in_ring else min(free, 3)
        fitting = [n for n in range(least, min(free, total // 2) + 1) if total % n == 0]
        if fitting:
            return Plan(layout, places, others, _one_of(fitting, rng), sizes)


def _hands(plan: Plan, middles: list[int], rng: Random) -> list[list[int]] | None:
    """The middle variables of each proposition, dealt evenly; None at a dead end."""
    sizes, ring = plan.sizes, list[list[int]]()
    if plan.layout.in_ring:
        n_ends = sum(plan.layout.ends)
        ring = [(middles[at:] + middles[:at])[: sizes[0]] for at in range(n_ends)]
        sizes = sizes[n_ends:]
    rest = _dealt(middles, sizes, rng)
    return None if rest is None else ring + rest


def _dealt(middles: list[int], sizes: Sequence[int], rng: Random) -> list[list[int]] | None:
    deck = middles * (sum(sizes) // len(middles))
    rng.shuffle(deck)
    hands = []
    for size in sizes:
        hand: list[int] = []
        at = len(deck)
        while len(hand) < size:
            at -= 1
            if at < 0:
                return None
            if deck[at] not in hand:
                hand.append(deck.pop(at))
        hands.append(hand)
    return hands


def _one_of(choices: Sequence[Choice], rng: Random) -> Choice:
    return choices[int(rng.random() * len(choices))]
