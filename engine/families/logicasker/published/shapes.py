"""Picks the intended reading of a published sentence: the one its rule's formulas show.

The published text leaves the scope of some connectives open. Every row names its rule, and rules
are known as formulas (`rules.skills`). Of a row's readings, the one is taken whose sentences have
the shapes of a form of that rule. The published answer plays no part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, permutations, product

from engine.families.logicasker.rules.lifting import Schema
from engine.families.logicasker.rules.skills import Problem, Source, skill_of_id
from engine.logic import Binary, Exists, Forall, Formula, Not, Predicate, Quantified, negate

_MAX_COMBINATIONS = 256
_Bound = dict[str, str]
Argument = tuple[Formula, ...]
"""The premises of a row and, last, its conclusion."""


def arguments(readings: Sequence[Sequence[Formula]]) -> tuple[Argument, ...]:
    """Every combination of the sentences' readings, the conclusion last."""
    return tuple(islice(product(*readings), _MAX_COMBINATIONS))


def of_its_rule(skill_id: str, found: Sequence[Argument]) -> Argument:
    """The reading with the shape of a published form of the skill's rule; else the first.

    A contradictory conclusion has the shape of the negated conclusion or of a negated premise of
    the rule. An unrelated one has no shape of its own.
    """
    if len(found) == 1:
        return found[0]
    skill, problem = skill_of_id()[skill_id]
    schemas = [s for form in skill.forms if form.source is Source.PUBLISHED for s in form.schemas]
    for argument in found:
        if any(_fits(schema, problem, argument) for schema in schemas):
            return argument
    return found[0]


def _fits(schema: Schema, problem: Problem, argument: Argument) -> bool:
    *premises, conclusion = argument
    if len(premises) != len(schema.premises):
        return False
    goals: list[Formula | None]
    match problem:
        case Problem.INFERENCE:
            goals = [schema.conclusion]
        case Problem.CONTRADICTION:
            goals = [d for f in (schema.conclusion, *schema.premises) for d in _denials(f)]
        case _:
            goals = [None]
    for order in permutations(premises):
        pairs = list(zip(schema.premises, order, strict=True))
        for goal in goals:
            if _same_shape([*pairs, *([] if goal is None else [(goal, conclusion)])]):
                return True
    return False


def _denials(formula: Formula) -> Iterator[Formula]:
    """The negation of a formula, and the same with ¬ moved behind its quantifier."""
    yield negate(formula)
    if isinstance(formula, Quantified):
        other = Exists if isinstance(formula, Forall) else Forall
        yield other(formula.variable, negate(formula.body))


def _same_shape(pairs: Sequence[tuple[Formula, Formula]]) -> bool:
    """Whether one renaming of atoms turns every pattern into its formula, ignoring double negation.

    A pattern's letter stands for one atom throughout; two letters may stand for the same.
    """
    bound: _Bound = {}
    pending = list(pairs)
    while pending:
        pattern, formula = pending.pop()
        match _bare(pattern), _bare(formula):
            case Predicate(name=letter), Predicate(name=name):
                if bound.setdefault(letter, name) != name:
                    return False
            case (Binary() | Not() | Quantified()) as one, other if type(one) is type(other):
                pending.extend(zip(one.children, other.children, strict=True))
            case _:
                return False
    return True


def _bare(formula: Formula) -> Formula:
    """Strip double negation from the front, which the published English does not show."""
    while isinstance(formula, Not) and isinstance(formula.operand, Not):
        formula = formula.operand.operand
    return formula
