"""What both recipes construct: a passage, four options, and the answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from engine.families.divlogiceval.propositions import Kind, Proposition
from engine.families.divlogiceval.relation import Option


class Question(NamedTuple):
    """One question as logic. In type `missing`, `passage` lists the premises that are stated.

    `structure` says how the options relate; `conclusion` is the conclusion of a passage of type
    `missing`.
    """

    passage: tuple[Proposition, ...]
    key: Proposition
    others: tuple[Proposition, ...]
    conclusion: Proposition | None
    structure: str


class Rejected(Exception):
    """A candidate that makes no question; the message is the reason, which is counted."""


ATTEMPTS = 100_000
"""Candidates before a group is given up. Even the rarest settings need only thousands."""


def first_accepted(draw: Callable[[], Question], rejected: Counter[str]) -> Question:
    """The first candidate that is not `Rejected`; earlier ones are counted by reason.

    Raises:
        RuntimeError: all were rejected, which would be a fault of the construction.
    """
    for _ in range(ATTEMPTS):
        try:
            return draw()
        except Rejected as reason:
            rejected[str(reason)] += 1
    raise RuntimeError(f"no question in {ATTEMPTS:,} candidates: {dict(rejected)}")


def as_proposition(option: Option) -> Proposition:
    """An option as a proposition: a literal, or a pair as a conditional."""
    return Proposition(Kind.LITERAL if len(option) == 1 else Kind.CONDITIONAL, option)


# Reasons for rejecting candidates, in the dataset card's words.
SPENT = "no variable may occur again"
REPEATED = "a proposition is repeated"
UNSATISFIABLE = "the passage contradicts itself"
TOO_FEW = "too little is entailed to choose from, or too much"
SHORT = "fewer propositions than required suffice"
UNNEEDED = "no proposition is necessary for the conclusion"
