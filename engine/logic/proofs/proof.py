"""Shortest proofs from named argument forms, found by exhaustive search.

The search itself is `engine.logic.proofs.proof_search`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.logic.proofs.proof_search import (
    BASIC_FORMS,
    CATEGORICAL_FORMS,
    ClauseSearch,
    Search,
)
from engine.logic.syntax import Formula

__all__ = ["BASIC_FORMS", "CATEGORICAL_FORMS", "Proof", "ProofStep", "minimal_proof"]


class ProofStep(NamedTuple):
    """`formula` follows by `form` from `sources`: premise indexes, then n_premises + step index."""

    formula: Formula
    form: str
    sources: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """A smallest proof tree, each formula listed once, conclusion last.

    `height` is the number of steps on the longest chain from a premise to the conclusion.
    """

    steps: tuple[ProofStep, ...]
    height: int
    n_premises: int

    @property
    def premises_used(self) -> tuple[int, ...]:
        """Indexes of the premises the proof rests on, ascending."""
        return tuple(sorted({s for t in self.steps for s in t.sources if s < self.n_premises}))


def minimal_proof(
    premises: Sequence[Formula],
    goal: Formula,
    *,
    by_clauses: bool = False,
    max_steps: int | None = None,
) -> Proof | None:
    """The smallest proof of `goal` by the seven argument forms, or None where there is none.

    `by_clauses`: compounds count as clauses, and modus ponendo tollens is a form too.

    Among proofs with equally few steps the one is returned that forms fewest compounds foreign to
    premises and goal (modus ponens twice rather than hypothetical syllogism and modus ponens),
    then one of least height; ties are broken by the order of the premises. With
    `max_steps`, proofs of more steps are not looked for.
    """
    search, goal_number = _prepared(premises, goal, by_clauses)
    if not search.run(goal_number, max_steps):
        return None
    positions: dict[int, int] = {}
    for index, premise in enumerate(premises):
        positions.setdefault(search.ids[premise], index)
    steps: list[ProofStep] = []
    for number in _in_order(search, goal_number):
        form, sources = search.how[number]
        cited = tuple(positions[source] for source in sources)
        positions[number] = len(premises) + len(steps)
        steps.append(ProofStep(search.formula(number), form, cited))
    return Proof(tuple(steps), search.settled[goal_number][2], len(premises))


def _prepared(
    premises: Sequence[Formula],
    goal: Formula,
    by_clauses: bool,
) -> tuple[Search, int]:
    search = ClauseSearch() if by_clauses else Search()
    for number in [search.intern(premise) for premise in premises]:
        search.best[number] = (0, 0, 0)
        search.queue.append(((0, 0, 0), number))
    goal_number = search.intern(goal)
    search.n_given = len(search.kinds)
    search.queue.sort()
    return search, goal_number


def _in_order(search: Search, goal: int) -> Iterator[int]:
    """The derived formulas the goal rests on, sources first, each once."""
    seen: set[int] = set()
    stack = [(goal, False)]
    while stack:
        number, ready = stack.pop()
        if ready:
            yield number
        elif number not in seen and number in search.how:
            seen.add(number)
            stack.append((number, True))
            stack.extend((source, False) for source in reversed(search.how[number][1]))
