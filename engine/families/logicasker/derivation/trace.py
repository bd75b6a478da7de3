"""Reads a derivation off a finished search: formulas the conclusion rests on, and their rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.families.logicasker.derivation.patterns import Pattern
from engine.families.logicasker.derivation.terms import Terms
from engine.logic.syntax import Formula

Application = tuple[Pattern, tuple[int, ...], tuple[int, ...]]
"""A rule, the quantifiers above its premises, and the formulas it takes."""


@dataclass(frozen=True, slots=True)
class DerivationStep:
    """`formula` follows by the schema `form` from `sources`, in the order of its premises.

    Sources are premise indexes, or n_premises + step index.
    """

    formula: Formula
    form: str
    sources: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Derivation:
    """A shortest derivation, each formula once, the conclusion last.

    `length` is its size as a tree, which exceeds the number of steps if one is used twice. `height`
    is the number of steps on its longest chain.
    """

    steps: tuple[DerivationStep, ...]
    length: int
    height: int


def traced(
    goal: int, premises: Sequence[int], how: Mapping[int, Application], length: int, terms: Terms
) -> Derivation:
    """The derivation of a conclusion; formulas are numbers of `terms`."""
    positions: dict[int, int] = {}
    for index, number in enumerate(premises):
        positions.setdefault(number, index)
    heights = dict.fromkeys(positions, 0)
    steps: list[DerivationStep] = []
    for number in _in_order(goal, how):
        rule, quantifiers, sources = how[number]
        heights[number] = 1 + max(heights[source] for source in sources)
        cited = tuple(positions[source] for source in sources)
        positions[number] = len(premises) + len(steps)
        steps.append(DerivationStep(terms.formula(number), rule.key_in(quantifiers), cited))
    return Derivation(tuple(steps), length, heights[goal])


def _in_order(goal: int, how: Mapping[int, Application]) -> Iterator[int]:
    """The derived formulas a conclusion rests on, sources first, each once."""
    seen: set[int] = set()
    stack = [(goal, False)]
    while stack:
        number, is_ready = stack.pop()
        if is_ready:
            yield number
        elif number not in seen and number in how:
            seen.add(number)
            stack.append((number, True))
            stack.extend((source, False) for source in reversed(how[number][-1]))
