"""Respondents that reason: a prover of limited length, and the solver as ceiling.

They read the formulas of the premises and of the statement, never the certificate.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.items import Item, Label
from engine.logic import Standing, negate, parse, standing
from engine.logic.proofs import minimal_proof
from engine.prompts import answer_line

LONGEST = 7
"""The longest proof that any of the provers looks for, in steps."""


@dataclass(frozen=True, slots=True)
class Prover:
    """Answers by the shortest proof from the seven argument forms if it has at most `steps` steps.

    Its accuracy on a sound data set falls off exactly where the depth passes `steps`: what it
    cannot prove either way it calls uncertain.
    """

    steps: int
    kind: str = "baseline"

    @property
    def name(self) -> str:
        """`prover-` and the number of steps."""
        return f"prover-{self.steps}"

    def answer(self, item: Item) -> str:
        """True or false where a short enough proof says so, else uncertain."""
        label, length = _shortest(item.premises, item.query)
        return answer_line(label if length <= self.steps else Label.UNCERTAIN)


@lru_cache(maxsize=32_768)
def _shortest(premises: tuple[str, ...], query: tuple[str, ...]) -> tuple[Label, int]:
    """The label that the shortest proof gives, and its number of steps."""
    known = [parse(premise) for premise in premises]
    goal = parse(query[0])
    best: tuple[Label, int] = (Label.UNCERTAIN, 0)
    limit = LONGEST
    for label, target in ((Label.TRUE, goal), (Label.FALSE, negate(goal))):
        proof = minimal_proof(known, target, max_steps=limit)
        if proof is not None and (best[0] is Label.UNCERTAIN or len(proof.steps) < best[1]):
            best = (label, len(proof.steps))
    return best


@dataclass(frozen=True, slots=True)
class Solver:
    """The ceiling: decides entailment exactly, so it fails only where a gold label is wrong."""

    name: str = "solver"
    kind: str = "ceiling"

    def answer(self, item: Item) -> str:
        """The label that the premises settle."""
        premises = [parse(premise) for premise in item.premises]
        verdict = standing(premises, parse(item.query[0]))
        if verdict is Standing.ENTAILED:
            return answer_line(Label.TRUE)
        if verdict is Standing.REFUTED:
            return answer_line(Label.FALSE)
        if verdict is Standing.UNDETERMINED:
            return answer_line(Label.UNCERTAIN)
        return "The passage contradicts itself, so that none of the answers fits it."
