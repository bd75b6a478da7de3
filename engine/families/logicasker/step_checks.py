"""Checks a stored derivation step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.items import Step, Traits
from engine.families.logicasker.rules.instances import is_schema_instance
from engine.families.logicasker.rules.skills import schemas, skill_of
from engine.logic import Formula, parse, show


def step_problems(
    premises: Sequence[Formula],
    conclusion: Formula,
    steps: Sequence[Step],
    traits: Traits,
) -> Iterator[str]:
    """Yield what is wrong with a derivation, or with the traits it determines.

    Each step is replayed by the schema matcher, which the search for derivations does not use.
    """
    derived = list(premises)
    heights = [0] * len(premises)
    for number, step in enumerate(steps, 1):
        if not all(0 <= source < len(derived) for source in step.sources):
            yield f"step {number} cites a later step"
            return
        schema = schemas().get(step.form)
        if schema is None or skill_of()[step.form].is_fallacy:
            yield f"step {number} names no sound rule: {step.form!r}"
            return
        formula = parse(step.formula)
        if not is_schema_instance(schema, [derived[s] for s in step.sources], formula):
            yield f"step {number} is not an instance of {step.form}"
            return
        derived.append(formula)
        heights.append(1 + max((heights[s] for s in step.sources), default=0))
    if not steps or derived[-1] != conclusion:
        yield f"the derivation does not end in {show(conclusion)}"
        return
    if (traits.depth, traits.forms) != (len(steps), tuple(step.form for step in steps)):
        yield "length or forms are not those of the derivation"
    if traits.height != heights[-1]:
        yield f"height {traits.height} is stored, but the derivation has {heights[-1]}"
