"""Screens many draws of signs for one arrangement at once.

Most draws make no question, which a few operations on the 256 valuations show. Here these run on
arrays, for many draws at once; `mirrored` examines the rest one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from engine.families.divlogiceval.layouts import (
    Arrangement,
    Mirrored,
    conclusion_of,
    options_of,
    signed,
)
from engine.families.divlogiceval.propositions import (
    SLOTS,
    TRUTH,
    VARIABLES,
    Kind,
    goal_sign,
)
from engine.families.divlogiceval.question import NOT_ONE, UNSATISFIABLE, WITHOUT
from engine.families.divlogiceval.relation import Option

DRAWS = 32
"""Draws of signs for one arrangement: about as many as differ in more than a variable's name."""

Tables = NDArray[np.uint64]
"""Truth tables in words of 64 valuations: one per draw, or one for all."""

_REASONS = (None, UNSATISFIABLE, WITHOUT, NOT_ONE)
_LITERALS: dict[int, Tables] = {
    literal: np.frombuffer(TRUTH[literal].to_bytes(32, "little"), dtype="<u8").astype(np.uint64)
    for variable in range(1, VARIABLES + 1)
    for literal in (variable, -variable)
}


def screened(
    candidates: Iterable[Arrangement], question_type: str, rejected: Counter[str], rng: Random
) -> Iterator[Mirrored]:
    """The passages of the arrangements that may make a question; others are counted by reason."""
    for arrangement in candidates:
        drawn = _draw(arrangement.n_signs, rng)
        found = _screen(arrangement, question_type, drawn)
        done = 0
        for at in np.flatnonzero(found == 0):
            _count(found[done:at], rejected)
            done = int(at) + 1
            yield signed(arrangement, (1 - 2 * drawn[at].astype(np.int8)).tolist(), rng)
        _count(found[done:], rejected)


def _draw(n_signs: int, rng: Random) -> NDArray[np.uint8]:
    """A row of bits for each draw; a set bit negates."""
    total = DRAWS * n_signs
    drawn = np.frombuffer(rng.randbytes(-(-total // 8)), dtype=np.uint8)
    return np.unpackbits(drawn)[:total].reshape(DRAWS, n_signs)


def _count(found: NDArray[np.int8], rejected: Counter[str]) -> None:
    for number, times in enumerate(np.bincount(found, minlength=len(_REASONS)).tolist()):
        reason = _REASONS[number]
        if reason is not None and times:
            rejected[reason] += times


def _screen(
    arrangement: Arrangement, question_type: str, drawn: NDArray[np.uint8]
) -> NDArray[np.int8]:
    """For each draw, the index in `_REASONS` of its rejection."""
    layout = arrangement.plan.layout
    goals = _goals(arrangement)
    rows = _together(arrangement, np.where(drawn, ~np.uint64(0), np.uint64(0)))
    options = options_of(layout, goals)
    if question_type == "missing":
        open_rows = rows & _denied(conclusion_of(layout, goals))
        follows = [~(open_rows & ~_denied(option)).any(axis=1) for option in options]
        follows_without = ~open_rows.any(axis=1)
        sought = 1
    else:
        follows = [~(rows & _denied(option)).any(axis=1) for option in options]
        follows_without = np.zeros(len(drawn), dtype=np.bool_)
        sought = 1 if question_type == "3c1e" else 3
    against = (~rows.any(axis=1), follows_without, np.sum(follows, axis=0) != sought)
    found = np.zeros(len(drawn), dtype=np.int8)
    for number in range(len(against), 0, -1):
        found[against[number - 1]] = number
    return found


def _goals(arrangement: Arrangement) -> list[list[int]]:
    """The goal literals of the ends, all unnegated."""
    plan, remaining = arrangement.plan, iter(arrangement.ends)
    return [
        [goal_sign(kind, slot) * next(remaining) for _ in range(k)]
        for (kind, slot), k in zip(plan.places, plan.layout.ends, strict=True)
    ]


def _together(arrangement: Arrangement, signs: Tables) -> Tables:
    """For each draw, the valuations under which the whole passage is true."""
    plan, ends, hands = arrangement
    rows = np.full((len(signs), 4), ~np.uint64(0))
    used = at = 0
    for (kind, slot), k in zip(plan.places, plan.layout.ends, strict=True):
        for _ in range(k):
            literals = _signed(hands[at], signs, used)
            literals.insert(slot, _LITERALS[ends[at]])
            rows &= _table(kind, literals)
            at += 1
        used += SLOTS[kind] - 1
    for kind, hand in zip(plan.others, hands[at:], strict=True):
        rows &= _table(kind, _signed(hand, signs, used))
        used += SLOTS[kind]
    return rows


def _signed(hand: Sequence[int], signs: Tables, used: int) -> list[Tables]:
    return [_LITERALS[middle] ^ signs[:, used + at, None] for at, middle in enumerate(hand)]


def _table(kind: Kind, literals: Sequence[Tables]) -> Tables:
    """See `propositions.table`."""
    if kind is Kind.LITERAL:
        return literals[0]
    if kind is Kind.CONDITIONAL:
        return ~literals[0] | literals[1]
    if kind is Kind.NOT_BOTH:
        return (literals[0] & literals[1]) | literals[2]
    return ~(literals[0] | literals[1]) | literals[2]


def _denied(option: Option) -> Tables:
    """See `relation.denial`."""
    if len(option) == 1:
        return _LITERALS[-option[0]]
    return _LITERALS[option[0]] & _LITERALS[-option[1]]
