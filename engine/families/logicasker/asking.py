"""What is asked of a skill at a length: the rules that can be asked, and their questions."""

from __future__ import annotations

from functools import cache
from random import Random

from engine.families.logicasker.asked import Asked, Rejected, contraries, proof_of
from engine.families.logicasker.chains import chain
from engine.families.logicasker.kinds import CONTRADICTION, CORRECT, FALLACY, UNRELATED
from engine.families.logicasker.letters import Letters
from engine.families.logicasker.one_step import one_step
from engine.families.logicasker.rules.instances import FIRST, with_terms
from engine.families.logicasker.rules.lifting import Lift, Schema, X
from engine.families.logicasker.rules.skills import Problem, skill_of
from engine.logic import (
    And,
    Bottom,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Quantified,
    Top,
    atoms,
    free_variables,
    postorder,
)
from engine.logic.judging import interned

_WITHOUT_CONTRAST = ("existential_fallacy",)
"""Fallacies that no exchange makes valid in one step."""
_SKIPPED = ("complement", "idempotent", "identity")
"""Rules that chains would be shorter without: a conditional takes p as it takes ¬¬p."""
_MOST_LETTERS = 2


@cache
def is_asked(schema: Schema) -> bool:
    """Whether a rule can be asked: not with a free variable, nor from or to ⊤ or ⊥ alone."""
    formulas = (*schema.premises, schema.conclusion)
    bodies = [one.body if isinstance(one, Quantified) else one for one in formulas]
    is_trivial = any(isinstance(body, Top | Bottom) for body in bodies)
    is_open = any(map(free_variables, formulas))
    return not (is_trivial or is_open or schema.key in _WITHOUT_CONTRAST)


@cache
def is_chained(schema: Schema) -> bool:
    """Whether chains may start with a rule: not if its sentences or those on it get hard to read.

    A formula has at most two letters, all of them about people within a quantifier, and the
    conclusion joins no conditionals and nothing denied or quantified.
    """
    skill = skill_of()[schema.key]
    formulas = (*schema.premises, schema.conclusion)
    nodes = list(postorder(schema.conclusion))
    is_hard = (
        any(len(atoms(formula)) > _MOST_LETTERS or _is_mixed(formula) for formula in formulas)
        or any(isinstance(node, Implies | Iff) for node in nodes)
        or any(
            isinstance(node, And | Or)
            and any(isinstance(part, Not | Quantified) for part in postorder(node))
            for node in nodes
        )
    )
    return not (skill.is_fallacy or skill.base in _SKIPPED or is_hard)


def _is_mixed(formula: Formula) -> bool:
    """Whether a quantifier is about something that people have no part in."""
    return isinstance(formula, Quantified) and any(
        isinstance(node, Predicate) and not node.args for node in postorder(formula)
    )


def can_be_refuted(schema: Schema) -> bool:
    """Whether a chain that starts with this rule can refute what is asked: not “someone …”."""
    return schema.lift is not Lift.EXISTENTIAL


def group(
    schema: Schema, problem: Problem, length: int, n_members: int, rng: Random
) -> list[Asked]:
    """The question that follows and its contrasts, by the sound recipe.

    Raises:
        Rejected: there is no such contrast.
    """
    last = UNRELATED
    if skill_of()[schema.key].is_fallacy:
        last = FALLACY
    elif problem is Problem.CONTRADICTION:
        last = CONTRADICTION
    kinds = [last] if n_members == 2 else [CONTRADICTION, last]
    return one_step(schema, kinds, rng) if length == 1 else chain(schema, length, kinds, rng)


def as_published(schema: Schema, problem: Problem, rng: Random) -> Asked:
    """One question as in the published data, on simple statements.

    A contradiction negates the conclusion, with ¬ behind its quantifier unless that denies a
    premise; what is unrelated is a new statement.

    Raises:
        Rejected: two formulas are equal.
    """
    letters = Letters(rng)
    given, conclusion = letters.instance_of(schema)
    rng.shuffle(order := list(given))
    premises = tuple(map(interned, order))
    if len({*premises, conclusion}) <= len(premises):
        raise Rejected("repeated formula")
    if skill_of()[schema.key].is_fallacy:
        return Asked(FALLACY, premises, conclusion, schema.key, "none", None, 0)
    proof = proof_of(premises, [(schema, given, conclusion)])
    if problem is Problem.INFERENCE:
        return Asked(CORRECT, premises, conclusion, schema.key, "none", proof, 0)
    if problem is Problem.CONTRADICTION:
        *others, whole = sorted(contraries(conclusion)[:2], key=lambda one: one in premises)
        query = next((one for one in (whole, *others) if one not in premises), whole)
        return Asked(CONTRADICTION, premises, query, schema.key, "a denial", proof, 0)
    query = letters.literal(1 if isinstance(conclusion, Quantified) else 0)
    if isinstance(conclusion, Quantified):
        query = type(conclusion)(X, with_terms(query, {FIRST: X}))
    return Asked(UNRELATED, premises, query, schema.key, "a new statement", proof, 0)
