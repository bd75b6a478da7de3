"""The steps that built an argument, and the derivation they form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

from engine.families.logicasker.derivation import Derivation, DerivationStep
from engine.families.logicasker.rules.instances import is_schema_instance
from engine.families.logicasker.rules.skills import schemas
from engine.families.logicasker.unifying import with_meanings
from engine.logic import Formula
from engine.logic.judging import interned, with_names


class Step(NamedTuple):
    """A conclusion that a schema draws from premises."""

    form: str
    premises: tuple[Formula, ...]
    conclusion: Formula

    def with_meanings(self, meanings: Mapping[str, Formula]) -> Step:
        """The step with letters standing for more."""
        premises = tuple(with_meanings(premise, meanings) for premise in self.premises)
        return Step(self.form, premises, with_meanings(self.conclusion, meanings))

    def with_names(self, names: Mapping[str, str]) -> Step:
        """The step with its symbols renamed."""
        premises = tuple(interned(with_names(premise, names)) for premise in self.premises)
        return Step(self.form, premises, interned(with_names(self.conclusion, names)))


def derivation_by(premises: Sequence[Formula], steps: Sequence[Step]) -> Derivation:
    """The derivation that uses each premise and each step once."""
    places = {premise: at for at, premise in enumerate(premises)}
    heights = [0] * len(premises)
    found: list[DerivationStep] = []
    for step in steps:
        sources = _in_the_order_of(step.form, step.premises, step.conclusion)
        cited = tuple(places[source] for source in sources)
        places[step.conclusion] = len(heights)
        heights.append(1 + max(heights[at] for at in cited))
        found.append(DerivationStep(step.conclusion, step.form, cited))
    return Derivation(tuple(found), len(found), heights[-1])


def _in_the_order_of(
    form: str, premises: Sequence[Formula], conclusion: Formula
) -> tuple[Formula, ...]:
    """Put premises in the listed schema's order, which differs for a fallacy's twin."""
    listed = schemas()[form]
    return next(
        order for order in permutations(premises) if is_schema_instance(listed, order, conclusion)
    )
