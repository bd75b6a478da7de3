"""The proof that a block holds if all its joints fit, as the construction knows it.

A chain takes one step a clause. In a loop, the conditionals on either side are combined by
hypothetical syllogism, in halves, until reductio or disjunction elimination concludes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.families.justlogic.one_time_pad import Clause, Display, Literal, Skeleton
from engine.language.expressions import Form
from engine.logic import Formula, Implies
from engine.logic.proofs.proof import Proof, ProofStep

_SYLLOGISMS = {
    Form.DISJUNCTION: "disjunctive_syllogism",
    Form.INCOMPATIBLE: "modus_ponendo_tollens",
}

Says = Callable[[Literal], Formula]


def proof_of(
    skeleton: Skeleton,
    clauses: Sequence[Clause],
    displays: Sequence[Display],
    places: Sequence[int],
    n_premises: int,
    says: Says,
) -> Proof:
    """The proof from a block's premises, which stand at these places among all."""
    building = _Building(n_premises, says)
    if skeleton.is_loop:
        return building.loop(skeleton, clauses, places)
    return building.chain(clauses, displays, places)


class _Building:
    """A proof in the making."""

    def __init__(self, n_premises: int, says: Says) -> None:
        self._n_premises = n_premises
        self._says = says
        self._steps: list[ProofStep] = []

    def _step(self, formula: Formula, form: str, *sources: int) -> int:
        self._steps.append(ProofStep(formula, form, sources))
        return self._n_premises + len(self._steps) - 1

    def chain(
        self, clauses: Sequence[Clause], displays: Sequence[Display], places: Sequence[int]
    ) -> Proof:
        """One step a clause, from the fact."""
        known = places[0]
        for clause, display, place in zip(clauses, displays[1:], places[1:], strict=True):
            form = _SYLLOGISMS.get(display.form)
            if form is None:
                is_forward = display.literals[1] == clause.right
                form = "modus_ponens" if is_forward else "modus_tollens"
            known = self._step(self._says(clause.right), form, place, known)
        return Proof(tuple(self._steps), len(clauses), self._n_premises)

    def loop(self, skeleton: Skeleton, clauses: Sequence[Clause], places: Sequence[int]) -> Proof:
        """Two sides of conditionals, and a disjunction between them if there is one."""
        middle = skeleton.disjunction
        cut = (len(clauses) + 1) // 2 if middle is None else middle
        rest = cut if middle is None else cut + 1
        first, height = self._joined(clauses[:cut], places[:cut])
        second, other = self._joined(clauses[rest:], places[rest:])
        goal = self._says(clauses[0].left)
        if middle is None:
            self._step(goal, "reductio_ad_absurdum", first, second)
        else:
            self._step(goal, "disjunction_elimination", places[middle], first, second)
        return Proof(tuple(self._steps), 1 + max(height, other), self._n_premises)

    def _joined(self, clauses: Sequence[Clause], places: Sequence[int]) -> tuple[int, int]:
        """The source of the conditional that some in a row make, and its height."""
        if len(clauses) == 1:
            return places[0], 0
        half = (len(clauses) + 1) // 2
        first, height = self._joined(clauses[:half], places[:half])
        second, other = self._joined(clauses[half:], places[half:])
        made = Implies(self._says(clauses[0].left.opposite), self._says(clauses[-1].right))
        joined = self._step(made, "hypothetical_syllogism", first, second)
        return joined, 1 + max(height, other)
