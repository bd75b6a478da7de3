"""Derives why premises refute a formula, step by step by the listed rules.

Either a formula that contradicts it follows; or, where no rule leads there, the premises and the
formula together lead to two that cannot both be true.
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
"""How many steps more than the sound argument's a derivation may have."""

Formulas = tuple[Formula, ...]


class Clash(NamedTuple):
    """Steps from the given formulas to two that cannot both be true.

    `opposed` are the two, as indexes into the given formulas followed by the steps.
    """

    steps: tuple[Step, ...]
    opposed: tuple[int, int]
    is_plain: bool


def refutation(premises: Formulas, query: Formula, limit: int) -> Derivation | None:
    """A shortest derivation of a formula that contradicts the query; None up to this length."""
    found = (derivation(premises, one, limit) for one in _denials(query) if one not in premises)
    return min(filter(None, found), key=lambda one: one.length, default=None)


def clash_with(premises: Formulas, query: Formula, limit: int) -> Clash | None:
    """A contradiction that the premises and the query lead to; None up to this length.

    Prefers two formulas of which one plainly negates the other.
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
    """Whether one is the other with a ¬, or they say opposite things about one symbol."""
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
    """The given formulas, and simple ones about one of their symbols."""
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
    """A derivation of a formula; an empty one, if it is given."""
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
    """Both derivations in sequence; shared steps come once."""
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
