"""Why premises rule something out: what follows from them, step by step by the listed rules.

Either a formula that denies it; or, where no rule leads there, two that cannot both be true, from
the premises and what is ruled out together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.core.items import Step
from engine.families.logicasker.derivation import Derivation, derivation
from engine.families.logicasker.edits import denials
from engine.families.logicasker.language import canonical
from engine.logic import (
    Exists,
    Forall,
    Formula,
    Not,
    Predicate,
    Quantified,
    Standing,
    Variable,
    alpha_equivalent,
    postorder,
    show,
)
from engine.logic.judging import our_standing

FURTHER = 3
"""Steps beyond those of the sound argument up to which a derivation is sought."""

Formulas = tuple[Formula, ...]


class Clash(NamedTuple):
    """Steps from what is given to two formulas that cannot both be true.

    `opposed` are these two, as indexes: of what is given, then of the steps.
    """

    steps: tuple[Step, ...]
    opposed: tuple[int, int]
    is_plain: bool


def refutation(premises: Formulas, query: Formula, limit: int) -> Derivation | None:
    """A shortest derivation of a formula that denies the query; None up to this length."""
    found = (derivation(premises, one, limit) for one in _denials(query) if one not in premises)
    return min(filter(None, found), key=lambda one: one.length, default=None)


def clash_with(premises: Formulas, query: Formula, limit: int) -> Clash | None:
    """What the premises and the query lead to that cannot be; None up to this length.

    Formulas of which one plainly denies the other, if there are such; else any two.
    """
    given = tuple(dict.fromkeys((*premises, query)))
    found = [
        _joined(given, (one, first), (other, second), is_plain=_is_plain(one, other))
        for one in _claims(given)
        if (first := _way(given, one, limit)) is not None
        for other in _denials(one)
        if (second := _way(given, other, limit)) is not None
    ]
    return min(found, key=lambda clash: (not clash.is_plain, len(clash.steps)), default=None)


def _is_plain(one: Formula, other: Formula) -> bool:
    """Whether one is the other with a ¬, or they say opposite things with one symbol."""
    if alpha_equivalent(other, Not(one)) or alpha_equivalent(one, Not(other)):
        return True
    body = one.body if isinstance(one, Quantified) else one
    return isinstance(body.operand if isinstance(body, Not) else body, Predicate)


def as_steps(found: Derivation) -> tuple[Step, ...]:
    """The steps as they are stored."""
    return tuple(Step(show(step.formula), step.form, step.sources) for step in found.steps)


def _denials(formula: Formula) -> list[Formula]:
    denied = dict.fromkeys(map(canonical, denials(formula)))
    return [one for one in denied if our_standing([one], formula) is Standing.REFUTED]


def _claims(given: Formulas) -> Iterator[Formula]:
    """What is given, and what could be said with one of its symbols."""
    yield from given
    x = Variable("x")
    found: dict[Formula, None] = {}
    for node in (node for formula in given for node in postorder(formula)):
        if not isinstance(node, Predicate):
            continue
        is_open = any(isinstance(term, Variable) for term in node.args)
        if not is_open:
            found[node] = None
        elif node.args == (x,):
            for literal in (node, Not(node)):
                found |= dict.fromkeys((Forall(x, literal), Exists(x, literal)))
    yield from (one for one in found if one not in given)


def _way(given: Formulas, wanted: Formula, limit: int) -> Derivation | None:
    """How one gets to a formula; without a step, if it is given."""
    if any(alpha_equivalent(wanted, one) for one in given):
        return Derivation((), 0, 0)
    return derivation(given, wanted, limit)


def _joined(
    given: Formulas,
    one: tuple[Formula, Derivation],
    other: tuple[Formula, Derivation],
    *,
    is_plain: bool,
) -> Clash:
    """Both ways one after the other; what both take is stated once."""
    reached = {formula: at for at, formula in enumerate(given)}
    steps: list[Step] = []
    for _, way in (one, other):
        local = list(given)
        for step in way.steps:
            local.append(step.formula)
            if step.formula not in reached:
                sources = tuple(reached[local[source]] for source in step.sources)
                reached[step.formula] = len(given) + len(steps)
                steps.append(Step(show(step.formula), step.form, sources))
    return Clash(tuple(steps), (reached[one[0]], reached[other[0]]), is_plain)
