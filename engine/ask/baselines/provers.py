"""Respondents that reason: a prover limited to short proofs, and the solver as oracle.

They read the formulas of the premises and of the statement or options, never the certificate.
Provers and solvers are imported on use, so that runs of models do not load them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.ask.baselines.cues import answer_for
from engine.ask.baselines.formal import worked_out
from engine.ask.prompts import answer_line
from engine.core.items import AnswerKind, Item, Label
from engine.core.rotations import is_single_choice
from engine.logic import Entailment, Formula, entailment, negate, parse

LONGEST = 7
"""The longest proof that any prover searches for, in steps."""


@dataclass(frozen=True, slots=True)
class Prover:
    """A bounded reasoner: uses proofs of at most `steps` applications of the argument forms.

    It reads compounds as clauses, in whichever of their two ways they are displayed.

    It answers uncertain if it can prove neither side. So its accuracy on a sound data set drops
    exactly where the depth exceeds `steps`.
    """

    steps: int
    kind: str = "baseline"

    @property
    def name(self) -> str:
        """`prover-` and the number of steps."""
        return f"prover-{self.steps}"

    def answer(self, item: Item) -> str:
        """True or false if a short enough proof exists, else uncertain."""
        label, length = _shortest(item.premises, item.query)
        return answer_line(label if length <= self.steps else Label.UNCERTAIN)


@lru_cache(maxsize=32_768)
def _shortest(premises: tuple[str, ...], query: tuple[str, ...]) -> tuple[Label, int]:
    """The label that the shortest proof establishes, and its number of steps."""
    from engine.logic.proofs.proof import minimal_proof

    known = [parse(premise) for premise in premises]
    goal = parse(query[0])
    best: tuple[Label, int] = (Label.UNCERTAIN, 0)
    limit = LONGEST
    for label, target in ((Label.TRUE, goal), (Label.FALSE, negate(goal))):
        proof = minimal_proof(known, target, by_clauses=True, max_steps=limit)
        if proof is not None and (best[0] is Label.UNCERTAIN or len(proof.steps) < best[1]):
            best = (label, len(proof.steps))
    return best


_LABELS = {
    Entailment.ENTAILED: Label.TRUE,
    Entailment.REFUTED: Label.FALSE,
    Entailment.UNDETERMINED: Label.UNCERTAIN,
}


@dataclass(frozen=True, slots=True)
class Solver:
    """The oracle: decides entailment exactly, so it fails only if a gold label is wrong."""

    name: str = "solver"
    kind: str = "oracle"

    def answer(self, item: Item) -> str:
        """The correct label, letter, formula, structure or set."""
        from engine.logic.judging import our_entailment

        if item.answer_kind is not AnswerKind.LABEL:
            return worked_out(item)
        premises = [parse(premise) for premise in item.premises]
        if is_single_choice(item):
            return _one_of(fitting(item, premises))
        label = _LABELS.get(our_entailment(premises, parse(item.query[0])))
        if label is not None:
            return answer_line(answer_for(item, label))
        return "The passage contradicts itself, so that none of the answers fits it."


def fitting(item: Item, premises: Sequence[Formula]) -> list[str]:
    """The letters of the options that the item's question type asks for.

    `3c1e` asks for what the premises entail, `3e1c` for what they do not, and `missing` for what
    makes them entail the conclusion. `query` has the conclusion before the options' formulas.
    """
    k = len(item.options)
    conclusion, formulas = item.query[:-k], [parse(formula) for formula in item.query[-k:]]
    if item.traits.question_type == "missing" and conclusion:
        goal = parse(conclusion[0])
        fits = [_entailed([*premises, formula], goal) for formula in formulas]
    else:
        wanted = item.traits.question_type != "3e1c"
        fits = [_entailed(premises, formula) is wanted for formula in formulas]
    return [option.key for option, fit in zip(item.options, fits, strict=False) if fit]


def _entailed(premises: Sequence[Formula], goal: Formula) -> bool:
    return entailment(premises, goal) is Entailment.ENTAILED


def _one_of(letters: Sequence[str]) -> str:
    if len(letters) == 1:
        return answer_line(letters[0])
    return f"{len(letters)} of the options fit the question, so that none is the answer."
