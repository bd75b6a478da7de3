"""What a simplification discards, which may hold literals that no other premise has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random

from engine.families.logicasker.fresh import Fresh
from engine.families.logicasker.rules.instances import FIRST, SECOND, Bound, bindings, instance
from engine.families.logicasker.rules.lifting import Schema
from engine.families.logicasker.rules.skills import schemas
from engine.logic import And, Formula, Not, Or, Predicate, atoms, negate

_SHOWN = 0.5
"""How often an argument with nothing to hide still discards letters of the conclusion."""
_MOST = 2


def literals_aside(
    hidden: Sequence[Formula], bound: Bound, conclusion: Formula, rng: Random
) -> Sequence[Formula]:
    """The literals to discard: `hidden` ones in bound letters, else sometimes others."""
    known: Sequence[Formula] = [_plain(instance(one, bound)) for one in hidden]
    if not known and rng.random() < _SHOWN:
        known = [negate(one) if rng.random() < 0.5 else one for one in letters_of(conclusion)]
    return rng.sample(known, min(len(known), _MOST))


def ways_aside(
    target: Formula, literals: Sequence[Formula], known: Sequence[Schema], fresh: Fresh
) -> Iterator[tuple[Schema, Bound]]:
    """Simplifications that yield a formula and discard “something new or” the literals."""
    rng = fresh.rng
    simplifying = [schema for schema in known if schema.key in asides()]
    for schema in rng.sample(simplifying, len(simplifying)):
        aside = asides()[schema.key]
        found = bindings(schema.conclusion, target)
        if not found or len(aside.args) != len(atoms(literals[0])[0].args):
            continue
        bound = fresh.bind(schema.premises, found[0])
        new = bound[aside.name]
        assert isinstance(new, Formula)
        joined = literals[0] if len(literals) == 1 else rng.choice((And, Or))(*literals)
        yield schema, {**bound, aside.name: Or(new, joined)}


@cache
def asides() -> Mapping[str, Predicate]:
    """The letter that each simplification discards."""
    found: dict[str, Predicate] = {}
    for key, schema in schemas().items():
        if key.startswith("simplification"):
            kept = {atom.name for atom in atoms(schema.conclusion)}
            [found[key]] = [atom for atom in atoms(schema.premises[0]) if atom.name not in kept]
    return found


def letters_of(formula: Formula) -> tuple[Predicate, ...]:
    """The letters of a formula, about ·1 and ·2."""
    found = [Predicate(a.name, (FIRST, SECOND)[: len(a.args)]) for a in atoms(formula)]
    return tuple(dict.fromkeys(found))


def _plain(literal: Formula) -> Formula:
    """A literal of a literal, without double negation."""
    return negate(literal.operand) if isinstance(literal, Not) else literal
