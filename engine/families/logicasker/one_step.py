"""One step: an argument by one rule, and contrasts in which two things are exchanged.

A contrast keeps the conclusion, if any exchange among the premises serves, and every letter, sign,
connective and quantifier as often as it was. The first exchange is taken that both solvers find to
do what is wanted: within one premise, else between two, else with a *bystander*, a premise about
something else. To refute a compound, only the exchange of a ¬ of the bystander with the conclusion
may serve. For a fallacy, the fallacy comes first and the exchange makes it valid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random

from engine.families.logicasker.asked import (
    Asked,
    Proof,
    Rejected,
    contraries,
    in_order,
    is_decided,
    proof_of,
)
from engine.families.logicasker.exchange import Exchange, Formulas, exchanges, is_idle, is_twice
from engine.families.logicasker.kinds import CONTRADICTION, CORRECT, ENTAILMENTS, FALLACY
from engine.families.logicasker.letters import Letters
from engine.families.logicasker.rules.instances import Bound, instance
from engine.families.logicasker.rules.lifting import Schema, X
from engine.families.logicasker.rules.skills import schemas, skill_of
from engine.logic import (
    And,
    Binary,
    Exists,
    Forall,
    Formula,
    Iff,
    Implies,
    Or,
    Predicate,
    Quantified,
    postorder,
)
from engine.logic.judging import can_be_left_out, interned

_TRIES = 20
_FIRST_ALONE = 4
"""Instances tried without a bystander, if any of the first ones has contrasts."""


def one_step(schema: Schema, kinds: Sequence[str], rng: Random) -> list[Asked]:
    """The argument by a rule and its contrasts of these kinds, in one order of the premises.

    Raises:
        Rejected: no exchange serves.
    """
    alone = _stands_alone(schema, tuple(kinds))
    for number in range(_TRIES):
        found = _attempt(schema, kinds, rng, not alone or number >= _FIRST_ALONE)
        if found is not None:
            rng.shuffle(order := list(range(len(found[0].premises))))
            return [one.reordered(order) for one in found]
    raise Rejected("no exchange")


def _attempt(
    schema: Schema, kinds: Sequence[str], rng: Random, has_bystander: bool
) -> list[Asked] | None:
    """A new instance and its contrasts; None if no exchange serves."""
    letters = Letters(rng)
    premises, conclusion = letters.instance_of(schema)
    aside = [_bystander(schema, letters)] if has_bystander else []
    formulas = tuple(map(interned, (*premises, *aside, conclusion)))
    return _group(schema, formulas, len(premises), kinds, rng)


@lru_cache(maxsize=1 << 12)
def _stands_alone(schema: Schema, kinds: tuple[str, ...]) -> bool:
    """Whether a rule has contrasts without a bystander, in one of a few instances."""
    rng = Random(0)
    return any(_attempt(schema, kinds, rng, False) for _ in range(_FIRST_ALONE))


def _group(
    schema: Schema, formulas: Formulas, n: int, kinds: Sequence[str], rng: Random
) -> list[Asked] | None:
    """The question that follows and the contrasts; None if one is lacking."""
    correct, fallacy = _mistaken(schema, formulas, n, rng) if FALLACY in kinds else (None, None)
    if FALLACY not in kinds and (proof := _by_rule(formulas[:-1], n, formulas[-1], (schema,))):
        correct = Asked(CORRECT, *_parted(formulas), schema.key, "none", proof, 0)
    if correct is None or len({*correct.premises, correct.query}) <= len(correct.premises):
        return None
    found = [correct]
    for kind in kinds:
        one = fallacy if kind == FALLACY else _contrast(correct, n, kind, rng)
        if one is None:
            return None
        found.append(one)
    return [replace(one, n_idle=len(formulas) - 1 - n) for one in found]


def _contrast(correct: Asked, n: int, kind: str, rng: Random) -> Asked | None:
    """The first exchange that makes a question of this kind."""
    formulas = (*correct.premises, correct.query)
    for one in _possible(formulas, n, rng, kind):
        premises, query = _parted(one.formulas)
        if not is_decided(premises, query, ENTAILMENTS[kind]):
            continue
        proof = correct.proof
        if kind == CONTRADICTION:
            proof = _refuting(schemas()[correct.form], premises, n, query)
        if proof is not None:
            return Asked(kind, premises, query, correct.form, one.name, proof, 0)
    return None


def _mistaken(
    schema: Schema, formulas: Formulas, n: int, rng: Random
) -> tuple[Asked | None, Asked | None]:
    """The valid argument that the first exchange makes of a fallacy, and the fallacy."""
    premises, query = _parted(formulas)
    for one in _possible(formulas, n, rng, FALLACY):
        given, conclusion = _parted(one.formulas)
        if not is_decided(given, conclusion, ENTAILMENTS[CORRECT]):
            continue
        proof = _by_rule(given, n, conclusion, _sound_schemas(n, type(conclusion).__name__))
        if proof is not None and is_decided(premises, query, ENTAILMENTS[FALLACY]):
            form = proof.steps[0].form
            return (
                Asked(CORRECT, given, conclusion, form, "none", proof, 0),
                Asked(FALLACY, premises, query, schema.key, one.name, proof, 0),
            )
    return None, None


def _possible(formulas: Formulas, n: int, rng: Random, kind: str) -> Iterator[Exchange]:
    """Exchanges in the order in which they are tried; those of one place in any order."""
    last = len(formulas) - 1
    within = [one for at in range(n) for one in exchanges(formulas, (at,))]
    places = [within, exchanges(formulas, range(n))]
    if last > n:
        places = [exchanges(formulas, range(last))]
        if kind == CONTRADICTION:
            places.append(exchanges(formulas, (n, last)))
    if n == 1 and kind == FALLACY:
        turned = (formulas[-1], *formulas[1:-1], formulas[0])
        places.append([Exchange("premise and conclusion exchanged", turned)])
    for group in places:
        found = [one for one in group if _is_plain(one.formulas, formulas)]
        yield from rng.sample(found, len(found))


def _is_plain(made: Formulas, formulas: Formulas) -> bool:
    """Whether an exchange repeats no formula and leaves none idle or twice denied."""
    if len(set(made)) < len(made):
        return False
    changed = [(one, old) for one, old in zip(made, formulas, strict=True) if one != old]
    return not any(
        fault(one) and not fault(old) for one, old in changed for fault in (is_idle, is_twice)
    )


def _parted(formulas: Formulas) -> tuple[Formulas, Formula]:
    return formulas[:-1], formulas[-1]


def _by_rule(
    premises: Formulas, n: int, conclusion: Formula, known: Sequence[Schema]
) -> Proof | None:
    """The conclusion in one step from the first `n` premises, each needed, by a rule that fits."""
    for schema in known:
        if in_order(schema, premises[:n], conclusion):
            if can_be_left_out(premises[:n], conclusion):
                return None
            return proof_of(premises, [(schema, premises[:n], conclusion)])
    return None


def _refuting(schema: Schema, premises: Formulas, n: int, query: Formula) -> Proof | None:
    """What contradicts the query, in one step by a rule of the skill."""
    known = (schema, *skill_of()[schema.key].schemas)
    for contrary in contraries(query):
        if contrary not in premises:
            proof = _by_rule(premises, n, interned(contrary), known)
            if proof is not None:
                return proof
    return None


@lru_cache(maxsize=64)
def _sound_schemas(n: int, concluded: str) -> tuple[Schema, ...]:
    """The rules with this many premises and such a conclusion, or any; published ones first."""
    found = [
        (skill_of()[key], schema)
        for key, schema in schemas().items()
        if len(schema.premises) == n
        and type(schema.conclusion).__name__ in (concluded, "Predicate")
    ]
    sound = [(skill, schema) for skill, schema in found if not skill.is_fallacy]
    sound.sort(key=lambda one: not one[0].is_published)
    return tuple(schema for _, schema in sound)


def _bystander(schema: Schema, letters: Letters) -> Formula:
    """A premise on two letters of its own, which no step needs."""
    rng = letters.rng
    if not _is_about_people(schema):
        left, right = letters.literal(0), letters.literal(0)
        return rng.choice(_JOINED)(left, right)
    quantifier = rng.choice((Forall, Exists))
    bound: Bound = {"P": letters.literal(1), "Q": letters.literal(1)}
    join = rng.choice(_JOINED[1:] if quantifier is Forall else _JOINED[:2])
    return quantifier(X, instance(join(_P, _Q), bound))


_JOINED: tuple[type[Binary], ...] = (And, Or, Implies, Iff)
_P, _Q = Predicate("P", (X,)), Predicate("Q", (X,))


@lru_cache(maxsize=1 << 10)
def _is_about_people(schema: Schema) -> bool:
    formulas = (*schema.premises, schema.conclusion)
    return any(
        isinstance(node, Quantified) or (isinstance(node, Predicate) and node.args)
        for formula in formulas
        for node in postorder(formula)
    )
