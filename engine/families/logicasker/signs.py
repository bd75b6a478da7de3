"""With which signs the letters of what is asked stand in an argument.

What follows by most rules has each letter with both signs in the premises and the denied conclusion
together (`engine.logic.polarity`). What is inferred by a fallacy or refuted mostly has one without,
so that it could be told at any length. Therefore premises are grown that have the letters of what
will be asked with the other sign as well, in what simplifications leave aside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from engine.families.logicasker.contrast import Contrast
from engine.logic import Formula, Not, Predicate, atoms
from engine.logic.instances import FIRST, SECOND
from engine.logic.lifting import Schema
from engine.logic.polarity import NONE, of_one_polarity, polarities
from engine.logic.skills import Problem, schemas


def asked_of(root: Schema, contrast: Contrast | None, problem: Problem) -> tuple[Formula, ...]:
    """What may be asked of an argument that ends by a root, in the root's letters."""
    if contrast is not None:
        return (contrast.fallacy.conclusion,)
    if problem is Problem.CONTRADICTION:
        return (Not(root.conclusion),)
    return (root.conclusion, Not(root.conclusion))


def literals(formula: Formula) -> tuple[Formula, ...]:
    """The letters of a formula with the signs that they have in it, about ·1 and ·2."""
    signed = polarities(formula)
    found: list[Formula] = [_about(name, formula) for name in sorted(signed.positive)]
    return (*found, *[Not(_about(name, formula)) for name in sorted(signed.negative)])


def _about(name: str, formula: Formula) -> Predicate:
    places = next(len(atom.args) for atom in atoms(formula) if atom.name == name)
    return Predicate(name, (FIRST, SECOND)[:places])


def places_of(literal: Formula) -> int:
    """How many individuals a literal is about."""
    return len(atoms(literal)[0].args)


@cache
def asides() -> Mapping[str, Predicate]:
    """The letter that each simplification leaves aside."""
    found: dict[str, Predicate] = {}
    for key, schema in schemas().items():
        if key.startswith("simplification"):
            kept = {atom.name for atom in atoms(schema.conclusion)}
            [found[key]] = [atom for atom in atoms(schema.premises[0]) if atom.name not in kept]
    return found


def tells(premises: Sequence[Formula], asked: Formula) -> bool:
    """Whether a letter of what is asked stands with one sign only."""
    stated = NONE
    for premise in premises:
        stated |= polarities(premise)
    own = polarities(asked)
    return not of_one_polarity(stated, own).isdisjoint(own.positive | own.negative)
