"""A question before it has words, and what it takes to be one of its kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from engine.families.logicasker.rules.instances import is_schema_instance
from engine.families.logicasker.rules.lifting import Schema
from engine.logic import Entailment, Exists, Forall, Formula, Quantified, negate
from engine.logic.judging import our_entailment, z3_entailment
from engine.logic.proofs.proof import ProofStep


class Rejected(Exception):
    """A candidate that is rejected; the message is the reason, by which rejections are counted."""


@dataclass(frozen=True, slots=True)
class Proof:
    """An argument that follows, in steps that rest on premises and earlier steps.

    The form of a step is the key of its schema, and its sources are in the order of the schema's
    premises. `height` is the number of steps on the longest chain.
    """

    premises: tuple[Formula, ...]
    steps: tuple[ProofStep, ...]
    height: int

    @property
    def conclusion(self) -> Formula:
        """What the last step derives."""
        return self.steps[-1].formula

    def renamed(self, change: Callable[[Formula], Formula]) -> Proof:
        """The proof with every formula changed."""
        steps = tuple(one._replace(formula=change(one.formula)) for one in self.steps)
        return replace(self, premises=tuple(map(change, self.premises)), steps=steps)

    def reordered(self, order: Sequence[int]) -> Proof:
        """The proof with its premises in another order."""
        places = {at: place for place, at in enumerate(order)}
        steps = tuple(
            one._replace(sources=tuple(places.get(at, at) for at in one.sources))
            for one in self.steps
        )
        return replace(self, premises=tuple(self.premises[at] for at in order), steps=steps)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: premises, and a conclusion that follows or not.

    `proof` derives the conclusion, or what contradicts it; where the conclusion is open, it is that
    of the contrast that follows (none as published). `form` is the key of the rule or fallacy asked
    about, `edit` what distinguishes the question from the one that follows, and `n_idle` counts the
    premises that the proof does not use.
    """

    kind: str
    premises: tuple[Formula, ...]
    query: Formula
    form: str
    edit: str
    proof: Proof | None
    n_idle: int

    @property
    def derived(self) -> tuple[Formula, ...]:
        """The formulas that the proof derives."""
        steps = self.proof.steps if self.proof else ()
        return tuple(step.formula for step in steps)

    def renamed(self, change: Callable[[Formula], Formula]) -> Asked:
        """The question with every formula changed."""
        return replace(
            self,
            premises=tuple(map(change, self.premises)),
            query=change(self.query),
            proof=self.proof and self.proof.renamed(change),
        )

    def reordered(self, order: Sequence[int]) -> Asked:
        """The question with its premises in another order."""
        premises = tuple(self.premises[at] for at in order)
        return replace(self, premises=premises, proof=self.proof and self.proof.reordered(order))


def proof_of(
    premises: tuple[Formula, ...], steps: Sequence[tuple[Schema, Sequence[Formula], Formula]]
) -> Proof:
    """The proof whose steps are instances of schemas, from sources in any order."""
    places = {premise: at for at, premise in enumerate(premises)}
    heights = [0] * len(premises)
    found: list[ProofStep] = []
    for schema, sources, conclusion in steps:
        ordered = in_order(schema, sources, conclusion)
        assert ordered is not None
        cited = tuple(places[source] for source in ordered)
        places[conclusion] = len(heights)
        heights.append(1 + max(heights[at] for at in cited))
        found.append(ProofStep(conclusion, schema.key, cited))
    return Proof(premises, tuple(found), heights[-1])


def in_order(
    schema: Schema, sources: Sequence[Formula], conclusion: Formula
) -> tuple[Formula, ...] | None:
    """The sources in the order of the schema's premises; None if that is not a step by it."""
    return next(
        (one for one in permutations(sources) if is_schema_instance(schema, one, conclusion)), None
    )


def contraries(formula: Formula) -> tuple[Formula, ...]:
    """Formulas that cannot be true together with this one: its negations, and of ∀ the contrary.

    >>> from engine.logic import parse, show
    >>> [show(one) for one in contraries(parse("∀x P(x)"))]
    ['¬∀x P(x)', '∃x ¬P(x)', '∀x ¬P(x)']
    """
    if not isinstance(formula, Quantified):
        return (negate(formula),)
    variable, body = formula.variable, negate(formula.body)
    within = (Exists, Forall) if isinstance(formula, Forall) else (Forall,)
    return (negate(formula), *(quantifier(variable, body) for quantifier in within))


def is_decided(premises: Sequence[Formula], query: Formula, wanted: Entailment) -> bool:
    """Whether both procedures find this entailment status."""
    return our_entailment(premises, query) is wanted is z3_entailment(premises, query)
